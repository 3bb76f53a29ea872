import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { Refused } from '../refusal.ts'
import { hasCode } from './durable.ts'
import { storeBusy } from './store.ts'

/** The holder of a lock: enough to see whether that process still lives, though its number was given away again. */
type Holder = {
  readonly host: string
  readonly pid: number
  readonly started: string
  readonly token: string
  readonly note: string
}

/**
 * A holder on another machine (or in another container) cannot be looked at; it refreshes its lock every few seconds.
 */
const foreignStaleMs = 30_000
const refreshMs = 5_000

/**
 * Runs `work` while this process holds the lock file, over all processes that share the folder.
 * A lock whose holder died is taken over.
 *
 * @throws Refused when a living holder keeps it for longer than `waitMs`
 */
export async function withLock<Result>(
  path: string,
  waitMs: number,
  work: (lock: HeldLock) => Promise<Result>,
): Promise<Result> {
  const end = Date.now() + waitMs
  for (;;) {
    const taken = await takeLock(path)
    if (taken.state === 'mine') {
      try {
        return await work(taken)
      } finally {
        await taken.release()
      }
    }
    if (Date.now() > end) throw new Refused(storeBusy)
    await new Promise(done => setTimeout(done, 20))
  }
}

export type HeldLock = {
  /** @throws Refused when another process has taken over meanwhile, because this one slept */
  confirm(): Promise<void>
}
export type LockAttempt =
  | ({ readonly state: 'mine'; release(): Promise<void> } & HeldLock)
  | { readonly state: 'held'; readonly note: string }

/**
 * Takes a lock file once, without waiting.
 *
 * @param note  written into the file, for an operator who finds the lock held
 */
export async function takeLock(path: string, note = ''): Promise<LockAttempt> {
  const mine: Holder = {
    host: hostname(),
    pid: process.pid,
    started: readProcessStart(process.pid),
    token: randomBytes(8).toString('hex'),
    note,
  }
  const aside = `${path}.${mine.token}`
  const text = JSON.stringify(mine)
  await writeFile(aside, text)
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        await link(aside, path)
        break
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error
      }
      const held = await removeIfDead(path, mine.token)
      if (held !== undefined || attempt === 5) return { state: 'held', note: held ?? '' }
    }
  } finally {
    await rm(aside, { force: true })
  }
  const isMine = async () => (await readFile(path, 'utf8').catch(() => '')) === text
  const refresh = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), refreshMs)
  refresh.unref()
  return {
    state: 'mine',
    async confirm() {
      if (!(await isMine())) throw new Refused(storeBusy)
    },
    async release() {
      clearInterval(refresh)
      if (await isMine()) await rm(path, { force: true })
    },
  }
}

/** Is the process that wrote this lock text still at work? Undefined when there is no way to know. */
export function isHolderAlive(text: string): boolean | undefined {
  const holder = parse(text)
  if (!holder) return false
  if (holder.host !== hostname()) return undefined
  return readProcessStart(holder.pid) === holder.started && holder.started !== ''
}

/**
 * Takes a dead holder's lock away. Renamed first and looked at again: two waiters never both remove, and a fresh lock
 * goes back.
 *
 * @returns the note of a holder that lives, else undefined
 */
async function removeIfDead(path: string, token: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  if (await isAlive(path, text)) return parse(text)?.note ?? ''
  const removed = `${path}.dead-${token}`
  await rename(path, removed).catch(() => undefined)
  const taken = await readFile(removed, 'utf8').catch(() => text)
  if (taken !== text) await link(removed, path).catch(() => undefined)
  await rm(removed, { force: true })
  return undefined
}

async function isAlive(path: string, text: string): Promise<boolean> {
  const known = isHolderAlive(text)
  if (known !== undefined) return known
  const file = await stat(path).catch(() => undefined)
  return file !== undefined && Math.abs(Date.now() - file.mtimeMs) < foreignStaleMs
}

function parse(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder> | null
    return value && typeof value.pid === 'number' && typeof value.host === 'string' && typeof value.started === 'string'
      ? (value as Holder)
      : undefined
  } catch {
    return undefined
  }
}

/**
 * When a process began, in kernel ticks, or an empty text where it is gone. Without /proc: whether it takes a signal.
 */
export function readProcessStart(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    if (process.platform === 'linux') return ''
    try {
      process.kill(pid, 0)
      return 'running'
    } catch (error) {
      return hasCode(error, 'EPERM') ? 'running' : ''
    }
  }
}
