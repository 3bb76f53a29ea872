import type { Live, LiveChange } from '@adcoin/contract'
import { hashSha384, withCompressedSiblings } from '../files/files.ts'
import type { Releases } from '../releases/releases.ts'
import { teamKeysFile } from '../signing/team-keys.ts'
import { listFirstRoutes } from './first-route.ts'
import { buildFormerRegistry } from './former-registry.ts'
import { composePage } from './page.ts'
import type { Prerendered } from './prerendered.ts'

/**
 * Turns what is live into the static files that a gateway serves. Pure but for the compression: no remote's code runs,
 * nothing is read. The same choice and releases always give the same bytes.
 *
 * @param teamKeys  the file of the teams' public keys; none before 2026-11-29
 * @returns the folder `live/<n>`, its files with compressed siblings, and files.json: number, time and
 *   the hash of each of them, to be signed
 */
export async function compose(
  live: Live,
  change: LiveChange,
  releases: Releases,
  prerendered: Prerendered = { fragments: [], sheets: [] },
  teamKeys?: Buffer,
): Promise<Map<string, Buffer>> {
  const plain = await composePlainFiles(live, releases, prerendered)
  const files = await withCompressedSiblings(plain, chooseQuality)
  files.set('change.json', json(change))
  if (teamKeys) files.set(teamKeysFile, teamKeys)
  const hashes = Object.fromEntries([...files].map(([path, bytes]) => [path, hashSha384(bytes)]))
  // The time too: a key that had expired by then signs nothing.
  files.set('files.json', json({ schema: 2, number: live.number, created: live.created, files: hashes }))
  return files
}

/** The served files, as they are before compression. */
export async function composePlainFiles(
  live: Live,
  releases: Releases,
  prerendered: Prerendered,
): Promise<ReadonlyMap<string, Buffer>> {
  const drawn = new Set(prerendered.fragments.map(({ path }) => path))
  const pages = listFirstRoutes(live, drawn).map(
    async first => [first.file, Buffer.from(await composePage(live, releases, prerendered, first))] as const,
  )
  return new Map([
    ...(await Promise.all(pages)),
    ['live.json', json(live)],
    ['registry.json', json(buildFormerRegistry(live))],
  ])
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

/**
 * An operator waits for a rollback. A page is on every critical path, and the best quality makes it 2 % smaller in
 * three times the time; the rest is fetched in the background.
 */
function chooseQuality(path: string): number {
  return isPage(path) ? 10 : 7
}

const isPage = (path: string): boolean => path.endsWith('.html')

/** Bytes, gzip: of a page with its two apps, for each remote that it names, and of the data that open pages poll. */
const budget = { page: 22 * 1024, remote: 160, data: 4 * 1024 * 1024 } as const

/** The composed files that outgrow their budget. */
export function findHeavyFiles(
  { apps }: Live,
  files: ReadonlyMap<string, Buffer>,
): readonly { readonly file: string; readonly bytes: number; readonly most: number }[] {
  const page = budget.page + budget.remote * Object.keys(apps).length
  return [...files].flatMap(([file, { length }]) => {
    if (!isPage(file) && !/^(live|registry)\.json$/.test(file)) return []
    const [bytes, most] = isPage(file) ? [files.get(`${file}.gz`)?.length ?? length, page] : [length, budget.data]
    return bytes <= most ? [] : [{ file, bytes, most }]
  })
}
