import { expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { freshEngine } from '../testing/fresh-engine.ts'
import { createJobs } from './jobs.ts'

it('are reported once while the database takes none, not every few seconds by each lane', async () => {
  let [problem, tried, logged] = ['', 0, 0]
  const { engine, drop } = await freshEngine()
  const database = openDatabase(engine)
  const { transaction } = database
  Object.assign(database, {
    transaction: (async work => {
      tried += 1
      if (problem !== '') throw new Error(problem)
      return transaction(work)
    }) satisfies typeof transaction,
  })
  const log = { error: () => void (logged += 1), warn: () => undefined }
  const jobs = createJobs(database, () => new Date(), log, 5)
  jobs.handle('one', { run: async () => undefined })
  jobs.handle('two', { run: async () => undefined }, 'slow')
  await jobs.start()
  for (const [now, lines] of [
    ['read-only', 1],
    ['', 1],
    ['read-only', 2],
    ['away', 3],
  ] as const) {
    problem = now
    const before = tried
    await expect.poll(() => tried).toBeGreaterThan(before + 20)
    expect(logged).toBe(lines)
  }
  await jobs.stop()
  await database.close()
  await drop()
}, 60_000)
