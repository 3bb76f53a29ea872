import { setTimeout as pause } from 'node:timers/promises'
import { buildReleaseKey, type Release } from '@adcoin/contract'
import { LRUCache } from 'lru-cache'
import { readComposed } from '../compose/read-composed.ts'
import { hashSha384, siblings } from '../files/files.ts'
import { Refused } from '../refusal.ts'
import { isCompressedForm } from '../releases/check-siblings.ts'
import { readRelease } from '../releases/read-release.ts'
import type { KeyRing, PublicKeyEntry } from '../signing/key-ring.ts'
import { parseTeamKeys, teamKeysFile, withTeamKeys } from '../signing/team-keys.ts'
import { createFolderStore } from '../store/folder-store.ts'
import { layout, type Store } from '../store/store.ts'

/** A release file with those compressed siblings that are there, by encoding. */
export type ServedFile = { readonly bytes: Buffer; readonly encoded: ReadonlyMap<string, Buffer> }

export type FileCacheOptions = {
  readonly store: Store
  /** The given keys, read again for each release. The teams' keys come with what is live too. */
  readonly ring: () => Promise<KeyRing>
  /** The store is a bucket: everything that is live is read before it is asked for. */
  readonly isFar?: boolean
  /** The folder for what is live, so that a gateway starts and serves while the bucket is away. */
  readonly folder?: string | undefined
  /** Bytes in memory, default 128 MiB; the longest unused go first. */
  readonly most?: number
}

/** A change of what is live waits this long for its files: a slow bucket never delays a rollback. */
const patienceMs = 5_000
const startPatienceMs = 2_000
const againMs = 10_000

/**
 * The files that a gateway serves, kept in memory and, where it is given a folder, on disk. Nothing in a store ever
 * changes, so it is read once: from the folder, else from the store. Each file is compared with the hash that its team
 * signed.
 */
export class FileCache {
  readonly isFar: boolean
  readonly #store: Store
  readonly #ring: () => Promise<KeyRing>
  readonly #disk: Store | undefined
  readonly #releases = new LRUCache<string, Release>({ max: 500, fetchMethod: key => this.#readRelease(key) })
  readonly #files: LRUCache<string, ServedFile>
  #wanted = 0
  #teamKeys: { readonly n: number; readonly entries: readonly PublicKeyEntry[] } = { n: 0, entries: [] }

