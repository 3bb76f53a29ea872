import { openRemoteAlone } from '@adcoin/remote/alone'
// The remote that is built; define-remote-abroad.ts sets it.
import module from 'remote-module'

/** Draws the remote into an element of a foreign page. The page's storage decides who is signed in. */
export async function mount(root: HTMLElement): Promise<void> {
  await openRemoteAlone(module, { root, signedIn: false })
}
