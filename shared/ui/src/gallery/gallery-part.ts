import type { ComponentType } from 'react'

/** What a `x.gallery.tsx` beside a component exports: every state of it, drawn. Names are for developers. */
export type GalleryPart = {
  /** In the address: `?part=button`. */
  id: string
  title: string
  samples: readonly { name: string; Sample: ComponentType; wide?: boolean }[]
}
