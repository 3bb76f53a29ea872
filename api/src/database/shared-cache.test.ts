import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import type { Engine, Hearing } from './engine.ts'
import { createSharedCache } from './shared-cache.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

/** A name that stays once it is cached: hearing begins with the first that asks. */
async function untilKept(make: () => Promise<number>): Promise<void> {
  const { sharedCache } = service.services
  await vi.waitFor(
    async () => expect(await sharedCache.getOrLoad('n', make)).toBe(await sharedCache.getOrLoad('n', make)),
    10_000,
  )
}

it('is made once, and again after a table that is the same for everybody has changed', async () => {
  const { sharedCache, database } = service.services
  let made = 0
  const make = async () => (made += 1)
  await untilKept(make)
  for (const change of ['UPDATE region SET position = position', 'UPDATE payway SET position = position']) {
    const before = made
    expect(await sharedCache.getOrLoad('n', make)).toBe(before)
    await database.transaction(tx => sql.raw(change).execute(tx))
    await expect.poll(() => sharedCache.getOrLoad('n', make), { timeout: 10_000 }).toBeGreaterThan(before)
  }
})

it('is not cached when something changed while it was made', async () => {
  const { sharedCache } = service.services
  await untilKept(async () => 1)
  expect(
    await sharedCache.getOrLoad('late', async () => {
      sharedCache.forget()
      return 'old'
    }),
  ).toBe('old')
  expect(await sharedCache.getOrLoad('late', async () => 'new')).toBe('new')
})

/** Kept on an engine whose hearing the test decides about. */
function cacheWithHearing() {
  const current: { hearing?: Hearing } = {}
  const listen = async (given: Hearing) => ((current.hearing = given), async () => undefined)
  const sharedCache = createSharedCache({ listen } as Engine, createLog('silent'))
  let made = 0
  return { sharedCache, heard: current, ask: () => sharedCache.getOrLoad('n', async () => (made += 1)) }
}

it('keeps what was asked last when there are too many names', async () => {
  const { sharedCache } = cacheWithHearing()
  for (let n = 0; n <= 500; n += 1) await sharedCache.getOrLoad(`n${n}`, async () => n)
  expect([sharedCache.getStale('n0'), sharedCache.getStale('n1'), sharedCache.getStale('n500')]).toEqual([
    undefined,
    1,
    500,
  ])
})

it('is made each time while no notifications arrive', async () => {
  const { sharedCache, heard, ask } = cacheWithHearing()
  await ask()
  expect([await ask(), await ask()]).toEqual([2, 2])
  heard.hearing?.lost?.()
  expect([await ask(), await ask()]).toEqual([3, 4])
  heard.hearing?.missed()
  expect([await ask(), await ask()]).toEqual([5, 5])
  await sharedCache.stop()
})

it('is made once for many who ask meanwhile, and again for those who ask after a change', async () => {
  const { sharedCache, heard, ask } = cacheWithHearing()
  await ask()
  const first = [ask(), ask()]
  heard.hearing?.heard('shared_changed', '')
  expect(await Promise.all([...first, ask(), ask()])).toEqual([2, 2, 3, 3])
  await sharedCache.stop()
})

it('is answered at once as long as it would not be made again', async () => {
  const { sharedCache, heard, ask } = cacheWithHearing()
  await ask()
  // A value that was loaded before listening began may miss a change.
  expect(sharedCache.getFresh('n')).toBeUndefined()
  expect(await ask()).toBe(sharedCache.getFresh('n'))
  heard.hearing?.heard('shared_changed', '')
  expect(sharedCache.getFresh('n')).toBeUndefined()
  expect(await ask()).toBe(sharedCache.getFresh('n'))
  heard.hearing?.lost?.()
  expect(sharedCache.getFresh('n')).toBeUndefined()
  await sharedCache.stop()
})

it('was last known for ten minutes, whether notifications arrive or not', async () => {
  const { sharedCache, heard, ask } = cacheWithHearing()
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  try {
    expect(sharedCache.getStale('n')).toBeUndefined()
    await ask()
    heard.hearing?.lost?.()
    now.mockReturnValue(600_999)
    expect(sharedCache.getStale('n')).toBe(1)
    heard.hearing?.missed()
    expect(sharedCache.getStale('n')).toBe(1)
    now.mockReturnValue(601_000)
    expect(sharedCache.getStale('n')).toBeUndefined()
  } finally {
    now.mockRestore()
  }
  await sharedCache.stop()
})

it('is not known any more once a notification arrived, nor what was being made meanwhile', async () => {
  const { sharedCache, heard, ask } = cacheWithHearing()
  await ask()
  expect(sharedCache.getStale('n')).toBe(1)
  await sharedCache.getOrLoad('late', async () => heard.hearing?.heard('shared_changed', ''))
  expect([sharedCache.getStale('n'), sharedCache.getStale('late')]).toEqual([undefined, undefined])
  await sharedCache.stop()
})
