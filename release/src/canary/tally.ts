import { healthSteps, type LiveCanary, type HealthBucket } from '@adcoin/contract'
import { createRanks } from './evidence.ts'

/** Numbers of browsers: in the candidate's group, and outside it but with the canary's registry. */
export type Pair = { readonly canary: number; readonly others: number }
export type Figures = {
  readonly visits: Pair
  readonly failed: Pair
  readonly cards: Pair
  readonly slow: Pair
  /** Browsers whose time to content can be compared. */
  readonly timed: Pair
  /** Above the median of the others. */
  readonly late: Pair
  readonly minutes: number
}
/** The counts, and how the candidate's browsers rank in time among the others. */
export type Counted = Figures & { readonly ranked: number }

/**
 * A candidate may take so many steps (a fifth of the time) longer than the others: than nine in ten, than half of them.
 */
const allowedSteps = 2
const quantiles = { slow: 0.9, late: 0.5 } as const
const measuredBefore = 20

/** Counts minute by minute: what "slow" is follows from the others in the minutes before. */
export function createTally(active: string, { release, share }: LiveCanary) {
  const visits = { canary: 0, others: 0 }
  const createPair = () => ({ canary: 0, others: 0 })
  const counts = {
    failed: createPair(),
    cards: createPair(),
    slow: createPair(),
    late: createPair(),
    timed: createPair(),
  }
  const ranks = createRanks(share / 100)
  const ofOthers = Array.from({ length: healthSteps.last + 1 }, () => 0)
  let minutes = 0
  const sideOf = ({ release: id, group }: HealthBucket) =>
    group === 'canary' && id === release ? 'canary' : group !== 'canary' && id === active ? 'others' : undefined

  function add(minute: readonly HealthBucket[]): void {
    const from = { slow: stepAbove(ofOthers, quantiles.slow), late: stepAbove(ofOthers, quantiles.late) }
    const rankOf = ranksOf(ofOthers)
    let hasVisits = false
    for (const bucket of minute) {
      const { outcome, step, count } = bucket
      const side = sideOf(bucket)
      if (!side) continue
      if (outcome === 'failed') counts.failed[side] += count
      else if (outcome === 'card') counts.cards[side] += count
      else if (outcome === 'mounted') {
        visits[side] += count
        hasVisits ||= side === 'canary'
      }
      if (step === null || (outcome !== 'mounted' && outcome !== 'again')) continue
      counts.timed[side] += count
      const allowed = side === 'canary' ? allowedSteps : 0
      for (const what of ['slow', 'late'] as const) if (step - allowed >= from[what]) counts[what][side] += count
      if (from.late < Infinity) ranks.add(side === 'canary', rankOf[step - allowed] ?? 0, count)
    }
    if (hasVisits) minutes++
    for (const bucket of minute)
      if (sideOf(bucket) === 'others' && bucket.step !== null)
        ofOthers[bucket.step] = (ofOthers[bucket.step] ?? 0) + bucket.count
  }

  const readCounts = (): Counted => ({
    visits: withFailed(visits, counts.failed),
    ...structuredClone(counts),
    ...{ minutes, ranked: ranks.evidence() },
  })
  return { add, readCounts }
}

/** A browser in which the release failed counts as a visit, even if nothing was drawn. */
function withFailed(visits: Pair, failed: Pair): Pair {
  return { canary: Math.max(visits.canary, failed.canary), others: Math.max(visits.others, failed.others) }
}

/** For each step, how many of these were faster, 0 to 1; of its own step, half. */
function ranksOf(steps: readonly number[]): readonly number[] {
  const total = steps.reduce((sum, count) => sum + count, 0)
  let faster = 0
  return steps.map(count => {
    faster += count
    return (faster - count / 2) / total
  })
}

/** The step above which more than this part of them is not; none while too few were measured. */
function stepAbove(steps: readonly number[], part: number): number {
  const total = steps.reduce((sum, count) => sum + count, 0)
  if (total < measuredBefore) return Infinity
  let below = 0
  return steps.findIndex(count => (below += count) >= total * part) + 1
}
