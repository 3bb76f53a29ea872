import { createHash } from 'node:crypto'
import type { S3Bucket } from '../src/store/objects/s3-bucket.ts'
import type { Clock } from '../src/store/objects/lease.ts'

/** A clock that tests move: nothing waits in real time. */
export function createMovedClock(): Clock & { until<Result>(work: Promise<Result>): Promise<Result> } {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const after = (ms: number, run: () => void) => void timers.push({ at: now + ms, run })
  return {
    now: () => now,
    sleep: ms => new Promise(done => after(ms, done)),
    every(ms, work) {
      let isOver = false
      const again = () =>
        after(ms, () => {
          if (isOver) return
          work()
          again()
        })
      again()
      return () => void (isOver = true)
    },
    /** Moves on, a tenth of a second at a time, until the work is over. */
    async until(work) {
      let isOver = false
      work.then(
        () => (isOver = true),
        () => (isOver = true),
      )
      while (!isOver) {
        now += 100
        const due = timers.filter(({ at }) => at <= now)
        timers = timers.filter(({ at }) => at > now)
        for (const { run } of due) run()
        await new Promise(done => setImmediate(done))
      }
      return work
    },
  }
}

/** Objects in memory, and a bucket over them whose every request arrives so late. */
export function createMemoryObjects(clock: Clock) {
  const objects = new Map<string, { bytes: Buffer; tag: string }>()
  let writes = 0
  return {
    objects,
    bucket: (lateMs: () => number): S3Bucket => {
      const arrive = async () => {
        const ms = lateMs()
        if (ms > 0) await clock.sleep(ms)
      }
      const set = (key: string, bytes: Buffer) =>
        objects.set(key, { bytes, tag: `${createHash('md5').update(bytes).digest('hex')}.${writes++}` })
      return {
        async get(key) {
          await arrive()
          const found = objects.get(key)
          return found && { ...found, writer: undefined }
        },
        async put(key, bytes) {
          await arrive()
          set(key, bytes)
        },
        async putIfUnchanged(key, tag, bytes) {
          await arrive()
          if (objects.get(key)?.tag !== tag) return false
          set(key, bytes)
          return true
        },
        async listNames(folder) {
          await arrive()
          const below = [...objects.keys()].filter(key => key.startsWith(`${folder}/`))
          return [...new Set(below.map(key => key.slice(folder.length + 1).split('/')[0] ?? ''))].sort()
        },
        async listKeys(start) {
          await arrive()
          return [...objects.keys()].filter(key => key.startsWith(start)).map(key => ({ key, ageMs: 0 }))
        },
        async remove(keys) {
          await arrive()
          for (const key of keys) objects.delete(key)
        },
      }
    },
  }
}
