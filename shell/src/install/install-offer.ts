import { createCell } from '../state/cell.ts'

/** The event of browsers that can install an app, sent once, early (it is in no standard). */
export type InstallOffer = Event & { prompt(): Promise<unknown> }

/** Kept from the start for later: the browser's own prompt would appear before the person knows the app. */
export const installOffer = createCell<InstallOffer | null>(null)

export function keepInstallOffer(page: Window): void {
  page.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    installOffer.set(event as InstallOffer)
  })
  page.addEventListener('appinstalled', () => installOffer.set(null))
}
