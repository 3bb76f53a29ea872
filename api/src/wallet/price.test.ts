import { expect, it } from 'vitest'
import { computeMaximum } from './price.ts'

const now = new Date('2026-01-02T00:00:00Z')
const later = new Date(now.getTime() + 1)

it.each([
  ['an account that is old enough takes its maximum', now, 500_000n, 99_999n, 500_000n],
  ['one that was added today takes 1,000.00', later, 500_000n, 0n, 100_000n],
  ['less what others of today have taken', later, 500_000n, 99_999n, 1n],
  ['nothing once they have taken all', later, 500_000n, 100_000n, 0n],
  ['and never less than nothing', later, 500_000n, 250_000n, 0n],
  ['but never more than its own maximum', later, 60_000n, 0n, 60_000n],
  ['which may be what is left', later, 100_000n, 0n, 100_000n],
] as const)('%s', (_, usable_from, max, held, most) => {
  expect(computeMaximum({ max, usable_from }, now, held)).toBe(most)
})
