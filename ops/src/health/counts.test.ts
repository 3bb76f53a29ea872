import type { HealthBucket } from '@adcoin/contract'
import { expect, it } from 'vitest'
import { countsOf, curveOf, points, shareOf } from './counts.ts'

const now = Date.parse('2026-01-01T10:00:00Z')
const said = (minutesAgo: number, release: string, outcome: HealthBucket['outcome'], count: number): HealthBucket => ({
  minute: new Date(now - minutesAgo * 60_000).toISOString(),
  app: 'remote-team',
  release,
  generation: 3,
  group: 'rest',
  outcome,
  known: true,
  step: null,
  count,
})

it('counts what worked and what did not by release, cards among the failures', () => {
  const buckets = [said(50, 'old', 'mounted', 10), said(5, 'new', 'mounted', 6), said(4, 'new', 'failed', 1)]
  const counts = countsOf([...buckets, said(3, 'new', 'card', 1)])
  expect(counts).toEqual([
    { release: 'new', mounted: 6, failed: 2 },
    { release: 'old', mounted: 10, failed: 0 },
  ])
  expect(counts.map(shareOf)).toEqual([0.25, 0])
})

it('draws a share only where a browser has said anything', () => {
  const curve = curveOf([said(59, 'a', 'mounted', 4), said(0, 'a', 'failed', 1), said(0, 'a', 'mounted', 1)], now, 60)
  expect(curve).toHaveLength(points)
  expect(curve.filter(({ share }) => share !== null).map(({ share }) => share)).toEqual([0, 0.5])
  expect(curve.at(-1)?.share).toBe(0.5)
})

it('draws nothing of what is older than the curve, and nothing at all where nobody said anything', () => {
  expect(curveOf([said(90, 'a', 'failed', 9)], now, 60).every(({ share }) => share === null)).toBe(true)
  expect(shareOf({ mounted: 0, failed: 0 })).toBe(0)
})
