import { createTexts, currentLanguage } from '@adcoin/i18n'
import english from '../locales/en_US.json' with { type: 'json' }

/**
 * The few texts of @adcoin/ui. English is bundled (it is the fallback of every language); the others arrive on demand.
 */
export const uiTexts = createTexts<typeof english>('ui', {
  en_US: () => Promise.resolve({ default: english }),
  zh_TW: () => import('../locales/zh_TW.json', { with: { type: 'json' } }),
  pt_PT: () => import('../locales/pt_PT.json', { with: { type: 'json' } }),
  hi_IN: () => import('../locales/hi_IN.json', { with: { type: 'json' } }),
  es_MX: () => import('../locales/es_MX.json', { with: { type: 'json' } }),
  es_ES: () => import('../locales/es_ES.json', { with: { type: 'json' } }),
})

// From the first moment on, and from then on with every change of language: components without words would have buttons
// without names.
void uiTexts.load(currentLanguage())

export const useUiText = uiTexts.useT
