import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Refused } from '../../refusal.ts'
import { storeBusy } from '../store.ts'
import type { S3Bucket } from './s3-bucket.ts'

/** The object that one writer at a time holds. It is never removed: a writer that is done marks it as free. */
const key = 'lock'
/** A waiting writer measures by its own clock how long the object has not changed; the time of day does not matter. */
const deadAfterMs = 8_000
/** A writer never gives up before it may take over from a dead holder. */
const waitMs = 10_000
const beatMs = 1_000
/** Older than this, a holder asks the store before it writes: it may have slept while another took over. */
const sureForMs = 5_000

export type Lease = {
  /** @throws Refused when another writer has taken over meanwhile */
  confirm(): Promise<void>
  /** Rejects with Refused as soon as it is known that another writer has taken over. */
  readonly lost: Promise<never>
  release(): Promise<void>
}

/** Milliseconds from any start, and waiting; tests bring one of their own. */
export type Clock = {
  now(): number
  sleep(ms: number): Promise<void>
  /** @returns ends it */
  every(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: ms => new Promise(done => setTimeout(done, ms)),
  every(ms, work) {
    const timer = setInterval(work, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}

/** @throws Refused when a writer that lives keeps it for longer than `waitMs` */
export async function takeLease(bucket: S3Bucket, clock: Clock): Promise<Lease> {
  const start = clock.now()
  let seen: { readonly tag: string; readonly at: number } | undefined
  for (;;) {
    const found = await bucket.get(key)
    if (found?.tag !== seen?.tag) seen = found && { tag: found.tag, at: clock.now() }
    const isDead = seen !== undefined && clock.now() - seen.at > deadAfterMs
    if (!found || isFree(found.bytes) || isDead) {
      const at = clock.now()
      const mine = writeState('held')
      if (await bucket.putIfUnchanged(key, found?.tag, mine)) return holdLease(bucket, mine, at, clock)
    }
    if (clock.now() - start > waitMs) throw new Refused(storeBusy)
    await clock.sleep(40 + Math.random() * 60)
  }
}

function holdLease(bucket: S3Bucket, first: Buffer, takenAt: number, clock: Clock): Lease {
  let mine = first
  let sureAt = takenAt
  let isLost = false
  let last: Promise<void> = Promise.resolve()
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => undefined)

  // One after the other: each beat writes over the one before.
  const write = (state: 'held' | 'free') =>
    (last = last
      .catch(() => undefined)
      .then(async () => {
        const at = clock.now()
        const found = await bucket.get(key)
        const next = writeState(state)
        isLost ||= !found?.bytes.equals(mine) || !(await bucket.putIfUnchanged(key, found.tag, next))
        if (isLost) return lost.reject(new Refused(storeBusy))
        mine = next
        sureAt = at
      }))
  // Beats of a slow store do not queue up: a confirmation would wait for all of them.
  let isBeating = false
  const endBeat = clock.every(beatMs, () => {
    if (isBeating) return
    isBeating = true
    void write('held')
      .catch(() => undefined)
      .finally(() => (isBeating = false))
  })

  return {
    lost: lost.promise,
    async confirm() {
      if (!isLost && clock.now() - sureAt > sureForMs) await write('held')
      if (isLost) throw new Refused(storeBusy)
    },
    async release() {
      endBeat()
      // A store that cannot be reached frees itself: the lease is dead soon.
      if (!isLost) await write('free').catch(() => undefined)
    },
  }
}

/** Never twice the same, so that a tag never comes back. */
function writeState(state: 'held' | 'free'): Buffer {
  return Buffer.from(JSON.stringify({ state, host: hostname(), pid: process.pid, beat: randomUUID() }))
}

function isFree(bytes: Buffer): boolean {
  try {
    return (JSON.parse(bytes.toString('utf8')) as { state?: unknown }).state === 'free'
  } catch {
    return false
  }
}
