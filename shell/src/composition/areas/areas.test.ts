// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RemoteModule } from '@adcoin/remote'
import { LoadFailure, type LoadRequest } from '../loading/release.ts'
import { createQuarantine } from '../releases/quarantine.ts'
import { createAreas, type Areas } from './areas.ts'

const app = 'remote-team'
const ids = ['1.1.0-00000011', '1.0.0-00000010']
const place = { app, pathname: '/team', language: 'en_US' } as const
const key = (id: string) => `${app}/${id}`

const reports = {
  ...{ failure: vi.fn(), card: vi.fn(), violation: vi.fn(), mounted: vi.fn() },
  log: () => [],
}
let areas: Areas
let now = 1_000_000
let answer: (id: string) => Error | undefined
let loaded: string[]

/** A visit of this browser, long after the one before it. */
function visit() {
  now += 60_000
  const at = now
  loaded = []
  const quarantine = createQuarantine(
    () => localStorage,
    () => at,
  )
  const registry = {
    ready: async () => undefined,
    complete: async () => undefined,
    renew: async () => undefined,
    isBrief: () => false,
    isOnlyNamed: () => false,
    isRevoked: () => false,
    activeOf: () => ({ id: ids[0] }),
    routeAt: () => ({ app, path: '/team' }),
    fallbackOrder: (_: string, isAvoided: (each: string) => boolean) =>
      [...ids].sort((a, b) => Number(isAvoided(key(a))) - Number(isAvoided(key(b)))).map(id => ({ id })),
  }
  const load = async ({ release }: LoadRequest) => {
    loaded.push(release.id)
    const failure = answer(release.id)
    if (failure) throw failure
    return { app, release: release.id, version: release.version, module: {} as RemoteModule }
  }
  areas?.stop()
  areas = createAreas({ registry, quarantine, load, reports } as unknown as Parameters<typeof createAreas>[0])
  return quarantine
}

async function shown(): Promise<string> {
  const outlet = areas.area(place)
  const view = await outlet.arrival
  if (view.status !== 'ready') return view.status
  outlet.rendered(view.remote)
  return view.remote.release
}

beforeEach(() => {
  localStorage.clear()
  vi.clearAllMocks()
  answer = () => undefined
  visit()
})
afterEach(() => areas.stop())

test('an entry that fails once is asked for again, and nothing is reported', async () => {
  let times = 0
  answer = () => (times++ === 0 ? new LoadFailure('entry', '404', true) : undefined)
  expect([await shown(), loaded]).toEqual([ids[0], [ids[0], ids[0]]])
  expect(reports.failure).not.toHaveBeenCalled()
})

test.each(['entry', 'stall', 'integrity', 'evaluate', 'door'] as const)(
  'a release that fails (%s) is replaced, not tried again in this page, and no other visit avoids it',
  async phase => {
    answer = id => (id === ids[0] ? new LoadFailure(phase, 'mine') : undefined)
    for (let times = 0; times < 2; times++) {
      visit()
      expect([await shown(), loaded]).toEqual([ids[1], [ids[0], ids[1]]])
      expect(await areas.open({ ...place, pathname: '/team/1' })).toMatchObject({ release: ids[1] })
      expect(loaded.filter(id => id === ids[0])).toHaveLength(1)
      expect(localStorage).toHaveLength(0)
    }
  },
)

test('an error on screen stores nothing', async () => {
  for (let times = 0; times < 2; times++) {
    const quarantine = visit()
    const outlet = areas.area(place)
    const view = await outlet.arrival
    if (view.status === 'ready')
      outlet.broke(view.remote, new DOMException('not a child of this node', 'NotFoundError'))
    expect(outlet.view()).toMatchObject({ status: 'pending' })
    expect(quarantine.isAvoided(key(ids[0] ?? ''))).toBe(true)
    await vi.waitFor(() => expect(outlet.view()).toMatchObject({ remote: { release: ids[1] } }))
  }
  expect(visit().isAvoided(key(ids[0] ?? ''))).toBe(false)
})

test('the error card is tried again when the network returns', async () => {
  answer = () => new LoadFailure('entry', 'offline', true)
  expect(await shown()).toBe('unavailable')
  answer = () => undefined
  areas.retryAll()
  await vi.waitFor(() => expect(areas.area(place).view()).toMatchObject({ remote: { release: ids[0] } }))
})

test('a release that did not arrive is tried again after the network returned, though its area was left', async () => {
  answer = id => (id === ids[0] ? new LoadFailure('entry', 'offline', true) : undefined)
  await shown()
  answer = () => undefined
  expect(await areas.open({ ...place, pathname: '/team/1' })).toMatchObject({ release: ids[1] })
  areas.retryAll()
  expect(await areas.open({ ...place, pathname: '/team/2' })).toMatchObject({ release: ids[0] })
})

test('a path that is left takes nothing over later', async () => {
  const opening = areas.open(place)
  areas.navigated('/elsewhere')
  await expect(opening).rejects.toThrow('no release')
  expect(reports.card).not.toHaveBeenCalled()
})

describe('a tap', () => {
  const release = key(ids[0] ?? '')
  beforeEach(() => vi.useRealTimers())

  test('whose answer never ends is known at the next visit, by the release that was on screen', async () => {
    await shown()
    document.body.click()
    // The page hangs here: no turn of it comes any more.
    const next = visit()
    expect([next.unfinished, next.isAvoided(release)]).toEqual([[release], true])
    expect(await shown()).toBe(ids[1])
  })

  test('that is answered, leads out of the page, or meets no release is not', async () => {
    document.body.click()
    expect(visit().unfinished).toEqual([])
    await shown()
    document.body.click()
    await new Promise(done => setTimeout(done, 20))
    expect(visit().unfinished).toEqual([])
    await shown()
    document.body.click()
    dispatchEvent(new Event('pagehide'))
    expect(visit().unfinished).toEqual([])
  })
})

test('a screen that could be drawn and gets no turn does not keep the next one waiting', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  areas.navigated('/team')
  expect(areas.isHeld()).toBe(false)
  vi.advanceTimersByTime(2_500)
  expect(areas.isHeld()).toBe(true)
  answer = () => undefined
  const arrival = areas.open(place)
  expect(areas.isHeld()).toBe(false)
  await arrival
  expect(areas.isHeld()).toBe(false)
  vi.advanceTimersByTime(2_500)
  expect(areas.isHeld()).toBe(true)
  await shown()
  expect(areas.isHeld()).toBe(false)
  vi.useRealTimers()
})
