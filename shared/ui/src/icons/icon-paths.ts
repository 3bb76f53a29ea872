import { useSyncExternalStore } from 'react'
import { frameIcons, type IconPath } from './frame-icons.ts'
import type { pageIcons } from './page-icons.ts'

export type IconName = keyof typeof frameIcons | keyof typeof pageIcons

const paths = new Map<string, IconPath>(Object.entries(frameIcons))
const listeners = new Set<() => void>()

/** More icons have arrived: those that were drawn as dots are drawn as what they are. */
export function addIcons(more: Readonly<Record<string, IconPath>>): void {
  for (const [name, path] of Object.entries(more)) paths.set(name, path)
  for (const draw of listeners) draw()
}

/** The icon's path; a dot until it has arrived, and where this release of @adcoin/ui has none of that name. */
export function useIconPath(name: IconName): IconPath {
  const path = () => paths.get(name) ?? frameIcons.dot
  return useSyncExternalStore(follow, path, path)
}

/** The icon that a manifest names, whether this release of @adcoin/ui has it or not. */
export function iconNamed(name: string): IconName {
  return name as IconName
}

function follow(draw: () => void): () => void {
  listeners.add(draw)
  return () => listeners.delete(draw)
}
