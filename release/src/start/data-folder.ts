import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '../store/durable.ts'
import { takeLock } from '../store/lock.ts'
import { CannotStart } from './cannot-start.ts'

/**
 * Takes the data folder for this process: made if missing, rejected if it cannot be written or if a product runs on it.
 *
 * @param address  where this product will listen; shown to a second start in the same folder
 * @returns gives the folder back
 * @throws CannotStart
 */
export async function takeDataFolder(folder: string, address: string): Promise<() => Promise<void>> {
  try {
    await makeFolder(folder)
    const taken = await takeLock(join(folder, 'running.lock'), address)
    if (taken.state === 'mine') return taken.release
    throw new CannotStart(
      `Ad Coin is already running on the data folder ${folder}${taken.note ? ` (${taken.note})` : ''}. Stop it first, or use another DATA_DIR.`,
    )
  } catch (error) {
    if (error instanceof CannotStart) throw error
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new CannotStart(
      `The data folder ${folder} cannot be written (${why}). Make it writable, or use another DATA_DIR.`,
    )
  }
}

/**
 * `mkdir -p` without Node's own: that one never returns where a file system answers ENOENT to a folder that is there
 * (`/proc`).
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const isParentThere = await stat(dirname(folder)).then(
      () => true,
      () => false,
    )
    if (hasCode(error, 'ENOENT') && !isParentThere) {
      await makeFolder(dirname(folder))
      await makeFolder(folder)
    } else if (!hasCode(error, 'EEXIST') || !(await stat(folder)).isDirectory()) throw error
  }
}
