import type { LiveCanary, HealthBucket } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { computeRateBounds, computeEvidenceOfLess, computeEvidenceOfMore } from './evidence.ts'
import { judge } from './judge.ts'

const [active, candidate] = ['1.0.0-0123456789ab', '1.1.0-0123456789ab']
const canary: LiveCanary = {
  ...{
    release: candidate,
    share: 10,
    salt: 'abcdef00',
    since: '2026-01-01T00:00:00.000Z',
    number: 5,
    manual: false,
  },
}
const half: LiveCanary = { ...canary, share: 50, salt: 'abcdef01' }
const others = { app: 'remote-team', release: active, group: 'rest', outcome: 'mounted', known: true } as const
const tries = { ...others, release: candidate, group: 'canary' } as const
const at = (minute: number, what: Partial<HealthBucket>): HealthBucket => ({
  ...{ ...others, generation: 5, step: 24, count: 1 },
  minute: new Date(minute * 60_000).toISOString(),
  ...what,
})
const both = (minutes: number, ofOthers: number, ofCandidate: number) =>
  Array.from({ length: minutes }, (_, minute) => [
    at(minute, { count: ofOthers }),
    at(minute, { ...tries, count: ofCandidate }),
  ]).flat()
/** A hundred browsers a minute, a tenth of them with the candidate. */
const healthy = (minutes = 60) => both(minutes, 90, 10)
/** The last step: half of them. */
const halves = (minutes = 60, count = 50) => both(minutes, count, count)
const createFailures = (count: number, what: Partial<HealthBucket> = tries) =>
  at(9, { ...what, outcome: 'failed', step: null, count })
const decision = (...buckets: HealthBucket[]) => judge(active, canary, buckets).decision
const last = (...buckets: HealthBucket[]) => judge(active, half, buckets)

describe('the evidence', () => {
  it('is expected to be 1 where both are equal, whatever the share', () => {
    for (const share of [0.01, 0.1, 0.5])
      for (const events of [1, 4, 12]) {
        let [more, less] = [0, 0]
        for (let hits = 0; hits <= events; hits++) {
          const chance = choose(events, hits) * share ** hits * (1 - share) ** (events - hits)
          more += chance * computeEvidenceOfMore(hits, events - hits, share)
          less += chance * computeEvidenceOfLess(hits, events - hits, share)
        }
        expect(more).toBeCloseTo(1, 9)
        expect(less).toBeCloseTo(1, 9)
      }
  })

  it('grows with what is the candidate’s alone and stays a number where there is much of it', () => {
    expect(computeEvidenceOfMore(4, 0, 0.1)).toBeGreaterThan(2_000)
    expect(computeEvidenceOfMore(0, 40, 0.1)).toBeLessThan(1)
    expect(Number.isNaN(computeEvidenceOfMore(100_000, 900_000, 0.1))).toBe(false)
    expect(computeEvidenceOfMore(100_000, 0, 0.1)).toBe(Infinity)
  })

  it('bounds a rate from both sides, closer with more browsers', () => {
    const [few, many] = [computeRateBounds(2, 200, 0.05), computeRateBounds(100, 10_000, 0.05)]
    expect(few.low).toBeLessThan(many.low)
    expect(many.high).toBeLessThan(few.high)
    expect([many.low < 0.01, many.high > 0.01, many.high < 0.015]).toEqual([true, true, true])
    expect(computeRateBounds(0, 0, 0.05)).toMatchObject({ high: expect.any(Number) })
  })
})

