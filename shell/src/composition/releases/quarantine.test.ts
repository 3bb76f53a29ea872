import { describe, expect, test } from 'vitest'
import { createQuarantine, type Quarantine, type QuarantineStorage } from './quarantine.ts'

const release = 'remote-wallet/1.0.0-0a1b2c3d4e5f'
const day = 24 * 60 * 60 * 1000

function memory(): QuarantineStorage & { map: Map<string, string> } {
  const map = new Map<string, string>()
  return {
    map,
    getItem: key => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: key => void map.delete(key),
  }
}

describe('a version that fails in this browser', () => {
  test('is tried again after one failure and left alone after two', () => {
    const quarantine = createQuarantine(memory, () => 1000)
    quarantine.count(release)
    expect(quarantine.isAvoided(release)).toBe(false)
    quarantine.count(release)
    expect(quarantine.isAvoided(release)).toBe(true)
    expect(quarantine.isAvoided('remote-wallet/1.0.1-0a1b2c3d4e5f')).toBe(false)
  })

  test('counts with other tabs, whichever writes last; what is postponed is of this page only', () => {
    const storage = memory()
    const tab = () =>
      createQuarantine(
        () => storage,
        () => 1000,
      )
    const [one, other] = [tab(), tab()]
    one.count(release)
    other.count('remote-team/1.0.0-0a1b2c3d4e5f')
    one.postpone('remote-tasks/1.0.0-0a1b2c3d4e5f')
    one.postpone('remote-tasks/1.0.0-0a1b2c3d4e5f')
    expect(one.isAvoided('remote-tasks/1.0.0-0a1b2c3d4e5f')).toBe(true)
    expect(tab().isAvoided('remote-tasks/1.0.0-0a1b2c3d4e5f')).toBe(false)
    other.count(release)
    expect(tab().isAvoided(release)).toBe(true)
    one.begin(release)
    other.begin('remote-team/1.0.0-0a1b2c3d4e5f')()
    const later = createQuarantine(
      () => storage,
      () => 9000,
    )
    expect(later.unfinished).toEqual([release])
  })

  test('is remembered over a reload and forgotten after a day', () => {
    const storage = memory()
    let now = 1000
    createQuarantine(
      () => storage,
      () => now,
    ).count(release)
    createQuarantine(
      () => storage,
      () => now,
    ).count(release)
    expect(
      createQuarantine(
        () => storage,
        () => now,
      ).isAvoided(release),
    ).toBe(true)
    now += day
    expect(
      createQuarantine(
        () => storage,
        () => now,
      ).isAvoided(release),
    ).toBe(false)
  })

  test('is not kept away for ever by a clock that was ahead', () => {
    const storage = memory()
    createQuarantine(
      () => storage,
      () => 10 * day,
    ).count(release)
    const later = createQuarantine(
      () => storage,
      () => day,
    )
    later.count(release)
    expect(later.isAvoided(release)).toBe(false)
  })

  test('gets another chance when a person presses Retry, and only its own area does', () => {
    const quarantine = createQuarantine(memory, () => 1000)
    for (const name of [release, release, 'remote-team/1.0.0-0a1b2c3d4e5f', 'remote-team/1.0.0-0a1b2c3d4e5f'])
      quarantine.count(name)
    quarantine.reset('remote-wallet')
    expect(quarantine.isAvoided(release)).toBe(false)
    expect(quarantine.isAvoided('remote-team/1.0.0-0a1b2c3d4e5f')).toBe(true)
  })

  test('of which the page never came out is avoided in the next visit, and named; a second time, for a day', () => {
    const storage = memory()
    const other = 'remote-team/1.0.0-0a1b2c3d4e5f'
    const former = createQuarantine(
      () => storage,
      () => 1000,
    )
    former.begin(other)()
    former.begin(release)
    const next = createQuarantine(
      () => storage,
      () => 9000,
    )
    expect([next.unfinished, next.isAvoided(release), next.isAvoided(other)]).toEqual([[release], true, false])
    const third = createQuarantine(
      () => storage,
      () => 9000,
    )
    expect([third.unfinished, third.isAvoided(release)]).toEqual([[], false])
    third.begin(release)
    const fourth = () =>
      createQuarantine(
        () => storage,
        () => 12_000,
      )
    expect([fourth().isAvoided(release), fourth().isAvoided(release)]).toEqual([true, true])
  })

  test('is not blamed where it ended, where the page was left, or where another tab is about it right now', () => {
    for (const [happens, later] of [
      [(quarantine: Quarantine) => quarantine.begin(release)(), 9000],
      [(quarantine: Quarantine) => [quarantine.begin(release), quarantine.leave()], 9000],
      [(quarantine: Quarantine) => quarantine.begin(release), 1400],
    ] as const) {
      const storage = memory()
      happens(
        createQuarantine(
          () => storage,
          () => 1000,
        ),
      )
      const next = createQuarantine(
        () => storage,
        () => later,
      )
      expect([next.unfinished, next.isAvoided(release)]).toEqual([[], false])
    }
  })

  test.each(['x', ',,,', ' 5', 'a b c', '1 1,2 2,3 3,4 4,5 5,6 6,7 7'])(
    'tampered with (%s): no other person is',
    text => {
      const storage = memory()
      storage.map.set('adcoin.attempt', text)
      const quarantine = createQuarantine(
        () => storage,
        () => 9_000_000,
      )
      expect([quarantine.unfinished.length < 6, quarantine.isAvoided(release)]).toEqual([true, false])
    },
  )
})

describe('storage that does not work', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const full: QuarantineStorage = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => undefined,
  }

  test.each([
    ['blocked', blocked],
    ['full', () => full],
  ])('%s: it still counts within the page', (_name, storage) => {
    const quarantine = createQuarantine(storage, () => 1000)
    quarantine.count(release)
    quarantine.count(release)
    expect(quarantine.isAvoided(release)).toBe(true)
  })

  test.each(['junk', '[]', '{"a":1}', '{"a":["x"]}', 'null', '1e999'])('tampered with (%s): it begins anew', text => {
    const storage = memory()
    storage.map.set('adcoin.strikes', text)
    expect(
      createQuarantine(
        () => storage,
        () => 1000,
      ).isAvoided(release),
    ).toBe(false)
  })
})
