import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { hasCode, syncFolder, writeSynced } from './durable.ts'
import { withLock } from './lock.ts'
import type { Store } from './store.ts'

/**
 * The store as a folder. Everything is written aside (`.staging`), flushed to disk and renamed, so that a reader, or a
 * crash at any moment, sees the old or the new state and nothing between.
 */
export function folderStore(root: string): Store {
  const at = (path: string) => {
    const whole = normalize(join(root, path))
    if (!whole.startsWith(`${normalize(root)}/`)) throw new Error(`a path that leaves the store: ${path}`)
    return whole
  }
  const staging = async () => {
    const folder = at(`.staging/${process.pid}-${randomBytes(6).toString('hex')}`)
    await mkdir(folder, { recursive: true })
    return folder
  }

  async function read(path: string): Promise<Buffer | undefined> {
    try {
      return await readFile(at(path))
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined
      throw error
    }
  }

  async function pointer(): Promise<number> {
    const text = (await read('current'))?.toString('utf8').trim()
    if (text === undefined) return 0
    if (!/^[1-9][0-9]{0,8}$/.test(text))
      throw new Error(`the pointer file ${join(root, 'current')} is damaged: "${text.slice(0, 40)}"`)
    return Number(text)
  }

  /** Runs `put` with a staging folder that is gone afterwards. */
  async function staged<Result>(put: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = await staging()
    try {
      return await put(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    read,
    pointer,
    has: path =>
      stat(at(path)).then(
        found => found.isFile(),
        () => false,
      ),
    async list(folder) {
      try {
        return (await readdir(at(folder))).sort()
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
        throw error
      }
    },
    addFolder: (folder, files) =>
      staged(async aside => {
        const half = join(aside, 'folder')
        await mkdir(half)
        const folders = new Set([half])
        for (const path of files.keys()) folders.add(dirname(join(half, path)))
        for (const each of folders) await mkdir(each, { recursive: true })
        await Promise.all([...files].map(([path, bytes]) => writeSynced(join(half, path), bytes)))
        for (const each of folders) await syncFolder(each)
        await mkdir(dirname(at(folder)), { recursive: true })
        try {
          await rename(half, at(folder))
        } catch (error) {
          if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false
          throw error
        }
        await syncFolder(dirname(at(folder)))
        return true
      }),
    addFile: (path, bytes) =>
      staged(async aside => {
        await writeSynced(join(aside, 'file'), bytes)
        await mkdir(dirname(at(path)), { recursive: true })
        try {
          await link(join(aside, 'file'), at(path))
        } catch (error) {
          if (hasCode(error, 'EEXIST')) return false
          throw error
        }
        await syncFolder(dirname(at(path)))
        return true
      }),
    async remove(path) {
      // Out of sight in one step, then deleted at leisure: no reader meets a folder with half its files.
      await staged(async aside => {
        await rename(at(path), join(aside, 'gone')).catch(error => {
          if (!hasCode(error, 'ENOENT')) throw error
        })
      })
    },
    async movePointer(from, to) {
      if ((await pointer()) !== from) return false
      await staged(async aside => {
        await writeSynced(join(aside, 'current'), Buffer.from(`${to}\n`))
        await rename(join(aside, 'current'), at('current'))
        await syncFolder(root)
      })
      return true
    },
    async exclusively(work, waitMs = 10_000) {
      await mkdir(root, { recursive: true })
      return withLock(join(root, 'lock'), waitMs, async () => {
        await sweepStaging(at('.staging'))
        return work()
      })
    },
  }
}

/** Removes what crashed writers left aside. Another writer's staging of this very moment is younger than a minute. */
async function sweepStaging(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const made = await stat(join(folder, name)).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > 60_000) await rm(join(folder, name), { recursive: true, force: true })
  }
}
