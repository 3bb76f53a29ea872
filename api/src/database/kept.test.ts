import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { logTo } from '../log.ts'
import { startService, type TestService } from '../testing/start-service.ts'
import type { Engine, Hearing } from './engine.ts'
import { keptOf } from './kept.ts'

let service: TestService
beforeAll(async () => void (service = await startService()), 60_000)
afterAll(() => service.stop())

/** A name that stays once it is kept: hearing begins with the first that asks. */
async function untilKept(make: () => Promise<number>): Promise<void> {
  const { kept } = service.services
  await vi.waitFor(async () => expect(await kept.keep('n', make)).toBe(await kept.keep('n', make)), 10_000)
}

it('is made once, and again after a table that is the same for everybody has changed', async () => {
  const { kept, database } = service.services
  let made = 0
  const make = async () => (made += 1)
  await untilKept(make)
  for (const change of ['UPDATE region SET position = position', 'UPDATE payway SET position = position']) {
    const before = made
    expect(await kept.keep('n', make)).toBe(before)
    await database.transaction(tx => sql.raw(change).execute(tx))
    await expect.poll(() => kept.keep('n', make), { timeout: 10_000 }).toBeGreaterThan(before)
  }
})

it('is not kept when something changed while it was made', async () => {
  const { kept } = service.services
  await untilKept(async () => 1)
  expect(
    await kept.keep('late', async () => {
      kept.forget()
      return 'old'
    }),
  ).toBe('old')
  expect(await kept.keep('late', async () => 'new')).toBe('new')
})

it('keeps nothing while changes are not heard', async () => {
  let hearing: Hearing | undefined
  const engine = {
    listen: async (given: Hearing) => {
      hearing = given
      return async () => undefined
    },
  } as Engine
  const kept = keptOf(engine, logTo('silent'))
  let made = 0
  const ask = () => kept.keep('n', async () => (made += 1))
  await ask()
  expect([await ask(), await ask()]).toEqual([2, 2])
  hearing?.lost?.()
  expect([await ask(), await ask()]).toEqual([3, 4])
  hearing?.missed()
  expect([await ask(), await ask()]).toEqual([5, 5])
  await kept.stop()
})
