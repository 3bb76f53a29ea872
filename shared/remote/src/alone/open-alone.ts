import type { RemoteDoor } from '../door.ts'
import { openAlone } from './standalone-page.tsx'

export type AloneOptions = {
  /** Where to draw. */
  root: HTMLElement
  /** Path to open when the address is none of the remote's; by default its first one. */
  path?: string
  /** Whether the test person Ana is signed in; true unless said otherwise. */
  signedIn?: boolean
  /** Runs before anything else: starts an API double. */
  prepare?: () => Promise<void> | void
}

/**
 * Opens one remote without the shell: router, kit, language switch and toasts around its routes.
 * For `npm run dev -w remote-…` only: an entry of its own (`@adcoin/remote/alone`), so that no product page carries it.
 */
export async function openRemoteAlone(door: RemoteDoor, options: AloneOptions): Promise<void> {
  await openAlone(door, options)
}
