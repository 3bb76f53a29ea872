import { buildReleaseKey } from '@adcoin/contract'
import { appendElement } from './append-element.ts'
import type { RequiredFile } from './files.ts'
import { LoadFailure, describeFile } from './load-failure.ts'

/** A style sheet is in the cache by then: one that takes longer to apply counts as broken. */
const styleMs = 1_500

/** Adds the style sheets of a release once, and waits until they apply. @throws LoadFailure */
export async function addSheets(release: string, files: readonly RequiredFile[]): Promise<void> {
  const known = findSheets(`="${release}"`).map(link => link.getAttribute('href'))
  const missing = files.filter(({ phase, url }) => phase === 'style' && !known.includes(url))
  await Promise.all(missing.map(({ url, integrity = '' }) => addSheet(release, url, integrity)))
}

async function addSheet(release: string, url: string, integrity: string): Promise<void> {
  const link = document.createElement('link')
  link.dataset['release'] = release
  const late = new Promise((_, reject) => setTimeout(reject, styleMs))
  try {
    await Promise.race([appendElement(link, { rel: 'stylesheet', integrity, href: url }), late])
  } catch {
    link.remove()
    throw new LoadFailure('style', `${describeFile(url)} was rejected by the browser, or did not apply in time`)
  }
}

/** Removes the style sheets of an app's other releases. */
export function removeOtherSheets(app: string, release: string): void {
  for (const link of findSheets(`^="${app}/"`))
    if (link.dataset['release'] !== buildReleaseKey(app, release)) link.remove()
}

function findSheets(ofRelease: string): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[data-release${ofRelease}]`)]
}
