import { expect, it } from 'vitest'
import { computeCourses } from './soak-measures.ts'

it('finds the figure that grows, among flat ones and one that rises only at first', () => {
  const samples = Array.from({ length: 40 }, (_, minute) => ({
    leaks: 100 + minute * 2,
    flat: 100 + (minute % 3),
    sawtooth: 100 + ((minute * 37) % 90),
    warm: minute < 10 ? 50 : 100,
    few: minute < 20 ? 1 : 3,
  }))
  expect(computeCourses(samples).map(({ name, grows }) => [name, grows])).toEqual([
    ['leaks', true],
    ['flat', false],
    ['sawtooth', false],
    ['warm', false],
    ['few', false],
  ])
})
