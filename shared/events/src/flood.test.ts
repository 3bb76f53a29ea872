import { expect, it } from 'vitest'
import { createFlood, mostOfOneEmitter, mostPerSecond } from './delivery.ts'

it('cuts each key above its limit, reports the first cut, and resets after a second', () => {
  let now = 0
  const flood = createFlood(() => now, 3)
  const countTimes = (key: string, times: number) => Array.from({ length: times }, () => flood.count(key))
  expect(countTimes('a', 6)).toEqual(['fine', 'fine', 'fine', 'firstCut', 'cut', 'cut'])
  expect(countTimes('b', 1)).toEqual(['fine'])
  now = 999
  expect(countTimes('a', 1)).toEqual(['cut'])
  now = 1_000
  expect(countTimes('a', 4)).toEqual(['fine', 'fine', 'fine', 'firstCut'])
})

it('keeps at most a thousand keys', () => {
  const flood = createFlood(() => 0, 1)
  expect([flood.count('a'), flood.count('a')]).toEqual(['fine', 'firstCut'])
  for (let at = 0; at < 999; at++) flood.count(`key ${at}`)
  expect(flood.count('a')).toBe('cut')
  flood.count('one more')
  flood.count('and another')
  expect(flood.count('a')).toBe('fine')
})

it('allows a remote 100 events of one name and 300 in all within a second', () =>
  expect([mostPerSecond, mostOfOneEmitter]).toEqual([100, 300]))
