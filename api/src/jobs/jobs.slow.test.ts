// @postgres
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { logTo } from '../log.ts'
import { freshEngine } from '../testing/fresh-engine.ts'
import { jobsOf, type Jobs } from './jobs.ts'

let [database, drop, ahead]: [Database | undefined, () => Promise<void>, number] = [undefined, async () => undefined, 0]
const db = (): Database => {
  if (!database) throw new Error('not opened')
  return database
}
const now = () => new Date(Date.now() + ahead)
const runner = (): Jobs => jobsOf(db(), now, logTo('silent'), 20)
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

  it('that waited behind slow ones until their lease was over are left to the replica that has them', async () => {
    const [one, two] = [runner(), runner()]
    const done: string[] = []
    one.handle('send', {
      async run({ id }) {
        // Slower than the lease: the other replica takes what waits behind this one.
        if (id === 'first') {
          ahead += 61_000
          await two.runDue()
        }
        done.push(String(id))
      },
    })
    two.handle('send', { run: async ({ id }) => void (id === 'second' && done.push('second elsewhere')) })
    for (const id of ['first', 'second']) await add(one, { kind: 'send', payload: { id } })
    await one.runDue()
    expect(done).toEqual(['second elsewhere', 'first'])
  })

  it('wake who sleeps: one that is added is done long before it would have looked by itself', async () => {
    const jobs = jobsOf(db(), now, logTo('silent'), 3_600_000)
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
