// @postgres
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { createLog } from '../log.ts'
import { freshEngine } from '../testing/fresh-engine.ts'
import { createJobs, type Jobs } from './jobs.ts'

let [database, drop, ahead]: [Database | undefined, () => Promise<void>, number] = [undefined, async () => undefined, 0]
const db = (): Database => {
  if (!database) throw new Error('not opened')
  return database
}
const now = () => new Date(Date.now() + ahead)
const runner = (): Jobs => createJobs(db(), now, createLog('silent'), 20)
const add = (jobs: Jobs, job: Parameters<Jobs['enqueue']>[1]) => db().transaction(tx => jobs.enqueue(tx, job))
const left = async () => (await db().read.selectFrom('job').select('kind').execute()).length

beforeEach(async () => {
  ahead = 0
  const fresh = await freshEngine()
  ;[database, drop] = [openDatabase(fresh.engine), fresh.drop]
}, 60_000)
afterEach(async () => {
  await db().close()
  await drop()
})

describe('jobs', () => {
  it('exist exactly when the change that made them was committed', async () => {
    const jobs = runner()
    let runs = 0
    jobs.handle('count', { run: async () => void (runs += 1) })
    await db()
      .transaction(async tx => {
        await jobs.enqueue(tx, { kind: 'count' })
        throw new Error('no')
      })
      .catch(() => undefined)
    expect(await jobs.runDue()).toBe(0)
    await add(jobs, { kind: 'count' })
    expect(await jobs.runDue()).toBe(1)
    expect([runs, await left()]).toEqual([1, 0])
  })

  it('run once on two runners at once', async () => {
    const [one, two] = [runner(), runner()]
    const seen: string[] = []
    for (const [name, jobs] of [
      ['one', one],
      ['two', two],
    ] as const)
      jobs.handle('work', { run: async payload => void seen.push(`${name} ${String(payload.id)}`) })
    for (let id = 0; id < 20; id += 1) await add(one, { kind: 'work', payload: { id } })
    await Promise.all([one.runDue(), two.runDue()])
    expect(seen.map(entry => entry.split(' ')[1]).sort()).toEqual(
      Array.from({ length: 20 }, (_, id) => String(id)).sort(),
    )
  })

  it('that were held by a killed process run after its lease, and their transaction happens once', async () => {
    const jobs = runner()
    jobs.handle('pay', {
      transaction: async tx =>
        void (await tx.insertInto('audit_log').values({ actor: 'job', action: 'paid' }).execute()),
    })
    await add(jobs, { kind: 'pay' })
    // What a process leaves that was killed between taking the job and doing it.
    await db().transaction(tx =>
      tx
        .updateTable('job')
        .set({ attempts: 1, locked_until: new Date(now().getTime() + 60_000) })
        .execute(),
    )
    expect(await jobs.runDue()).toBe(0)
    ahead = 61_000
    expect(await jobs.runDue()).toBe(1)
    expect(await db().read.selectFrom('audit_log').select('action').execute()).toEqual([{ action: 'paid' }])
    expect(await left()).toBe(0)
  })

  it('that fail come back later and later, and stop after eight tries without blocking others', async () => {
    const jobs = runner()
    let [failures, others] = [0, 0]
    jobs.handle('bad', {
      transaction: async tx => {
        failures += 1
        await tx.insertInto('audit_log').values({ actor: 'job', action: 'half' }).execute()
        throw new Error('broken')
      },
    })
    jobs.handle('good', { run: async () => void (others += 1) })
    await add(jobs, { kind: 'bad' })
    await add(jobs, { kind: 'good' })
    await jobs.runDue()
    expect([failures, others]).toEqual([1, 1])
    expect(await jobs.runDue()).toBe(0)
    for (let round = 0; round < 12; round += 1) {
      ahead += 3_600_000
      await jobs.runDue()
    }
    expect(failures).toBe(8)
    expect(await db().read.selectFrom('job').select(['last_error', 'attempts']).executeTakeFirstOrThrow()).toEqual({
      last_error: 'broken',
      attempts: 8,
    })
    expect(await db().read.selectFrom('audit_log').select('id').execute()).toEqual([])
  })

  it('with the same key wait as one', async () => {
    const jobs = runner()
    let runs = 0
    jobs.handle('once', { run: async () => void (runs += 1) })
    await add(jobs, { kind: 'once', uniqueKey: 'a' })
    await add(jobs, { kind: 'once', uniqueKey: 'a' })
    await add(jobs, { kind: 'once', uniqueKey: 'b' })
    await jobs.runDue()
    expect(runs).toBe(2)
  })

  it('that run longer than their lease stay with their holder', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const [one, two] = [runner(), runner()]
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
      let runs = 0
      for (const jobs of [one, two]) jobs.handle('long', { run: () => ((runs += 1), isOver) })
      await add(one, { kind: 'long' })
      const running = one.runDue()
      await expect.poll(() => runs).toBe(1)
      ahead = 50_000
      await vi.advanceTimersByTimeAsync(20_000)
      ahead = 100_000
      expect(await two.runDue()).toBe(0)
      end()
      expect([await running, await left()]).toEqual([1, 0])
    } finally {
      vi.useRealTimers()
    }
  })

  it('that say when they may run again come back then, as often as they must', async () => {
    const jobs = runner()
    jobs.handle('paused', {
      async run() {
        throw Object.assign(new Error('paused'), { retryAt: new Date(now().getTime() + 15_000) })
      },
    })
    await add(jobs, { kind: 'paused' })
    for (let round = 0; round < 12; round += 1) {
      expect(await jobs.runDue()).toBe(1)
      ahead += 16_000
    }
    expect(await db().read.selectFrom('job').select(['attempts', 'failed_at']).executeTakeFirstOrThrow()).toEqual({
      attempts: 0,
      failed_at: null,
    })
  })

  it('of a lane that hangs delay no other lane, and a stop takes five seconds at most', async () => {
    const jobs = createJobs(db(), now, createLog('silent'), 3_600_000)
    const never = new Promise<void>(() => undefined)
    let [hanging, sent] = [0, 0]
    jobs.handle('pay', { run: () => ((hanging += 1), never) }, 'payout')
    jobs.handle('send', { run: async () => void (sent += 1) }, 'sms')
    await jobs.start()
    for (let count = 0; count < 10; count += 1) await add(jobs, { kind: 'pay' })
    await expect.poll(() => hanging, { timeout: 5_000 }).toBe(4)
    const began = performance.now()
    await add(jobs, { kind: 'send' })
    await expect.poll(() => sent, { timeout: 5_000 }).toBe(1)
    expect(performance.now() - began).toBeLessThan(1_000)
    const stopping = performance.now()
    await jobs.stop()
    expect(performance.now() - stopping).toBeLessThan(5_000)
    expect(hanging).toBe(4)
  }, 20_000)

  it('wake who sleeps: one that is added is done long before it would have looked by itself', async () => {
    const jobs = createJobs(db(), now, createLog('silent'), 3_600_000)
    const done: string[] = []
    jobs.handle('work', { run: async ({ id }) => void done.push(String(id)) })
    await jobs.start()
    for (const id of ['at once', 'again']) {
      await add(jobs, { kind: 'work', payload: { id } })
      await expect.poll(() => done.at(-1), { timeout: 10_000 }).toBe(id)
    }
    await add(jobs, { kind: 'work', payload: { id: 'later' }, runAt: new Date(now().getTime() + 300) })
    await expect.poll(() => done.at(-1), { timeout: 10_000 }).toBe('later')
    await jobs.stop()
  }, 40_000)

  it('that recur come back after their time, on one of two replicas', async () => {
    const [one, two] = [runner(), runner()]
    let ticks = 0
    for (const jobs of [one, two]) jobs.every('tick', 60, async () => void (ticks += 1))
    await Promise.all([one.start(), two.start()])
    await expect.poll(() => ticks, { timeout: 5_000 }).toBe(1)
    ahead += 61_000
    await expect.poll(() => ticks, { timeout: 5_000 }).toBe(2)
    await Promise.all([one.stop(), two.stop()])
  }, 20_000)
})