describe('the judge', () => {
  it('waits while little is known, then raises the share step by step', () => {
    expect(decision()).toBe('wait')
    expect(judge(active, canary, healthy(9)).why).toContain('at least 200 browsers known for a day and 15 minutes')
    expect([decision(...both(14, 180, 20)), decision(...both(30, 54, 6))]).toEqual(['wait', 'wait'])
    expect(judge(active, canary, both(15, 126, 14))).toMatchObject({ decision: 'raise', share: 25 })
    for (const [share, next] of [
      [5, 25],
      [13, 50],
      [25, 50],
    ] as const)
      expect(judge(active, { ...canary, share }, both(60, 100 - share, share)).share).toBe(next)
  })

  it('raises no share while there is evidence against the candidate', () => {
    expect(decision(...healthy(30), createFailures(2))).toBe('wait')
    expect(judge(active, canary, [...healthy(30), createFailures(2)]).why).toContain('the evidence against it is')
  })

  it('promotes at the last step what is as good, in one sentence with its figures', () => {
    expect(last(...halves(60)).why).toBe(
      'failed 0 of 3000 with it and 0 of 3000 without, slow 0 of 3000 and 0 of 3000, cards 0 and 0: it is not worse than the live release',
    )
    expect(last(...halves(60)).decision).toBe('promote')
    expect(last(...halves(29, 100)).decision).toBe('wait')
    expect(last(...halves(40, 7)).why).toContain('at least 300 browsers known for a day')
    // One share above which no step is left.
    expect(judge(active, { ...canary, share: 26 }, both(60, 74, 26)).decision).toBe('promote')
  })

  it('does not promote while 1 % more failures or 5 % more slow browsers are possible', () => {
    expect(last(...halves(60, 10), createFailures(5))).toMatchObject({
      decision: 'wait',
      why: expect.stringMatching(/more failures are still possible, 1.0 % are allowed$/),
    })
    // Times of sixty browsers are too few.
    const untimed = halves(60, 50).flatMap(bucket => [
      { ...bucket, count: 49, step: null },
      { ...bucket, count: 1 },
    ])
    expect(last(...untimed).why).toMatch(/more slow browsers are still possible, 5.0 % are allowed$/)
    // If one in fifty fails anyway, a difference of one in fifty may stay undecided.
    const usual = [createFailures(12), createFailures(12, others)]
    expect(last(...halves(60, 10), ...usual).why).toContain('2.0 % are allowed')
    // After six hours with browsers twice as much may be open.
    const few = [createFailures(9, tries), createFailures(9, others)]
    expect(last(...halves(340, 4), ...few).decision).toBe('wait')
    expect(last(...halves(400, 4), ...few).decision).toBe('promote')
  })

  it('takes nothing of unknown browsers for a raise or a promotion', () => {
    const unknown = (buckets: readonly HealthBucket[]) => buckets.map(bucket => ({ ...bucket, known: false }))
    expect(decision(...unknown(healthy(60)))).toBe('wait')
    expect(last(...unknown(halves(60))).decision).toBe('wait')
    expect(last(...unknown(halves(60)), ...halves(25)).decision).toBe('wait')
  })

  it('stops what fails, shows the card, is slow or falls silent', () => {
    const base = healthy(10)
    expect(decision(...base, createFailures(5))).toBe('stop')
    expect(decision(...base, at(9, { ...tries, outcome: 'card', step: null, count: 5 }))).toBe('stop')
    const slow = base.map(bucket => (bucket.group === 'canary' ? { ...bucket, step: 34 } : bucket))
    expect(judge(active, canary, slow)).toMatchObject({
      decision: 'stop',
      figures: { slow: { canary: 90, others: 0 }, late: { canary: 90 }, timed: { canary: 100, others: 900 } },
    })
    const silent = healthy(3).filter(({ group }) => group === 'rest')
    expect(judge(active, canary, silent).why).toContain('stop reporting')
  })

  it('measures browsers that were here before at their second visit only, and counts them once', () => {
    const cold = healthy(30).flatMap(bucket =>
      bucket.group === 'canary'
        ? [
            { ...bucket, step: null },
            { ...bucket, outcome: 'again' as const },
          ]
        : [bucket],
    )
    expect(judge(active, canary, cold)).toMatchObject({
      decision: 'raise',
      figures: { visits: { canary: 300 }, timed: { canary: 300 }, slow: { canary: 0 } },
    })
  })

  it('does not stop for failures on both sides or of no release, or for a fifth more time', () => {
    expect(decision(...healthy(10), createFailures(180, others), createFailures(20))).toBe('wait')
    expect(decision(...healthy(60).map(bucket => (bucket.group === 'canary' ? { ...bucket, step: 26 } : bucket)))).toBe(
      'raise',
    )
    expect(decision(...healthy(30), { ...createFailures(50), outcome: 'unattributed' })).toBe('raise')
  })

  it('ignores generations before the canary, and other releases', () => {
    expect(decision(...healthy(60), { ...createFailures(500), generation: 4 })).toBe('raise')
    expect(decision(...healthy(60), createFailures(500, { ...tries, release: '9.9.9-0123456789ab' }))).toBe('raise')
  })

  it('unknown browsers neither stop it nor hide reports of known ones; the difference is shown', () => {
    expect(judge(active, canary, [...healthy(60), createFailures(400, { ...tries, known: false })])).toMatchObject({
      decision: 'wait',
      why: expect.stringContaining('a person must look'),
    })
    expect(judge(active, canary, [...healthy(60), at(30, { ...tries, known: false, count: 4_000 })])).toMatchObject({
      decision: 'wait',
      why: expect.stringContaining('contradict the share'),
    })
    expect(decision(...healthy(60), createFailures(8), createFailures(8_000, { ...others, known: false }))).toBe('stop')
  })

  it('stops after three failures of known browsers, four of unknown ones, more at a later step', () => {
    const unknown = healthy(10).map(bucket => ({ ...bucket, known: false }))
    expect([2, 3].map(count => decision(...healthy(10), createFailures(count)))).toEqual(['wait', 'stop'])
    const decideFailing = (count: number) => decision(...unknown, createFailures(count, { ...tries, known: false }))
    expect([3, 4].map(decideFailing)).toEqual(['wait', 'stop'])
    const later = { ...canary, salt: 'abcdef01' }
    const decideLater = (count: number) => judge(active, later, [...healthy(10), createFailures(count)]).decision
    expect([4, 5].map(decideLater)).toEqual(['wait', 'stop'])
    // At a later step unknown browsers decide nothing, however many fail.
    expect(judge(active, later, [...unknown, createFailures(9, { ...tries, known: false })]).decision).toBe('wait')
  })

  it('names the gravest figure and its chance, at most one in a thousand million', () => {
    const reason = (...buckets: HealthBucket[]) => judge(active, canary, buckets).why
    const luck = 'by luck less than once in 1,000,000,000 canaries'
    expect(reason(...both(60, 90, 1))).toBe(
      `only 60 of 5460 browsers that reported among browsers known for a day have it: browsers with it stop reporting, ${luck}`,
    )
    expect(reason(...healthy(60), createFailures(300))).toBe(
      `failures among browsers known for a day: 300 with it among 600 browsers, 0 without it among 5400, ${luck}`,
    )
    // A browser in which it fails is not silent.
    const { evidence } = judge(active, canary, [...both(60, 90, 5), createFailures(300)])
    expect(evidence?.silent).toBeLessThan(1)
  })

  it('believes unknown browsers up to a measure: of how many there are, and of how many fail', () => {
    const why = (count: number) =>
      judge(active, canary, [...both(10, 18, 2), at(9, { ...tries, known: false, count })]).why
    expect([23, 24, 25, 26].map(count => why(count).includes('contradict the share'))).toEqual([
      false,
      false,
      true,
      true,
    ])
    const failing = [createFailures(5, { ...tries, known: false }), createFailures(2, { ...others, known: false })]
    expect(decision(...healthy(60), ...failing)).toBe('raise')
  })

  it('does not depend on the order of minutes, nor on a clock that jumped', () => {
    expect(decision(...healthy(60).toReversed())).toBe('raise')
    expect(decision(...healthy(60).map(bucket => ({ ...bucket, minute: bucket.minute.replace('1970', '2031') })))).toBe(
      'raise',
    )
  })
})

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k
}
