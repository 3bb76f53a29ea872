import type { ComponentType } from 'react'

/** The exports of an `x.gallery.tsx` beside a component: every state of it, drawn. Names are for developers. */
export type GalleryPart = {
  /** In the address: `?part=button`. */
  id: string
  title: string
  samples: readonly { name: string; Sample: ComponentType; wide?: boolean }[]
}
