import type { HealthBucket } from '@adcoin/contract'
import { expect, it } from 'vitest'
import { computeCurve, groupByRelease, points } from './curve.tsx'

const now = Date.parse('2026-01-01T10:00:00Z')
const bucket = (
  minutesAgo: number,
  release: string,
  outcome: HealthBucket['outcome'],
  count: number,
): HealthBucket => ({
  minute: new Date(now - minutesAgo * 60_000).toISOString(),
  app: 'remote-team',
  release,
  generation: 3,
  group: 'rest',
  outcome,
  ...{ known: true, phase: 'entry', reason: 'timeout' },
  step: null,
  count,
})

it('counts browsers and failures as the command line does, those of no release apart', () => {
  const buckets = [
    bucket(50, 'old', 'mounted', 10),
    bucket(5, 'new', 'mounted', 6),
    bucket(5, 'new', 'again', 5),
    bucket(4, 'new', 'failed', 3),
    bucket(3, 'new', 'unattributed', 4),
    bucket(3, 'new', 'card', 1),
  ]
  const found = groupByRelease(buckets).map(({ reasons, ...counts }) => ({ ...counts, reasons: reasons.length }))
  expect(found).toEqual([
    { release: 'new', browsers: 6, failed: 3, cards: 1, unattributed: 4, rate: 0.5, reasons: 3 },
    { release: 'old', browsers: 10, failed: 0, cards: 0, unattributed: 0, rate: 0, reasons: 0 },
  ])
})

it('is 100 percent where a release fails in every browser, shown before or not', () => {
  for (const mounted of [0, 8])
    expect(groupByRelease([bucket(5, 'a', 'mounted', mounted), bucket(4, 'a', 'failed', 8)])[0]?.rate).toBe(1)
})

it('draws a share only where a browser reported', () => {
  const curve = computeCurve(
    [bucket(59, 'a', 'mounted', 4), bucket(0, 'a', 'failed', 1), bucket(0, 'a', 'mounted', 2)],
    now,
    60,
  )
  expect(curve).toHaveLength(points)
  expect(curve.filter(({ share }) => share !== null).map(({ share }) => share)).toEqual([0, 0.5])
  expect(curve.at(-1)?.share).toBe(0.5)
})

it('draws nothing of what is older than the curve, and nothing at all without reports', () => {
  expect(computeCurve([bucket(90, 'a', 'failed', 9)], now, 60).every(({ share }) => share === null)).toBe(true)
})
