import type { Generation } from '@adcoin/contract'
import { sha384, withCompressedSiblings } from '../files/files.ts'
import { pageOf, type Prerendered } from './page.ts'
import { registryOf } from './registry.ts'
import type { Releases } from '../releases/releases.ts'

/**
 * Turns a generation into the static files that a gateway serves. Pure but for the compression: no remote's code runs,
 * nothing is read. The same generation and releases always give the same bytes.
 *
 * @returns index.html and registry.json, each with compressed siblings, and live.json: the generation's number and the
 *   hash of each of these files, to be signed
 */
export async function compose(
  generation: Generation,
  releases: Releases,
  prerendered: Prerendered = { fragments: [], sheets: [] },
): Promise<Map<string, Buffer>> {
  const files = await withCompressedSiblings(await composedFiles(generation, releases, prerendered), quality)
  const hashes = Object.fromEntries([...files].map(([path, bytes]) => [path, sha384(bytes)]))
  files.set(
    'live.json',
    Buffer.from(`${JSON.stringify({ schema: 1, generation: generation.generation, files: hashes })}\n`),
  )
  return files
}

/** index.html and registry.json of a generation, as they are before compression. */
export async function composedFiles(
  generation: Generation,
  releases: Releases,
  prerendered: Prerendered,
): Promise<ReadonlyMap<string, Buffer>> {
  const registry = registryOf(generation, releases)
  return new Map([
    ['index.html', Buffer.from(await pageOf(generation, registry, releases, prerendered))],
    ['registry.json', Buffer.from(`${JSON.stringify(registry)}\n`)],
  ])
}

/**
 * An operator waits for a rollback. The page is on every critical path, but a large one would take as long to compress
 * well as all other files; the registry is fetched in the background.
 */
function quality(path: string, bytes: Buffer): number {
  if (path !== 'index.html') return 7
  return bytes.length > 128 * 1024 ? 10 : 11
}
