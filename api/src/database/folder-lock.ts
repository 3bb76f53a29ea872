import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'

type Holder = { pid: number; started: string }

/**
 * One process per embedded folder: two would both open it and overwrite each other without an error (measured).
 * The lock of a process that no longer lives is taken over.
 *
 * @throws a sentence that names the holder
 */
export function lockFolder(path: string): () => void {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = read(path)
      if (holder && isAlive(holder))
        throw new Error(
          `The data folder is in use by another running Ad Coin (process ${holder.pid}). Stop it first, or choose another DATA_DIR.`,
          { cause: error },
        )
      if (attempt >= 3) throw new Error(`The lock ${path} cannot be taken.`, { cause: error })
      rmSync(path, { force: true })
    }
  }
}

function read(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    return typeof holder.pid === 'number' && typeof holder.started === 'string'
      ? { pid: holder.pid, started: holder.started }
      : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, started }: Holder): boolean {
  if (pid === process.pid) return startOf(pid) === started
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = startOf(pid)
  return now === '' || now === started
}

/**
 * Start of a process, in ticks since the machine's start: a reused pid has another. Empty if the system does not report
 * it.
 */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
