import { createTexts } from '@adcoin/i18n'
import type { ReactNode } from 'react'
import english from './locales/en_US.json' with { type: 'json' }

/** Sample words of the gallery, in all six languages, so that long labels and other scripts are seen. */
export const sampleTexts = createTexts<typeof english>('gallery', {
  en_US: () => Promise.resolve({ default: english }),
  zh_TW: () => import('./locales/zh_TW.json', { with: { type: 'json' } }),
  pt_PT: () => import('./locales/pt_PT.json', { with: { type: 'json' } }),
  hi_IN: () => import('./locales/hi_IN.json', { with: { type: 'json' } }),
  es_MX: () => import('./locales/es_MX.json', { with: { type: 'json' } }),
  es_ES: () => import('./locales/es_ES.json', { with: { type: 'json' } }),
})

export const useSample = sampleTexts.useT
export type Words = ReturnType<typeof useSample>

/** The export of an `x.gallery.tsx` beside a component: every state of it, drawn. Names are for developers. */
export type GalleryPart = {
  /** In the address: `?part=button`. */
  id: string
  title: string
  /** Each is a component of its own, and may have a state. */
  samples: Readonly<Record<string, (t: Words) => ReactNode>>
}
