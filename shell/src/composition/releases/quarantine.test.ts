import { expect, test } from 'vitest'
import { createQuarantine, type Quarantine, type QuarantineStorage } from './quarantine.ts'

const release = 'remote-wallet/1.0.0-0a1b2c3d4e5f'
const other = 'remote-team/1.0.0-0a1b2c3d4e5f'

function memory(): QuarantineStorage & { map: Map<string, string> } {
  const map = new Map<string, string>()
  return {
    map,
    getItem: key => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: key => void map.delete(key),
  }
}

/** A page of this browser. */
const pageOf = (storage: QuarantineStorage, at = 1000) =>
  createQuarantine(
    () => storage,
    () => at,
  )

test('a release that failed is avoided in this page alone, and nothing is stored', () => {
  const storage = memory()
  const quarantine = pageOf(storage)
  expect(quarantine.isAvoided(release)).toBe(false)
  quarantine.postpone(release)
  expect([quarantine.isAvoided(release), quarantine.isAvoided(other)]).toEqual([true, false])
  expect([storage.map.size, pageOf(storage).isAvoided(release)]).toEqual([0, false])
})

test('Retry resets its own area, the return of the network all but a release that hung', () => {
  const storage = memory()
  const hung = 'remote-wallet/1.1.0-0a1b2c3d4e5f'
  pageOf(storage).begin(hung)
  const quarantine = pageOf(storage, 9000)
  const avoided = () => [release, hung, other].filter(quarantine.isAvoided)
  for (const name of [release, other]) quarantine.postpone(name)
  quarantine.resetAll()
  expect(avoided()).toEqual([hung])
  for (const name of [release, other]) quarantine.postpone(name)
  quarantine.reset('remote-wallet')
  expect(avoided()).toEqual([other])
})

test('a release of which the page never came out is avoided in the next visit, and named; in no later one', () => {
  const storage = memory()
  const former = pageOf(storage)
  former.begin(other)()
  former.begin(release)
  const next = pageOf(storage, 9000)
  expect([next.unfinished, next.isAvoided(release), next.isAvoided(other)]).toEqual([[release], true, false])
  const third = pageOf(storage, 9000)
  expect([third.unfinished, third.isAvoided(release)]).toEqual([[], false])
})

test('each tab ends its own marks only', () => {
  const storage = memory()
  const [one, second] = [pageOf(storage), pageOf(storage)]
  one.begin(release)
  second.begin(other)()
  // 1.5 s later.
  expect(pageOf(storage, 2500).unfinished).toEqual([release])
})

test('a release is not blamed after its end, after the page was left, or while another tab runs it', () => {
  for (const [happens, later] of [
    [(quarantine: Quarantine) => quarantine.begin(release)(), 9000],
    [(quarantine: Quarantine) => [quarantine.begin(release), quarantine.leave()], 9000],
    [(quarantine: Quarantine) => quarantine.begin(release), 1400],
  ] as const) {
    const storage = memory()
    happens(pageOf(storage))
    const next = pageOf(storage, later)
    expect([next.unfinished, next.isAvoided(release)]).toEqual([[], false])
  }
})

test.each(['x', ',,,', ' 5', 'a b c', '1 1,2 2,3 3,4 4,5 5,6 6,7 7'])(
  'marks tampered with (%s) blame no release',
  text => {
    const storage = memory()
    storage.map.set('adcoin.attempt', text)
    const quarantine = pageOf(storage, 9_000_000)
    expect([quarantine.unfinished.length < 6, quarantine.isAvoided(release)]).toEqual([true, false])
  },
)

test.each([
  [
    'blocked',
    () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  ],
  [
    'full',
    () => ({
      ...memory(),
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }),
  ],
])('storage that is %s: a failure counts within the page', (_name, storage) => {
  const quarantine = createQuarantine(storage, () => 1000)
  quarantine.begin(other)()
  quarantine.postpone(release)
  expect([quarantine.unfinished, quarantine.isAvoided(release)]).toEqual([[], true])
})
