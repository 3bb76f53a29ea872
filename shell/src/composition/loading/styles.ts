import { LoadFailure } from './release.ts'

/** The file is in the cache already; a sheet that takes longer than this is broken. An unstyled page is a failure. */
const styleMs = 1_500

/**
 * Puts a release's style sheets into the page, and waits until they apply.
 *
 * @param owner  `remote-wallet/1.0.0-0a1b2c3d4e5f`
 * @throws LoadFailure  'style'
 */
export async function addStyles(
  owner: string,
  sheets: readonly { url: string; integrity: string | undefined }[],
): Promise<void> {
  await Promise.all(sheets.map(sheet => addSheet(owner, sheet.url, sheet.integrity)))
}

/** Takes a release's sheets out of the page. */
export function removeStyles(owner: string): void {
  for (const link of linksOf(owner)) link.remove()
}

function addSheet(owner: string, url: string, integrity: string | undefined): Promise<void> {
  if (linksOf(owner).some(link => link.getAttribute('href') === url)) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  link.dataset['release'] = owner
  if (integrity) link.integrity = integrity
  return new Promise((resolve, reject) => {
    const failed = (why: string) => {
      link.remove()
      reject(new LoadFailure('style', `${url.split('/').at(-1)} ${why}`))
    }
    const timer = setTimeout(failed, styleMs, 'did not apply in time')
    link.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    link.onerror = () => {
      clearTimeout(timer)
      failed('was refused by the browser')
    }
    document.head.append(link)
  })
}

function linksOf(owner: string): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[data-release]')].filter(
    link => link.dataset['release'] === owner,
  )
}
