import { randomUUID } from 'node:crypto'
import { AsyncLocalStorage } from 'node:async_hooks'
import * as v from 'valibot'
import { hashSha256 } from '../../files/files.ts'
import { createRefused } from '../../refusal.ts'
import { layout, type Store } from '../store.ts'
import { openS3Bucket, type S3Bucket, type S3BucketAddress } from './s3-bucket.ts'
import { systemClock, takeLease, type Lease } from './lease.ts'

/**
 * The store in a bucket with S3's protocol and conditional writes. A release, its maps or what was live
 * is one small object, its list of files, written last and only where none is: with it all of them appear. The files
 * have a name that no other write shares (`files/<writing>/…`), so that writers never mix. Decision: object-store.md.
 *
 * @param bucket  given by tests, with a clock that they move
 */
export function createObjectStore(
  address: S3BucketAddress,
  bucket = openS3Bucket(address),
  clock = systemClock,
): Store {
  const lists = createFileLists(bucket)
  const held = new AsyncLocalStorage<Lease>()
  let probing: Promise<void> | undefined
  const probe = () => (probing ??= refuseWithoutConditions(bucket))
  const confirmLease = async () => {
    await probe()
    await held.getStore()?.confirm()
  }
  return {
    ...createReader(bucket, lists),
    ...createAdder(bucket, lists, confirmLease),
    async remove(path) {
      const [folder, file] = splitPath(path)
      await confirmLease()
      const found = await bucket.get(folder ?? path)
      if (folder === undefined || !found) return bucket.remove([path])
      const list = listIn(found.bytes)
      const isGone = (each: string) => file === undefined || each === file || each.startsWith(`${file}/`)
      const kept = Object.entries(list.files).filter(([each]) => !isGone(each))
      if (kept.length === 0) await bucket.remove([folder])
      else if (
        !(await bucket.putIfUnchanged(folder, found.tag, encodeList({ ...list, files: Object.fromEntries(kept) })))
      )
        throw new Error(`${folder} was changed while a part of it was removed`)
      lists.forget(folder)
      const gone = Object.keys(list.files).filter(isGone)
      await runInTurns(gone, each => bucket.remove([`files/${list.writing}/${each}`]))
    },
    pointer: async () => parseNumber((await bucket.get('current'))?.bytes),
    async movePointer(from, to) {
      const stands = await bucket.get('current')
      if (parseNumber(stands?.bytes) !== from) return false
      await confirmLease()
      // A random name: the same generation never has the same tag twice.
      return bucket.putIfUnchanged('current', stands?.tag, Buffer.from(`live/${to}\n${randomUUID()}\n`))
    },
    async exclusively(work) {
      await probe()
      const lease = await takeLease(bucket, clock)
      try {
        // Work that continues after a lost lease ends at its next write.
        return await Promise.race([held.run(lease, work), lease.lost])
      } finally {
        await lease.release()
      }
    },
    sweep: () => sweep(bucket),
  }
}

/** Lease and pointer need a server that refuses a write whose condition is not kept. @throws Refused for another one */
async function refuseWithoutConditions(bucket: S3Bucket): Promise<void> {
  const isWritten = () => bucket.putIfUnchanged('probe', undefined, Buffer.from('a second one must be refused\n'))
  if (!(await isWritten()) || !(await isWritten())) return
  throw createRefused(
    'conditional-writes',
    'RELEASE_STORE',
    'its server overwrites an object in spite of `If-None-Match: *`, so two commands at once would both go live',
    'Use a server with conditional writes: docs/decisions/object-store.md names those that were tried.',
  )
}

function createReader(bucket: S3Bucket, lists: FileLists): Pick<Store, 'read' | 'has' | 'list'> {
  async function readContent({ writing, files }: FileList, file: string): Promise<Buffer | undefined> {
    const named = files[file]
    const found = named === undefined ? undefined : await bucket.get(`files/${writing}/${file}`)
    if (found && hashSha256(found.bytes) !== named)
      throw new Error(`${file} of ${writing} in the object store differs from the written file`)
    return found?.bytes
  }
  return {
    async read(path) {
      const [folder, file] = splitPath(path)
      if (folder === undefined) return (await bucket.get(path))?.bytes
      if (file === undefined) return undefined
      const kept = await lists.known(folder, keptForMs)
      const found = kept && (await readContent(kept, file))
      if (found || !kept) return found
      // Removed or written again meanwhile. A list without the file is believed as long as `has` believes it.
      const list = await lists.known(folder, kept.files[file] === undefined ? knownForMs : 0)
      return list && readContent(list, file)
    },
    async has(path) {
      const [folder, file] = splitPath(path)
      if (folder === undefined) return (await bucket.get(path)) !== undefined
      return file !== undefined && (await lists.known(folder, knownForMs))?.files[file] !== undefined
    },
    async list(path) {
      const [folder, below] = splitPath(path)
      if (folder === undefined) return bucket.listNames(path)
      const start = below === undefined ? '' : `${below}/`
      const files = Object.keys((await lists.readList(folder))?.files ?? {}).filter(each => each.startsWith(start))
      return [...new Set(files.map(each => each.slice(start.length).split('/')[0] ?? ''))].sort()
    },
  }
}

