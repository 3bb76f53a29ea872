import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEmbeddedEngine } from './embedded-engine.ts'
import type { Engine } from './engine.ts'
import { lockFolder } from './folder-lock.ts'

export type EmbeddedFolderOptions = {
  readonly dataDir: string
  readonly say: (sentence: string) => void
  readonly openWithinMs?: number
  readonly archive?: Blob
}

const dumpsKept = 3

/**
 * The embedded database in `<dataDir>/database`, with what keeps it whole: one process (lock), a first boot that
 * appears complete or not at all (made beside, then renamed), a watchdog at the opening, and dumps.
 */
export async function openEmbeddedFolder({
  dataDir,
  say,
  openWithinMs = 60_000,
  archive,
}: EmbeddedFolderOptions): Promise<Engine> {
  mkdirSync(dataDir, { recursive: true })
  const unlock = lockFolder(join(dataDir, 'database.lock'))
  const folder = join(dataDir, 'database')
  try {
    removeHalfMade(dataDir)
    if (!existsSync(folder)) await firstBoot(folder, archive)
    const engine = await openWithin(folder, openWithinMs, dataDir)
    say(
      'Embedded database: for evaluation. It survives a killed process, not a power cut; production runs on PostgreSQL (DATABASE_URL).',
    )
    return {
      ...engine,
      async close() {
        await keepDump(engine, dataDir).catch((error: unknown) =>
          say(`The closing dump was not written: ${error instanceof Error ? error.message : String(error)}`),
        )
        await engine.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Writes a dump and keeps the newest three. */
export async function keepDump(engine: Engine, dataDir: string): Promise<string | undefined> {
  if (!engine.dump) return undefined
  const folder = join(dataDir, 'dumps')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.tar.gz`)
  const lane = await engine.acquire()
  try {
    writeFileSync(`${path}.tmp`, await engine.dump(), { mode: 0o600 })
  } finally {
    lane.release()
  }
  renameSync(`${path}.tmp`, path)
  for (const old of dumpsOf(dataDir).slice(0, -dumpsKept)) rmSync(join(folder, old), { force: true })
  return path
}

function dumpsOf(dataDir: string): string[] {
  const folder = join(dataDir, 'dumps')
  return existsSync(folder)
    ? readdirSync(folder)
        .filter(name => name.endsWith('.tar.gz'))
        .sort()
    : []
}

const halfMade = /^database\.tmp-[0-9]+$/

function removeHalfMade(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (halfMade.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** A kill in the middle leaves a folder that the next start removes, never one that does not open. */
async function firstBoot(folder: string, archive: Blob | undefined): Promise<void> {
  const made = `${folder}.tmp-${process.pid}`
  const engine = await createEmbeddedEngine({ folder: made, ...(archive ? { archive } : {}) })
  await engine.close()
  renameSync(made, folder)
}

async function openWithin(folder: string, ms: number, dataDir: string): Promise<Engine> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>(
    (_, failed) => (timer = setTimeout(() => failed(new Error(`it did not open within ${ms / 1000} s`)), ms)),
  )
  try {
    return await Promise.race([createEmbeddedEngine({ folder }), late])
  } catch (error) {
    // The folder stays: the cause may be a full disk or a busy machine, and an empty database would look like lost
    // money.
    const dump = dumpsOf(dataDir).at(-1)
    throw new Error(
      `The embedded database in ${folder} could not be opened (${error instanceof Error ? error.message : String(error)}). Nothing was changed; free disk or memory and start again. If it stays broken, move it away: mv ${folder} ${folder}.broken` +
        (dump
          ? `, and restore the last dump: mkdir ${folder} && tar -xzf ${join(dataDir, 'dumps', dump)} -C ${folder}`
          : '; there is no dump yet, so the next start creates an empty database.'),
      { cause: error },
    )
  } finally {
    clearTimeout(timer)
  }
}

/** A dump as the beginning of a new database: what a test file starts from. */
export function readArchive(path: string): Blob {
  return new Blob([readFileSync(path)], { type: 'application/gzip' })
}
