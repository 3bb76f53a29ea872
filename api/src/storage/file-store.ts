import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Storage of the bytes: the data folder, or a bucket (`bucket-store.ts`). Keys are ours, never a name that a person
 * gave.
 */
export interface FileStore {
  /** Whole or not at all. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Nothing when it is gone. */
  read(key: string): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(key: string): Promise<void>
  /** A path for an incoming file; removed by `sweep` if the receiver does not. */
  temporaryPath(): Promise<string>
  /** Removes what was half received before `olderThan`. */
  sweep(olderThan: Date): Promise<number>
}

const keyPattern = /^[0-9a-f]{32}\.[a-z0-9]{3,4}$/

/** 128 random bits: the id of a file, and the name of its bytes. */
export const createFileId = (): string => randomBytes(16).toString('hex')

/** The key itself. @throws where it is not one of ours */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error('a storage key that is not ours')
  return key
}

export function createDiskStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files')
  const pathOf = (key: string): string => join(root, checkKey(key).slice(0, 2), key)
  return {
    ...createLocalIncoming(dataDir),
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(join(root, key.slice(0, 2)), { recursive: true })
      const half = `${path}.${randomBytes(4).toString('hex')}.half`
      await writeFile(half, bytes, { mode: 0o600 })
      await rename(half, path)
    },
    async read(key) {
      const path = pathOf(key)
      const info = await stat(path).catch(() => undefined)
      return info && { stream: createReadStream(path), bytes: info.size }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

/** Incoming files are on this machine's disk. */
export function createLocalIncoming(dataDir: string): Pick<FileStore, 'temporaryPath' | 'sweep'> {
  const incoming = join(dataDir, 'files', 'incoming')
  return {
    async temporaryPath() {
      await mkdir(incoming, { recursive: true })
      return join(incoming, createFileId())
    },
    async sweep(olderThan) {
      let removed = 0
      for (const name of await readdir(incoming).catch(() => [])) {
        const info = await stat(join(incoming, name)).catch(() => undefined)
        if (!info || info.mtime >= olderThan) continue
        await unlink(join(incoming, name)).then(
          () => {
            removed += 1
          },
          () => undefined,
        )
      }
      return removed
    },
  }
}
