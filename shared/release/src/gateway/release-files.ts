import type { Store } from '../store/store.ts'
import { siblings } from '../publish/compress.ts'

/** A release file with those compressed siblings that are there, by encoding. */
export type ReleaseFileContent = { readonly bytes: Buffer; readonly encoded: ReadonlyMap<string, Buffer> }

/**
 * Reads release files through a memory of bounded size. They never change, but they can be removed: whether a file is
 * still there is looked at once a second. One that is not there is asked for each time, because it may be published next.
 *
 * @param most         bytes kept, default 64 MiB; the longest unused go first
 * @param lookEveryMs  default 1,000
 */
export function releaseFiles(
  store: Store,
  most = 64 * 1024 * 1024,
  lookEveryMs = 1_000,
): (path: string) => Promise<ReleaseFileContent | undefined> {
  const kept = new Map<string, ReleaseFileContent & { readonly seenAt: number }>()
  let size = 0
  const sizeOf = (content: ReleaseFileContent) =>
    content.bytes.length + [...content.encoded.values()].reduce((sum, each) => sum + each.length, 0)

  const drop = (path: string) => {
    const content = kept.get(path)
    if (content) size -= sizeOf(content)
    kept.delete(path)
  }
  /** As the newest; the oldest make room. */
  const keep = (path: string, content: ReleaseFileContent, seenAt: number) => {
    drop(path)
    kept.set(path, { ...content, seenAt })
    size += sizeOf(content)
    for (const oldest of kept.keys()) {
      if (size <= most || oldest === path) break
      drop(oldest)
    }
  }

  return async path => {
    const known = kept.get(path)
    const now = performance.now()
    if (known && now - known.seenAt < lookEveryMs) {
      keep(path, known, known.seenAt)
      return known
    }
    const content = known ? ((await store.has(path)) ? known : undefined) : await readContent(store, path)
    if (content) keep(path, content, now)
    else drop(path)
    return content
  }
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
