import { releaseKey, type PublishedList, type PublishedRelease, type Release } from '@adcoin/contract'
import { registryRelease } from '../compose/registry.ts'
import { readRelease } from '../releases/read-release.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import type { Store } from '../store/store.ts'
import { LRUCache } from 'lru-cache'
import { siblings } from '../files/files.ts'

type IsGone = (app: string, id: string) => boolean
type PublishedPath = { readonly app?: string; readonly id?: string }

/** Releases of one app in the list. */
const mostOfAnApp = 30

/**
 * Releases of the store that are not live, for a browser that may use one: the list, or one release as a browser loads
 * it. Contains a release only if its team signed it and it is not revoked.
 */
export function publishedReleases(
  store: Store,
  ring: () => Promise<KeyRing>,
): (isGone: IsGone, request: PublishedPath) => Promise<PublishedList | PublishedRelease | undefined> {
  // Releases never change; one that is not believed now may be later, when its key is known.
  const believed = new Map<string, Release>()
  async function read(app: string, id: string): Promise<Release | undefined> {
    const key = releaseKey(app, id)
    const known =
      believed.get(key) ?? (await readRelease({ store, ring: await ring() }, app, id).catch(() => undefined))
    if (known) believed.set(key, known)
    return known
  }
  async function listOf(app: string, isGone: IsGone): Promise<PublishedList[string]> {
    const ids = (await store.list(`releases/${app}`)).filter(id => !isGone(app, id))
    const releases = await Promise.all(ids.map(id => read(app, id)))
    return releases
      .filter(release => release !== undefined)
      .map(({ id, created }) => ({ id, created }))
      .sort((a, b) => (a.created < b.created ? 1 : -1))
      .slice(0, mostOfAnApp)
  }

  return async (isGone, { app, id }) => {
    if (app !== undefined && id !== undefined) {
      const release = isGone(app, id) ? undefined : await read(app, id)
      return release && asPublished(release)
    }
    const apps = (await store.list('releases')).filter(name => name.startsWith('remote-'))
    return Object.fromEntries(await Promise.all(apps.map(async name => [name, await listOf(name, isGone)] as const)))
  }
}

/** One release as a browser that tries it loads it. */
function asPublished(release: Release): PublishedRelease {
  return { release: registryRelease(release), routes: release.manifest?.routes ?? [], tabs: release.tabs }
}

/** A release file with those compressed siblings that are there, by encoding. */
export type ReleaseFileContent = { readonly bytes: Buffer; readonly encoded: ReadonlyMap<string, Buffer> }

type CachedFile = { readonly content: ReleaseFileContent; readonly seenAt: number }

/**
 * Reads release files through a memory of bounded size. They never change, but they can be removed: whether a file is
 * still there is looked at once a second. One that is not there is asked for each time, because it may be published
 * next.
 *
 * @param most         bytes kept, default 64 MiB; the longest unused go first
 * @param lookEveryMs  default 1,000
 */
export function releaseFiles(
  store: Store,
  most = 64 * 1024 * 1024,
  lookEveryMs = 1_000,
): (path: string) => Promise<ReleaseFileContent | undefined> {
  const kept = new LRUCache<string, CachedFile>({ maxSize: most, sizeCalculation: ({ content }) => sizeOf(content) })

  return async path => {
    const known = kept.get(path)
    const now = performance.now()
    if (known && now - known.seenAt < lookEveryMs) return known.content
    // While the store does not answer, cached files are served: they cannot have changed.
    const isThere = known && (await store.has(path).catch(() => true))
    const content = known ? (isThere ? known.content : undefined) : await readContent(store, path)
    if (content) kept.set(path, { content, seenAt: now })
    else kept.delete(path)
    return content
  }
}

function sizeOf({ bytes, encoded }: ReleaseFileContent): number {
  return 1 + bytes.length + [...encoded.values()].reduce((sum, each) => sum + each.length, 0)
}

async function readContent(store: Store, path: string): Promise<ReleaseFileContent | undefined> {
  const bytes = await store.read(path)
  if (!bytes) return undefined
  const encoded = new Map<string, Buffer>()
  for (const { suffix, encoding } of siblings) {
    const sibling = await store.read(path + suffix)
    if (sibling) encoded.set(encoding, sibling)
  }
  return { bytes, encoded }
}
