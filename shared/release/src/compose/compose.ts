import type { Live, LiveChange } from '@adcoin/contract'
import { sha384, withCompressedSiblings } from '../files/files.ts'
import type { Releases } from '../releases/releases.ts'
import { formerRegistry } from './former-registry.ts'
import { pageOf, type Prerendered } from './page.ts'

/**
 * Turns what is live into the static files of `live/<n>/`. Pure but for the compression: no remote's code runs, nothing
 * is read. The same input always gives the same bytes.
 *
 * @returns live.json, change.json, the pages, registry.json, compressed siblings of what is served, and files.json: number,
 *   time and the hash of each of these files, to be signed
 */
export async function compose(
  live: Live,
  change: LiveChange,
  releases: Releases,
  prerendered: Prerendered = { fragments: [], sheets: [] },
): Promise<Map<string, Buffer>> {
  const files = await withCompressedSiblings(await composedFiles(live, releases, prerendered), quality)
  files.set('change.json', Buffer.from(`${JSON.stringify(change)}\n`))
  const hashes = Object.fromEntries([...files].map(([path, bytes]) => [path, sha384(bytes)]))
  // The time too: a key that had expired by then signs nothing.
  const list = { schema: 2, number: live.number, created: live.created, files: hashes }
  files.set('files.json', Buffer.from(`${JSON.stringify(list)}\n`))
  return files
}

/** The served files, as they are before compression. */
export async function composedFiles(
  live: Live,
  releases: Releases,
  prerendered: Prerendered,
): Promise<ReadonlyMap<string, Buffer>> {
  const registry = formerRegistry(live)
  return new Map([
    ['index.html', Buffer.from(await pageOf(live, registry, releases, prerendered))],
    ['live.json', Buffer.from(`${JSON.stringify(live)}\n`)],
    ['registry.json', Buffer.from(`${JSON.stringify(registry)}\n`)],
  ])
}

/**
 * An operator waits for a rollback. The page is on every critical path, but a large one would take as long to compress
 * well as all other files; live.json is fetched in the background.
 */
function quality(path: string, bytes: Buffer): number {
  if (!path.endsWith('.html')) return 7
  return bytes.length > 128 * 1024 ? 10 : 11
}
