import type { GenerationCanary, HealthBucket } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { boundsOfRate, evidenceOfLess, evidenceOfMore } from './evidence.ts'
import { judge } from './judge.ts'

const [active, candidate] = ['1.0.0-0123456789ab', '1.1.0-0123456789ab']
const canary: GenerationCanary = {
  ...{
    release: candidate,
    share: 10,
    salt: 'abcdefgh',
    since: '2026-01-01T00:00:00.000Z',
    generation: 5,
    manual: false,
  },
}
const others = { app: 'remote-team', release: active, group: 'rest', outcome: 'mounted', known: false } as const
const tries = { ...others, release: candidate, group: 'canary' } as const
const at = (minute: number, what: Partial<HealthBucket>): HealthBucket => ({
  ...{ ...others, generation: 5, step: 24, count: 1 },
  minute: new Date(minute * 60_000).toISOString(),
  ...what,
})
const healthy = (minutes = 60, factor = 1) =>
  Array.from({ length: minutes }, (_, minute) => [
    at(minute, { count: 90 * factor }),
    at(minute, { ...tries, count: 10 * factor }),
  ]).flat()
const decision = (...buckets: HealthBucket[]) => judge(active, canary, buckets).decision

describe('the evidence', () => {
  it('is expected to be 1 where both are equal, whatever the share', () => {
    for (const share of [0.01, 0.1, 0.5])
      for (const events of [1, 4, 12]) {
        let [more, less] = [0, 0]
        for (let hits = 0; hits <= events; hits++) {
          const chance = choose(events, hits) * share ** hits * (1 - share) ** (events - hits)
          more += chance * evidenceOfMore(hits, events - hits, share)
          less += chance * evidenceOfLess(hits, events - hits, share)
        }
        expect(more).toBeCloseTo(1, 9)
        expect(less).toBeCloseTo(1, 9)
      }
  })

  it('grows with what is the candidate’s alone and stays a number where there is much of it', () => {
    expect(evidenceOfMore(4, 0, 0.1)).toBeGreaterThan(2_000)
    expect(evidenceOfMore(0, 40, 0.1)).toBeLessThan(1)
    expect(Number.isNaN(evidenceOfMore(100_000, 900_000, 0.1))).toBe(false)
    expect(evidenceOfMore(100_000, 0, 0.1)).toBe(Infinity)
  })

  it('bounds a rate from both sides, closer with more browsers', () => {
    const [few, many] = [boundsOfRate(2, 200, 0.05), boundsOfRate(100, 10_000, 0.05)]
    expect(few.low).toBeLessThan(many.low)
    expect(many.high).toBeLessThan(few.high)
    expect([many.low < 0.01, many.high > 0.01, many.high < 0.015]).toEqual([true, true, true])
    expect(boundsOfRate(0, 0, 0.05)).toMatchObject({ high: expect.any(Number) })
  })
})

describe('the judge', () => {
  it('waits while little is known, promotes what is as good, and says figures in one sentence', () => {
    expect(decision()).toBe('wait')
    expect(decision(...healthy(20))).toBe('wait')
    expect(decision(...healthy(60))).toBe('promote')
    expect(judge(active, canary, healthy(60)).why).toBe(
      'failed 0 of 600 with it and 0 of 5400 without, slow 0 of 600 and 0 of 5400, cards 0 and 0: it is not worse than what is live',
    )
  })

  it('stops what fails, shows the card, is slow or falls silent', () => {
    const base = healthy(10)
    expect(decision(...base, at(9, { ...tries, outcome: 'failed', step: null, count: 5 }))).toBe('stop')
    expect(decision(...base, at(9, { ...tries, outcome: 'card', step: null, count: 5 }))).toBe('stop')
    const slow = base.map(bucket => (bucket.group === 'canary' ? { ...bucket, step: 34 } : bucket))
    expect(decision(...slow)).toBe('stop')
    expect(
      judge(
        active,
        canary,
        healthy(3).filter(({ group }) => group === 'rest'),
      ).why,
    ).toContain('fall silent')
  })

  it('does not stop for what both do, nor for a fifth more time', () => {
    const both = (count: number) => [
      at(9, { outcome: 'failed', step: null, count: 9 * count }),
      at(9, { ...tries, outcome: 'failed', step: null, count }),
    ]
    expect(decision(...healthy(10), ...both(20))).toBe('wait')
    expect(
      decision(...healthy(60).map(bucket => (bucket.group === 'canary' ? { ...bucket, step: 26 } : bucket))),
    ).not.toBe('stop')
  })

  it('hears nothing of generations before the canary, nor of other releases', () => {
    const lies = { ...tries, outcome: 'failed', step: null, count: 500 } as const
    expect(decision(...healthy(60), at(1, { ...lies, generation: 4 }))).toBe('promote')
    expect(decision(...healthy(60), at(1, { ...lies, release: '9.9.9-0123456789ab' }))).toBe('promote')
  })

  it('neither stops nor promotes by the word of strangers against browsers that it knows, and says so', () => {
    const known = healthy(60).map(bucket => ({ ...bucket, known: true }))
    const lie = at(30, { ...tries, outcome: 'failed', step: null, count: 400 })
    expect(judge(active, canary, [...known, lie])).toMatchObject({
      decision: 'wait',
      why: expect.stringContaining('a person must look'),
    })
    const crowd = at(30, { ...tries, count: 4_000 })
    expect(judge(active, canary, [...known, crowd])).toMatchObject({
      decision: 'wait',
      why: expect.stringContaining('do not add up'),
    })
    const bad = at(30, { ...tries, outcome: 'failed', step: null, count: 8, known: true })
    const hiding = at(30, { outcome: 'failed', step: null, count: 8_000 })
    expect(decision(...known, bad, hiding)).toBe('stop')
  })

  it('takes three failures of browsers that it knows, and more of strangers where it knows none', () => {
    const fails = (count: number, known: boolean) => at(9, { ...tries, outcome: 'failed', step: null, count, known })
    const known = healthy(10).map(bucket => ({ ...bucket, known: true }))
    expect([2, 3].map(count => decision(...known, fails(count, true)))).toEqual(['wait', 'stop'])
    expect([3, 4].map(count => decision(...healthy(10), fails(count, false)))).toEqual(['wait', 'stop'])
  })

  it('does not care about the order of minutes nor about a clock that jumped', () => {
    expect(decision(...healthy(60).toReversed())).toBe('promote')
    const jumped = healthy(60).map(bucket => ({ ...bucket, minute: bucket.minute.replace('1970', '2031') }))
    expect(decision(...jumped)).toBe('promote')
  })
})

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k
}
