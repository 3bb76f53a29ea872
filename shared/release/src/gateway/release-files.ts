import { LRUCache } from 'lru-cache'
import type { Store } from '../store/store.ts'
import { siblings } from '../files/compressed.ts'

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
