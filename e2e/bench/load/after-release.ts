import type { Browser } from 'playwright'
import { releaseNext } from './monolith/lay-out-monolith.ts'
import { unthrottled } from './profiles.ts'
import type { Sites } from './sites.ts'
import { sides, type SideName } from './table.ts'
import { openVisitor, type Visitor } from './visit.ts'

const wallet = { path: '/money', app: 'remote-wallet' }

export type Downloaded = { readonly first: number; readonly afterRelease: number; readonly files: readonly string[] }

/**
 * The download of a returning person after one release of the wallet: bytes on the wire of pages and their files, the
 * service's answers left out, for the home and the way to the wallet, with everything that is fetched ahead. Everything
 * was in the cache before. In the one builds one line of the wallet's first page changes.
 */
export async function measureAfterRelease(
  browser: Browser,
  sites: Sites,
  token: string,
): Promise<Record<SideName, Downloaded>> {
  const downloaded: Partial<Record<SideName, Downloaded>> = {}
  for (const side of sides) {
    const site = sites[side]
    const person = await openVisitor(browser, site.url, { name: 'home', path: '/home', token }, unthrottled)
    try {
      const first = await loadFiles(person)
      await (side === 'federated' ? site.publish('remote-wallet', (_path, text) => text) : releaseNext(site.dataDir))
      const again = await loadFiles(person)
      downloaded[side] = {
        first: sumBytes(first),
        afterRelease: sumBytes(again),
        files: again.map(({ path, bytes }) => `${bytes} ${path}`),
      }
    } finally {
      await person.leave()
    }
  }
  return downloaded as Record<SideName, Downloaded>
}

async function loadFiles(person: Visitor) {
  await person.load()
  await person.goTo(wallet)
  return (await person.waitForIdle()).filter(({ path }) => !path.startsWith('/app/'))
}

function sumBytes(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
