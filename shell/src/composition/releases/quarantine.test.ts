import { describe, expect, test } from 'vitest'
import { createQuarantine, type Quarantine, type StrikeStorage } from './quarantine.ts'

const release = 'remote-wallet/1.0.0-0a1b2c3d4e5f'
const day = 24 * 60 * 60 * 1000

function memory(): StrikeStorage & { map: Map<string, string> } {
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
    quarantine.strike(release)
    expect(quarantine.isQuarantined(release)).toBe(false)
    quarantine.strike(release)
    expect(quarantine.isQuarantined(release)).toBe(true)
    expect(quarantine.isQuarantined('remote-wallet/1.0.1-0a1b2c3d4e5f')).toBe(false)
  })

  test('is remembered over a reload and forgotten after a day', () => {
    const storage = memory()
    let now = 1000
    createQuarantine(
      () => storage,
      () => now,
    ).strike(release)
    createQuarantine(
      () => storage,
      () => now,
    ).strike(release)
    expect(
      createQuarantine(
        () => storage,
        () => now,
      ).isQuarantined(release),
    ).toBe(true)
    now += day
    expect(
      createQuarantine(
        () => storage,
        () => now,
      ).isQuarantined(release),
    ).toBe(false)
  })

  test('is not kept away for ever by a clock that was ahead', () => {
    const storage = memory()
    createQuarantine(
      () => storage,
      () => 10 * day,
    ).strike(release)
    const later = createQuarantine(
      () => storage,
      () => day,
    )
    later.strike(release)
    expect(later.isQuarantined(release)).toBe(false)
  })

  test('gets another chance when somebody presses Retry, and only its own area does', () => {
    const quarantine = createQuarantine(memory, () => 1000)
    for (const name of [release, release, 'remote-team/1.0.0-0a1b2c3d4e5f', 'remote-team/1.0.0-0a1b2c3d4e5f'])
      quarantine.strike(name)
    quarantine.forgive('remote-wallet')
    expect(quarantine.isQuarantined(release)).toBe(false)
    expect(quarantine.isQuarantined('remote-team/1.0.0-0a1b2c3d4e5f')).toBe(true)
  })

  test('of which the page never came out is left alone from the next start on, and named', () => {
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
    expect([next.unfinished, next.isQuarantined(release), next.isQuarantined(other)]).toEqual([[release], true, false])
    const third = createQuarantine(
      () => storage,
      () => 9000,
    )
    expect([third.unfinished, third.isQuarantined(release)]).toEqual([[], true])
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
      expect([next.unfinished, next.isQuarantined(release)]).toEqual([[], false])
    }
  })

  test.each(['x', ',,,', ' 5', 'a b c', '1 1,2 2,3 3,4 4,5 5,6 6,7 7'])('tampered with (%s): nobody else is', text => {
    const storage = memory()
    storage.map.set('adcoin.attempt', text)
    const quarantine = createQuarantine(
      () => storage,
      () => 9_000_000,
    )
    expect([quarantine.unfinished.length < 6, quarantine.isQuarantined(release)]).toEqual([true, false])
  })
})

describe('storage that does not work', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const full: StrikeStorage = {
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
    quarantine.strike(release)
    quarantine.strike(release)
    expect(quarantine.isQuarantined(release)).toBe(true)
  })

  test.each(['junk', '[]', '{"a":1}', '{"a":["x"]}', 'null', '1e999'])('tampered with (%s): it begins anew', text => {
    const storage = memory()
    storage.map.set('adcoin.strikes', text)
    expect(
      createQuarantine(
        () => storage,
        () => 1000,
      ).isQuarantined(release),
    ).toBe(false)
  })
})
