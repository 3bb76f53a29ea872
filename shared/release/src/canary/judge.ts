import { healthSteps, type GenerationCanary, type HealthBucket } from '@adcoin/contract'
import { boundsOfRate, createRanks, evidenceOfLess, evidenceOfMore } from './evidence.ts'

/** What is to become of a canary, and why, in one sentence with its figures. */
export type Verdict = {
  readonly decision: 'promote' | 'stop' | 'wait'
  readonly why: string
  readonly figures: Figures
  /** What weighs against the candidate, among the browsers whose word counts; nothing while they are too few. */
  readonly evidence?: Evidence & { readonly together: number; readonly stopAt: number }
}
/** Of browsers: those of the candidate's group, and all others that knew of the canary. */
type Pair = { readonly canary: number; readonly others: number }
type Figures = {
  readonly visits: Pair
  readonly failed: Pair
  readonly cards: Pair
  readonly slow: Pair
  /** Above the median of the others. */
  readonly late: Pair
  readonly minutes: number
}
type Measure = 'failed' | 'cards' | 'slow' | 'late' | 'silent'
type Evidence = Readonly<Record<Measure, number>>
/** What was counted, and how the candidate's browsers rank in time among the others. */
type Counted = Figures & { readonly ranked: number }
/** How much is bet on each measure: most on what is gravest. */
const weights: Evidence = { failed: 0.65, cards: 0.05, slow: 0.05, late: 0.15, silent: 0.1 }

/**
 * One in so many canaries of a release that is as good as the live one is stopped by bad luck, at most, by the browsers
 * that were known before, and by all where those are too few: 0.5 % together. Most of it is for those known before, who
 * decide wherever the service is older than a day: three failures can be enough.
 */
const stopAt = { known: 250, all: 1_000 } as const
/** Reports that do not add up are believed to be lies at this evidence. */
const distrustAt = 1_000
/**
 * So many browsers that were known before the canary, and they alone decide whether to stop. Where there are some, but
 * after so many visits still fewer, or none at all, everybody decides.
 */
const enough = { known: 20, visits: 300 } as const
/** What must be sure before a candidate goes live by itself. */
const promotion = { visits: 300, minutes: 30, alpha: 0.05, worse: { failed: 0.01, slow: 0.05 } } as const
/**
 * A candidate may take so many steps (a fifth of the time) longer than the others: than nine in ten, than half of them.
 */
const allowedSteps = 2
const quantiles = { slow: 0.9, late: 0.5 } as const
const measuredBefore = 20

/**
 * Judges a canary by what browsers said since it began. It keeps nothing: the same buckets always give the same
 * verdict, so a restart, a second judge or a clock that jumps change nothing.
 *
 * @param buckets  of its app, of the generation with which it began and later; `counts` are enough
 */
export function judge(active: string, canary: GenerationCanary, buckets: readonly HealthBucket[]): Verdict {
  const hearing = createHearing(active, canary)
  const heard = buckets.filter(({ generation }) => generation >= canary.generation)
  const minutes = Map.groupBy(
    heard.toSorted((a, b) => (a.minute < b.minute ? -1 : 1)),
    ({ minute }) => minute,
  )
  for (const those of minutes.values()) hearing.hear(those)
  return hearing.verdict()
}

/** The same for who tells it minute after minute, each one whole, in their order. */
export function createHearing(active: string, canary: GenerationCanary) {
  const [everybody, those] = [createTally(active, canary), createTally(active, canary)]
  return {
    hear(minute: readonly HealthBucket[]): void {
      everybody.add(minute)
      those.add(minute.filter(({ known }) => known))
    },
    verdict: () => decide(canary, everybody.counted(), those.counted()),
  }
}

function decide(canary: GenerationCanary, all: Counted, known: Counted): Verdict {
  const share = canary.share / 100
  const evidence = evidenceOf(all, share)
  const decides = deciding(all, known)
  const enoughToStop = decides === known ? stopAt.known : stopAt.all
  const { ranked: _, ...figures } = all
  const verdictOf = (decision: Verdict['decision'], why: string): Verdict => ({
    ...{ decision, why, figures },
    ...(decides ? { evidence: { ...withSum(evidenceOf(decides, share)), stopAt: enoughToStop } } : {}),
  })
  if (!decides) return verdictOf('wait', `${ratesOf(all)}; too few browsers to tell`)
  if (meanOf(evidenceOf(decides, share)) >= enoughToStop)
    return verdictOf('stop', reasonToStop(decides, evidenceOf(decides, share), decides === known))
  if (meanOf(evidence) >= stopAt.all)
    return verdictOf(
      'wait',
      `browsers that nobody knew before say that it is bad (${ratesOf(all)}), those known for a day do not (${ratesOf(known)}): this may be a lie or something that only newcomers meet, so a person must look`,
    )
  if (evidenceOfMore(all.visits.canary, all.visits.others, share) >= distrustAt)
    return verdictOf(
      'wait',
      `${all.visits.canary} of ${all.visits.canary + all.visits.others} browsers say that they try it, at a share of ${canary.share} %: the reports do not add up, so a person must look`,
    )
  return promotionOf(all, verdictOf)
}

