const appName = 'Ad Coin'

/**
 * The document's title: the screen's, then the project's; the project's alone where it is the screen's own or none is
 * known.
 */
export function documentTitle(screen: string | undefined): string {
  return screen === undefined || screen === '' || screen === appName ? appName : `${screen} · ${appName}`
}
