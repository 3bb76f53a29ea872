import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { logTo } from '../log.ts'
import { startService, type TestService } from '../testing/start-service.ts'
import type { Engine, Hearing } from './engine.ts'
import { keptOf } from './shared-cache.ts'

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

/** Kept on an engine whose hearing the test decides about. */
function keptWithHearing() {
  const current: { hearing?: Hearing } = {}
  const listen = async (given: Hearing) => ((current.hearing = given), async () => undefined)
  const kept = keptOf({ listen } as Engine, logTo('silent'))
  let made = 0
  return { kept, heard: current, ask: () => kept.keep('n', async () => (made += 1)) }
}

it('is made each time while no notifications arrive', async () => {
  const { kept, heard, ask } = keptWithHearing()
  await ask()
  expect([await ask(), await ask()]).toEqual([2, 2])
  heard.hearing?.lost?.()
  expect([await ask(), await ask()]).toEqual([3, 4])
  heard.hearing?.missed()
  expect([await ask(), await ask()]).toEqual([5, 5])
  await kept.stop()
})

it('is answered at once as long as it would not be made again', async () => {
  const { kept, heard, ask } = keptWithHearing()
  await ask()
  // What was made before anything was heard may miss a change.
  expect(kept.atOnce('n')).toBeUndefined()
  expect(await ask()).toBe(kept.atOnce('n'))
  heard.hearing?.heard('shared_changed', '')
  expect(kept.atOnce('n')).toBeUndefined()
  expect(await ask()).toBe(kept.atOnce('n'))
  heard.hearing?.lost?.()
  expect(kept.atOnce('n')).toBeUndefined()
  await kept.stop()
})

it('was last known for ten minutes, whether notifications arrive or not', async () => {
  const { kept, heard, ask } = keptWithHearing()
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  try {
    expect(kept.lastKnown('n')).toBeUndefined()
    await ask()
    heard.hearing?.lost?.()
    now.mockReturnValue(600_999)
    expect(kept.lastKnown('n')).toBe(1)
    heard.hearing?.missed()
    expect(kept.lastKnown('n')).toBe(1)
    now.mockReturnValue(601_000)
    expect(kept.lastKnown('n')).toBeUndefined()
  } finally {
    now.mockRestore()
  }
  await kept.stop()
})

it('is not known any more once a notification arrived, nor what was being made meanwhile', async () => {
  const { kept, heard, ask } = keptWithHearing()
  await ask()
  expect(kept.lastKnown('n')).toBe(1)
  await kept.keep('late', async () => heard.hearing?.heard('shared_changed', ''))
  expect([kept.lastKnown('n'), kept.lastKnown('late')]).toEqual([undefined, undefined])
  await kept.stop()
})
