import { createContext, use } from 'react'
import type { SessionWriter } from '@adcoin/session'
import type { Host } from '@adcoin/remote'
import type { Composition } from '../composition/composition.ts'
import type { DestinationStore } from './destination.ts'
import type { ScrollMemory } from './scroll.ts'
import type { Cell } from './cell.ts'
import type { LoaderState } from './loader.ts'
import type { Toasts } from './toasts.ts'

/** The objects that boot made, for the components of the shell. */
export type Shell = {
  composition: Composition
  writer: SessionWriter
  destination: DestinationStore
  scroll: ScrollMemory
  toasts: Toasts
  loader: Cell<LoaderState>
  host: Host
}

const ShellContext = createContext<Shell | undefined>(undefined)
export const ShellProvider = ShellContext

export function useShell(): Shell {
  const shell = use(ShellContext)
  if (!shell) throw new Error('useShell outside the shell')
  return shell
}
