import { expect, test } from 'vitest'
import { isBehind } from './help-tab-position.ts'

const tab = { top: 700, bottom: 756, left: 346, right: 390 }

test('a button as wide as the column lies behind it', () =>
  expect(isBehind(tab, { top: 720, bottom: 772, left: 16, right: 374 })).toBe(true))
test('what ends before it begins does not', () =>
  expect(isBehind(tab, { top: 720, bottom: 772, left: 16, right: 340 })).toBe(false))
test('it keeps a little air above and below', () => {
  expect(isBehind(tab, { top: 640, bottom: 699, left: 16, right: 374 })).toBe(true)
  expect(isBehind(tab, { top: 640, bottom: 690, left: 16, right: 374 })).toBe(false)
  expect(isBehind(tab, { top: 770, bottom: 820, left: 16, right: 374 })).toBe(false)
})
test('what is not drawn covers nothing', () =>
  expect(isBehind(tab, { top: 720, bottom: 720, left: 374, right: 374 })).toBe(false))
