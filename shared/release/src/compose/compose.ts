import type { Registry, RegistryRelease, Generation } from '@adcoin/contract'
import { sha384, withCompressedSiblings } from '../files/files.ts'
import { pageOf, type Prerendered } from './page.ts'
import { registryOf } from './registry.ts'
import type { Releases } from '../releases/releases.ts'

/** One way to one micro-frontend, in the words of AWS frontend discovery, v1-pre. */
type Entry = {
  readonly url: string
  readonly fallbackUrl?: string
  readonly metadata: { readonly integrity: string; readonly version: string }
  readonly extras: Readonly<Record<string, unknown>>
  readonly deployment: { readonly traffic: number; readonly default: boolean }
}
type Discovery = { readonly schema: string; readonly microFrontends: Readonly<Record<string, readonly Entry[]>> }

const schema = 'https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json'

/**
 * The live releases, for programs that know the discovery schema and not our registry. A projection without information
 * of its own; nothing here reads it.
 */
export function discoveryOf({ generation, apps, revoked }: Registry): Discovery {
  const entries = Object.entries(apps).map(([app, { active, canary, previous }]) => {
    const fallback = previous.find(({ id }) => !revoked.includes(`${app}/${id}`))
    const share = canary?.share ?? 0
    const live = entryOf(active, fallback, { generation, traffic: 100 - share, isDefault: true })
    // Whom a canary fails has what is live.
    const tried =
      canary && share > 0 ? [entryOf(canary.release, active, { generation, traffic: share, isDefault: false })] : []
    return [app, [live, ...tried]] as const
  })
  return { schema, microFrontends: Object.fromEntries(entries) }
}

type Placement = { readonly generation: number; readonly traffic: number; readonly isDefault: boolean }

function entryOf(
  release: RegistryRelease,
  fallback: RegistryRelease | undefined,
  { generation, traffic, isDefault }: Placement,
): Entry {
  const { id, version, path, entry, container } = release
  return {
    url: `${path}/${entry}`,
    ...(fallback ? { fallbackUrl: `${fallback.path}/${fallback.entry}` } : {}),
    metadata: { integrity: release.integrity[entry] ?? '', version },
    extras: {
      adcoin: { id, generation, styles: release.styles.map(file => `${path}/${file}`) },
      ...(container === undefined
        ? {}
        : { moduleFederation: { name: container, exposes: './door', manifest: `${path}/mf-manifest.json` } }),
    },
    deployment: { traffic, default: isDefault },
  }
}

/**
 * Turns a generation into the static files that a gateway serves. Pure but for the compression: no remote's code runs,
 * nothing is read. The same generation and releases always give the same bytes.
 *
 * @returns index.html, registry.json and discovery.json, each with compressed siblings, an empty file
 *   `revoked/<app>/<id>` for each revoked release (a web server that reads nothing can see it), and live.json: the
 *   generation's number and the hash of each of these files, to be signed
 */
export async function compose(
  generation: Generation,
  releases: Releases,
  prerendered: Prerendered = { fragments: [], sheets: [] },
): Promise<Map<string, Buffer>> {
  const files = await withCompressedSiblings(await composedFiles(generation, releases, prerendered), quality)
  for (const key of generation.revoked) files.set(`revoked/${key}`, Buffer.alloc(0))
  const hashes = Object.fromEntries([...files].map(([path, bytes]) => [path, sha384(bytes)]))
  files.set(
    'live.json',
    Buffer.from(`${JSON.stringify({ schema: 1, generation: generation.generation, files: hashes })}\n`),
  )
  return files
}

/** index.html, registry.json and discovery.json of a generation, as they are before compression. */
export async function composedFiles(
  generation: Generation,
  releases: Releases,
  prerendered: Prerendered,
): Promise<ReadonlyMap<string, Buffer>> {
  const registry = registryOf(generation, releases)
  return new Map([
    ['index.html', Buffer.from(await pageOf(generation, registry, releases, prerendered))],
    ['registry.json', Buffer.from(`${JSON.stringify(registry)}\n`)],
    ['discovery.json', Buffer.from(`${JSON.stringify(discoveryOf(registry))}\n`)],
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