function createAdder(bucket: S3Bucket, lists: FileLists, confirmed: () => Promise<void>): Pick<Store, 'addFolder'> {
  return {
    async addFolder(path, content) {
      const [folder] = splitPath(path)
      if (folder !== path) throw new Error(`the object store has no folder ${path}`)
      if (await lists.readList(folder)) return false
      const writing = randomUUID()
      await runInTurns([...content], async ([file, bytes]) => {
        await confirmed()
        await bucket.put(`files/${writing}/${file}`, bytes)
      })
      const files = Object.fromEntries([...content].map(([file, bytes]) => [file, hashSha256(bytes)]))
      await confirmed()
      const isAdded = await bucket.putIfUnchanged(folder, undefined, encodeList({ schema: 1, writing, files }))
      lists.forget(folder)
      return isAdded
    },
  }
}

const FileList = v.object({ schema: v.literal(1), writing: v.string(), files: v.record(v.string(), v.string()) })
type FileList = v.InferOutput<typeof FileList>
const listIn = (bytes: Buffer): FileList => v.parse(FileList, JSON.parse(bytes.toString('utf8')))
const encodeList = (list: FileList): Buffer => Buffer.from(JSON.stringify(list))

/** A list never changes, but it can be removed: after this long its existence is checked again. */
const knownForMs = 1_000
/** Cached longer for reads of its files: if a file is missing too, the list is read again. */
const keptForMs = 60_000

type FileLists = ReturnType<typeof createFileLists>

function createFileLists(bucket: S3Bucket) {
  const kept = new Map<string, { readonly list: FileList; readonly at: number }>()
  const looking = new Map<string, Promise<FileList | undefined>>()
  async function readList(folder: string): Promise<FileList | undefined> {
    const at = performance.now()
    const found = await bucket.get(folder)
    const list = found && listIn(found.bytes)
    if (list) kept.set(folder, { list, at })
    else kept.delete(folder)
    return list
  }
  return {
    readList,
    /** A list that is at most `forMs` old. Hundreds of requests for files of one release share one read. */
    known(folder: string, forMs: number): Promise<FileList | undefined> {
      const known = kept.get(folder)
      if (known && performance.now() - known.at < forMs) return Promise.resolve(known.list)
      const look = looking.get(folder) ?? readList(folder)
      looking.set(folder, look)
      return look.finally(() => looking.get(folder) === look && looking.delete(folder))
    },
    /** After an own write: a read under way may have started before it. */
    forget(folder: string) {
      kept.delete(folder)
      looking.delete(folder)
    },
  }
}

/** The release, its maps or the page that a path lies in, and the path in it. @throws where it leaves the store */
function splitPath(path: string): readonly [folder?: string, file?: string] {
  refuseOutside(path)
  const [, folder, file] = layout.folder.exec(path) ?? []
  return folder === undefined ? [] : file === undefined ? [folder] : [folder, file]
}

function refuseOutside(path: string): void {
  if (path.split('/').some(part => part === '' || part === '.' || part === '..'))
    throw new Error(`a path that leaves the store: ${path}`)
}

function parseNumber(bytes: Buffer | undefined): number {
  if (!bytes) return 0
  const text = bytes.toString('utf8')
  const [, number] = /^live\/([1-9][0-9]{0,8})\n/.exec(text) ?? []
  if (number === undefined) throw new Error(`the pointer object "current" is damaged: "${text.slice(0, 40)}"`)
  return Number(number)
}

/** A few at a time: a release has some hundred files. */
async function runInTurns<Each>(all: readonly Each[], work: (each: Each) => Promise<void>): Promise<void> {
  const left = [...all]
  const turns = Array.from({ length: 16 }, async () => {
    for (let each = left.pop(); each !== undefined; each = left.pop()) await work(each)
  })
  await Promise.all(turns)
}

/** No publish takes a day: files that no list names after one were left by a writer that died. */
const leftAfterMs = 24 * 3_600_000

async function sweep(bucket: S3Bucket): Promise<number> {
  // The files first: a list that comes, or shows, later can only name younger ones.
  const old = (await bucket.listKeys('files/')).filter(({ ageMs }) => ageMs > leftAfterMs)
  if (old.length === 0) return 0
  const named = new Set<string>()
  for (const start of layout.roots)
    for (const { key } of await bucket.listKeys(start)) {
      const found = await bucket.get(key)
      if (found) named.add(listIn(found.bytes).writing)
    }
  const left = old.filter(({ key }) => !named.has(key.split('/')[1] ?? ''))
  await runInTurns(left, ({ key }) => bucket.remove([key]))
  return left.length
}