  constructor({ store, ring, isFar = false, folder, most = 128 * 1024 * 1024 }: FileCacheOptions) {
    this.isFar = isFar
    this.#store = store
    this.#ring = ring
    this.#disk = folder === undefined ? undefined : createFolderStore(folder)
    this.#files = new LRUCache<string, ServedFile>({
      maxSize: most,
      sizeCalculation: sizeOf,
      fetchMethod: key => this.#readFile(key),
    })
  }

  /** A release that its team signed; undefined if there is none. @throws where the store does not answer */
  getRelease(app: string, id: string): Promise<Release | undefined> {
    return this.#releases.fetch(buildReleaseKey(app, id))
  }

  /**
   * A file of a release by its path in the store.
   *
   * @returns undefined if the release does not name it. @throws where it is not what was signed
   */
  getFile(path: string): Promise<ServedFile | undefined> {
    return this.#files.fetch(path)
  }

  /** The composed files of a number. @throws where they are not what operators signed */
  async getComposed(n: number): Promise<ReadonlyMap<string, Buffer>> {
    const ring = await this.#ring()
    const found = await this.#first(store => readComposed(store, ring, n))
    if (!found) throw new Error(`generation ${n} is not composed`)
    if (n > this.#teamKeys.n) this.#takeTeamKeys(n, parseTeamKeys(found.get(teamKeysFile)))
    return found
  }

  /** Operators signed them. What a key signed that is revoked now is forgotten, so that it is looked at again. */
  #takeTeamKeys(n: number, entries: readonly PublicKeyEntry[]): void {
    const wasRevoked = new Set(listRevoked(this.#teamKeys.entries))
    this.#teamKeys = { n, entries }
    if (listRevoked(entries).every(id => wasRevoked.has(id))) return
    this.#releases.clear()
    this.#files.clear()
  }

  /** The pointer of the store; at a start, if the store does not answer in time, the pointer on disk. */
  async readStartPointer(): Promise<number> {
    const pointer = this.#store.pointer()
    pointer.catch(() => undefined)
    const kept = (await this.#disk?.pointer().catch(() => 0)) ?? 0
    return kept === 0
      ? pointer
      : Promise.race([pointer.catch(() => kept), pause(startPatienceMs, kept, { ref: false })])
  }

  /** Reads a generation's files until all are on disk or another one is live. Resolves after 5 s at the latest. */
  async follow(n: number, releases: readonly (readonly [app: string, id: string])[]): Promise<void> {
    if (!this.isFar) return
    this.#wanted = n
    await Promise.race([this.#keepAtLast(n, releases), pause(patienceMs, undefined, { ref: false })])
  }

  async #keepAtLast(n: number, releases: Parameters<FileCache['follow']>[1]): Promise<void> {
    for (; this.#wanted === n; await pause(againMs, undefined, { ref: false }))
      try {
        for (const [app, id] of releases) await this.#keepRelease(app, id)
        await this.#disk?.exclusively(() => this.#keepLive(n, releases))
        return
      } catch (error) {
        console.error(`gateway: generation ${n} is not on disk yet: ${error instanceof Error ? error.message : error}`)
      }
  }

  async #keepRelease(app: string, id: string): Promise<void> {
    const folder = layout.release(app, id)
    const files = new Map<string, Buffer>()
    const add = (path: string, bytes: Buffer | undefined) => void (bytes && files.set(path, bytes))
    await Promise.all(
      ((await this.getRelease(app, id))?.files ?? []).map(async ({ path }) => {
        const file = await this.getFile(`${folder}/${path}`)
        add(path, file?.bytes)
        for (const { suffix, encoding } of siblings) add(path + suffix, file?.encoded.get(encoding))
      }),
    )
    if (!this.#disk || (await this.#disk.has(`${folder}/release.json`))) return
    for (const name of ['release.json', 'release.sig']) add(name, await this.#store.read(`${folder}/${name}`))
    await this.#disk.exclusively(async () => this.#disk?.addFolder(folder, files))
  }

  /** The pointer moves last, and what it does not need any more goes. */
  async #keepLive(n: number, releases: Parameters<FileCache['follow']>[1]): Promise<void> {
    const disk = this.#disk
    if (!disk) return
    await disk.addFolder(layout.live(n), await this.getComposed(n))
    await disk.movePointer(await disk.pointer(), n)
    const needed = new Set([layout.live(n), ...releases.map(([app, id]) => layout.release(app, id))])
    const apps = (await disk.list('releases')).map(app => `releases/${app}`)
    for (const folder of ['live', ...apps])
      for (const name of await disk.list(folder))
        if (!needed.has(`${folder}/${name}`)) await disk.remove(`${folder}/${name}`)
  }

  /** From the first place that has it as it was signed. */
  async #first<Found>(read: (store: Store) => Promise<Found | undefined>): Promise<Found | undefined> {
    const kept = this.#disk && (await read(this.#disk).catch(() => undefined))
    return kept ?? read(this.#store)
  }

  async #readRelease(key: string): Promise<Release | undefined> {
    const [app = '', id = ''] = key.split('/')
    const ring = withTeamKeys(await this.#ring(), this.#teamKeys.entries)
    return this.#first(store => readRelease({ store, ring }, app, id)).catch((error: unknown) => {
      if (error instanceof Refused) return undefined
      throw error
    })
  }

  async #readFile(place: string): Promise<ServedFile | undefined> {
    const [, app = '', id = '', ...path] = place.split('/')
    const named = (await this.getRelease(app, id))?.files.find(file => file.path === path.join('/'))
    return named && this.#first(store => readWhole(store, place, named.sha384))
  }
}

function listRevoked(entries: readonly PublicKeyEntry[]): readonly string[] {
  return entries.flatMap(({ id, state }) => (state === 'revoked' ? [id] : []))
}

function sizeOf({ bytes, encoded }: ServedFile): number {
  return 1 + bytes.length + [...encoded.values()].reduce((sum, each) => sum + each.length, 0)
}

async function readWhole(store: Store, place: string, hash: string): Promise<ServedFile | undefined> {
  const [bytes, ...packed] = await Promise.all([place, ...siblings.map(({ suffix }) => place + suffix)].map(store.read))
  if (!bytes) return undefined
  if (hashSha384(bytes) !== hash) throw new Error(`${place} differs from the published file`)
  const encoded = new Map<string, Buffer>()
  for (const [at, { suffix, encoding }] of siblings.entries()) {
    const sibling = packed[at]
    if (sibling && (await isCompressedForm(suffix, sibling, bytes))) encoded.set(encoding, sibling)
  }
  return { bytes, encoded }
}
