import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { hasCode, syncFolder, writeSynced } from './durable.ts'
import { withLock, type HeldLock } from './lock.ts'
import { layout, type Store } from './store.ts'

/**
 * The store as a folder. The pointer is a link to the folder of the live generation. Everything is written aside
 * (`.staging`), flushed to disk and renamed, so that a reader, or a crash at any moment, sees the old or the new state
 * and nothing between.
 */
export function createFolderStore(root: string): Store {
  const at = (path: string) => {
    const whole = normalize(join(root, path))
    if (!whole.startsWith(`${normalize(root)}/`)) throw new Error(`a path that leaves the store: ${path}`)
    return whole
  }
  const reads = createReader(root, at)
  const held = new AsyncLocalStorage<HeldLock>()
  const confirmLock = async () => held.getStore()?.confirm()
  return {
    ...reads,
    ...createAdder(at, confirmLock),
    async remove(path) {
      await confirmLock()
      // Moved away in one step, then deleted: no reader sees a folder with half its files.
      await withStagingFolder(at, async aside => {
        await rename(at(path), join(aside, 'gone')).catch(error => {
          if (!hasCode(error, 'ENOENT')) throw error
        })
      })
    },
    async movePointer(from, to) {
      if ((await reads.pointer()) !== from) return false
      await withStagingFolder(at, async aside => {
        await symlink(layout.live(to), join(aside, 'current'))
        await confirmLock()
        await rename(join(aside, 'current'), at('current'))
        await syncFolder(root)
      })
      return true
    },
    async exclusively(work) {
      await mkdir(root, { recursive: true })
      return withLock(join(root, 'lock'), 10_000, async lock => {
        await sweepStaging(at('.staging'))
        return held.run(lock, work)
      })
    },
  }
}

/** From a path in the store to one on the disk. @throws where it leaves the store */
type At = (path: string) => string

function createReader(root: string, at: At): Pick<Store, 'read' | 'has' | 'list' | 'pointer'> {
  async function read(path: string): Promise<Buffer | undefined> {
    try {
      return await readFile(at(path))
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined
      throw error
    }
  }
  return {
    read,
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
    async pointer() {
      const text = await readPointerText(at('current'))
      if (text === undefined) return 0
      const [, number] = /^(?:live\/)?([1-9][0-9]{0,8})$/.exec(text) ?? []
      if (number === undefined)
        throw new Error(`the pointer file ${join(root, 'current')} is damaged: "${text.slice(0, 40)}"`)
      return Number(number)
    },
  }
}

/** `live/<n>` from the link; `<n>` from the file that stood here before there was one. Undefined where nothing is. */
async function readPointerText(path: string): Promise<string | undefined> {
  try {
    return await readlink(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (!hasCode(error, 'EINVAL')) throw error
    return (await readFile(path, 'utf8')).trim()
  }
}

function createAdder(at: At, confirmed: () => Promise<void>): Pick<Store, 'addFolder'> {
  return {
    addFolder: (folder, files) =>
      withStagingFolder(at, async aside => {
        const unfinished = join(aside, 'folder')
        await mkdir(unfinished)
        const folders = new Set([unfinished])
        for (const path of files.keys()) folders.add(dirname(join(unfinished, path)))
        for (const each of folders) await mkdir(each, { recursive: true })
        await Promise.all([...files].map(([path, bytes]) => writeSynced(join(unfinished, path), bytes)))
        for (const each of folders) await syncFolder(each)
        await mkdir(dirname(at(folder)), { recursive: true })
        await confirmed()
        // One step makes the whole folder visible, or fails because the name exists.
        try {
          await rename(unfinished, at(folder))
        } catch (error) {
          if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false
          throw error
        }
        await syncFolder(dirname(at(folder)))
        return true
      }),
  }
}

/** Runs `put` with a temporary folder and removes it afterwards. */
async function withStagingFolder<Result>(at: At, put: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = at(`.staging/${process.pid}-${randomBytes(6).toString('hex')}`)
  await mkdir(folder, { recursive: true })
  try {
    return await put(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what crashed writers left aside. Another writer's staging of this very moment is younger than a minute. */
async function sweepStaging(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const made = await stat(join(folder, name)).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > 60_000) await rm(join(folder, name), { recursive: true, force: true })
  }
}