/** Whose word counts: strangers may be anybody, so nobody is believed while it is open whether others will come. */
function deciding(all: Counted, known: Counted): Counted | undefined {
  if (known.visits.others >= enough.known) return known
  const least = known.visits.others === 0 ? enough.known : enough.visits
  return all.visits.others >= least ? all : undefined
}

function promotionOf(all: Figures, verdictOf: (decision: Verdict['decision'], why: string) => Verdict): Verdict {
  const { visits, minutes } = all
  if (visits.canary < promotion.visits || minutes < promotion.minutes)
    return verdictOf(
      'wait',
      `${ratesOf(all)}; at least ${promotion.visits} browsers and ${promotion.minutes} minutes are needed, there are ${visits.canary} and ${minutes}`,
    )
  for (const what of ['failed', 'slow'] as const) {
    const [more, most] = [worstCase(all, what), promotion.worse[what]]
    if (more > most)
      return verdictOf(
        'wait',
        `${ratesOf(all)}; ${percent(more)} more ${nameOf[what]} are still possible, ${percent(most)} are allowed`,
      )
  }
  return verdictOf('promote', `${ratesOf(all)}: it is not worse than what is live`)
}

/** By how much more often it may happen with the candidate at most. */
function worstCase({ visits, ...counts }: Figures, what: 'failed' | 'slow'): number {
  const { canary, others } = counts[what]
  const high = boundsOfRate(Math.min(canary, visits.canary), visits.canary, promotion.alpha).high
  return high - boundsOfRate(Math.min(others, visits.others), visits.others, promotion.alpha).low
}

function evidenceOf({ visits, failed, cards, slow, ranked }: Counted, share: number): Evidence {
  const more = ({ canary, others }: Pair) => evidenceOfMore(canary, others, share)
  return {
    failed: more(failed),
    cards: more(cards),
    slow: more(slow),
    late: ranked,
    // What fails so badly that it cannot say so.
    silent: evidenceOfLess(visits.canary + failed.canary, visits.others, share),
  }
}

/** The mean of tests is a test again. */
function meanOf(evidence: Evidence): number {
  return (Object.keys(weights) as Measure[]).reduce(
    (sum, each) => sum + weights[each] * Math.min(evidence[each], 1e300),
    0,
  )
}

const withSum = (evidence: Evidence) => ({ ...evidence, together: meanOf(evidence) })

const nameOf = {
  failed: 'failures',
  cards: 'cards',
  slow: 'slow browsers',
  late: 'browsers slower than half of the others',
  silent: 'silent browsers',
} as const

function reasonToStop(figures: Counted, evidence: Evidence, isOfKnown: boolean): string {
  const [worst = 'failed'] = (Object.keys(evidence) as Measure[]).sort((a, b) => evidence[b] - evidence[a])
  const chance = Math.min(1e9, Math.floor(meanOf(evidence)))
  const luck = `by luck less than once in ${chance.toLocaleString('en')} canaries`
  const who = isOfKnown ? ' among browsers known for a day' : ''
  if (worst === 'silent')
    return `only ${figures.visits.canary} of ${figures.visits.canary + figures.visits.others} browsers that reported${who} try it: with it browsers fall silent, ${luck}`
  return `${nameOf[worst]}${who}: ${figures[worst].canary} with it among ${figures.visits.canary} browsers, ${figures[worst].others} without it among ${figures.visits.others}, ${luck}`
}

function ratesOf({ visits, failed, cards, slow }: Figures): string {
  const rate = (bad: number, total: number) => `${bad} of ${total}`
  return `failed ${rate(failed.canary, visits.canary)} with it and ${rate(failed.others, visits.others)} without, slow ${rate(slow.canary, visits.canary)} and ${rate(slow.others, visits.others)}, cards ${cards.canary} and ${cards.others}`
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`
}

/** Counts minute by minute: what "slow" is follows from the others in the minutes before. */
function createTally(active: string, { release, share }: GenerationCanary) {
  const visits = { canary: 0, others: 0 }
  const none = () => ({ canary: 0, others: 0 })
  const counts = { failed: none(), cards: none(), slow: none(), late: none() }
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
      else {
        visits[side] += count
        hasVisits ||= side === 'canary'
        const allowed = side === 'canary' ? allowedSteps : 0
        if (step === null) continue
        for (const what of ['slow', 'late'] as const) if (step - allowed >= from[what]) counts[what][side] += count
        if (from.late < Infinity) ranks.add(side === 'canary', rankOf[step - allowed] ?? 0, count)
      }
    }
    if (hasVisits) minutes++
    for (const bucket of minute)
      if (sideOf(bucket) === 'others' && bucket.outcome === 'mounted' && bucket.step !== null)
        ofOthers[bucket.step] = (ofOthers[bucket.step] ?? 0) + bucket.count
  }

  const counted = (): Counted => ({
    visits: withFailed(visits, counts.failed),
    ...structuredClone(counts),
    ...{ minutes, ranked: ranks.evidence() },
  })
  return { add, counted }
}

/** A browser in which it failed was there too, also where it never stood. */
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
