import { expect, test } from 'vitest'
import { firstClear } from './help-place.ts'

const tab = { top: 700, bottom: 756 }

test('with nothing behind it, it stays', () => expect(firstClear(tab, [{ top: 100, bottom: 600 }], 500)).toBe(0))
test('a button behind it lifts it just above', () => {
  const lift = firstClear(tab, [{ top: 720, bottom: 772 }], 500)
  expect(tab.bottom - (lift ?? 0)).toBeLessThanOrEqual(716)
  expect(lift).toBeLessThan(60)
})
test('two buttons close together are passed both', () => {
  const lift = firstClear(
    tab,
    [
      { top: 720, bottom: 772 },
      { top: 650, bottom: 702 },
    ],
    500,
  )
  expect(tab.bottom - (lift ?? 0)).toBeLessThanOrEqual(646)
})
test('where everything is taken, there is no place', () =>
  expect(firstClear(tab, [{ top: 0, bottom: 900 }], 500)).toBeUndefined())
