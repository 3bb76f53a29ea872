import { openRemoteAlone } from '@adcoin/remote/alone'
// The remote that is built; define-remote-abroad.ts says which.
import door from 'remote-door'

/** Draws the remote into an element of a page that is not ours. Who is signed in is what the page's storage says. */
export async function mount(root: HTMLElement): Promise<void> {
  await openRemoteAlone(door, { root, signedIn: false })
}
