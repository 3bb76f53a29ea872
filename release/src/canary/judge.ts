import type { LiveCanary, HealthBucket } from '@adcoin/contract'
import { computeRateBounds, computeEvidenceOfLess, computeEvidenceOfMore } from './evidence.ts'
import { createTally, type Counted, type Figures, type Pair } from './tally.ts'

/** The verdict on a canary, with the reason and its figures in one sentence. */
export type Verdict = {
  readonly decision: 'promote' | 'raise' | 'stop' | 'wait'
  readonly why: string
  /** `raise`: the share of the next step, percent. */
  readonly share?: number
  readonly figures: Figures
  /** The evidence against the candidate, among the browsers that count; undefined while there are too few. */
  readonly evidence?: Evidence & { readonly together: number; readonly stopAt: number }
}
type Measure = 'failed' | 'cards' | 'slow' | 'late' | 'silent'
type Evidence = Readonly<Record<Measure, number>>
/** Weight of the bet on each measure: most on the gravest. */
const weights: Evidence = { failed: 0.65, cards: 0.05, slow: 0.05, late: 0.15, silent: 0.1 }

/**
 * The evidence at which a canary is stopped. 1/x is the chance that bad luck alone ever stops a good release; over the
 * first step (by known browsers, or by all where those are too few) and two later ones it adds up to 0.5 %. Most of it
 * is for known browsers, who decide wherever the service is older than a day: three failures can be enough.
 */
const stopAt = { known: 250, all: 2_000, later: 4_000 } as const
/** Reports that contradict the share count as forged from this evidence on. */
const distrustAt = 1_000
/**
 * From this many known browsers on, they alone decide whether to stop. With fewer after so many visits, or none, all
 * browsers decide.
 */
const enough = { known: 20, visits: 300 } as const
/** Shares of traffic in percent; a step at least doubles the share. The last one decides over the promotion. */
const steps = [25, 50] as const
/** Needed before the share rises: nothing weighs against the candidate then. */
const raising = { visits: 200, minutes: 15, evidence: 1 } as const
/**
 * Needed before a candidate goes live by itself, of known browsers. A worse one is promoted in at most one of twenty
 * canaries: `alpha` is shared by the four bounds. One in a hundred more failures may be open, or as many as the live
 * release has; after `patience` minutes with browsers, twice as much.
 */
const promotion = {
  visits: 300,
  minutes: 30,
  alpha: 0.05 / 4,
  worse: { failed: 0.01, slow: 0.05 },
  patience: 360,
} as const

/**
 * Judges a canary by the browser reports since it began. It keeps no state: the same buckets always give the same
 * verdict, so a restart, a second judge or a clock that jumps change nothing.
 *
 * @param buckets  of its app, of the generation with which it began and later; `counts` are enough
 */
export function judge(active: string, canary: LiveCanary, buckets: readonly HealthBucket[]): Verdict {
  const hearing = createCanaryHearing(active, canary)
  const recent = buckets.filter(({ generation }) => generation >= canary.number)
  const minutes = Map.groupBy(
    recent.toSorted((a, b) => (a.minute < b.minute ? -1 : 1)),
    ({ minute }) => minute,
  )
  for (const those of minutes.values()) hearing.hear(those)
  return hearing.verdict()
}

/** The same for reports that arrive minute by minute, each minute complete, in order. */
export function createCanaryHearing(active: string, canary: LiveCanary) {
  const [everybody, those] = [createTally(active, canary), createTally(active, canary)]
  return {
    hear(minute: readonly HealthBucket[]): void {
      everybody.add(minute)
      those.add(minute.filter(({ known }) => known))
    },
    verdict: () => decideCanary(canary, everybody.readCounts(), those.readCounts()),
  }
}

function decideCanary(canary: LiveCanary, all: Counted, known: Counted): Verdict {
  const share = canary.share / 100
  const decides = findDecidingBrowsers(canary, all, known)
  const evidence = decides ? withSum(computeEvidence(decides, share)) : undefined
  const enoughToStop = isFirstStep(canary) ? (decides === known ? stopAt.known : stopAt.all) : stopAt.later
  const { ranked: _, ...figures } = all
  const verdictOf: VerdictOf = (decision, why, raisedTo) => ({
    ...{ decision, why, figures },
    ...(evidence ? { evidence: { ...evidence, stopAt: enoughToStop } } : {}),
    ...(raisedTo === undefined ? {} : { share: raisedTo }),
  })
  if (!decides || !evidence) return verdictOf('wait', `${formatRates(all)}; too few browsers to tell`)
  if (evidence.together >= enoughToStop) return verdictOf('stop', reasonToStop(decides, evidence, decides === known))
  const doubt = findDoubt(canary, all, known)
  if (doubt !== undefined) return verdictOf('wait', doubt)
  const next = steps.find(step => step >= 2 * canary.share)
  return next === undefined ? decidePromotion(known, verdictOf) : decideRaise(next, known, evidence.together, verdictOf)
}

type VerdictOf = (decision: Verdict['decision'], why: string, raisedTo?: number) => Verdict

/** The last two characters of the salt count the steps. */
const isFirstStep = ({ salt }: LiveCanary) => salt.endsWith('00')

/** Why the reports of unknown browsers cannot be trusted; undefined if they can. */
function findDoubt({ share }: LiveCanary, all: Counted, known: Counted): string | undefined {
  if (computeMean(computeEvidence(all, share / 100)) >= stopAt.all)
    return `browsers first seen today report failures (${formatRates(all)}), browsers known for a day do not (${formatRates(known)}): the reports may be forged or concern new browsers only, so a person must look`
  const { canary, others } = all.visits
  if (computeEvidenceOfMore(canary, others, share / 100) < distrustAt) return undefined
  return `${canary} of ${canary + others} browsers report that they have the candidate, at a share of ${share} %: the reports contradict the share, so a person must look`
}

/** The browsers that decide. Unknown ones may be forged by one person, so while known ones may report, they decide. */
function findDecidingBrowsers(canary: LiveCanary, all: Counted, known: Counted): Counted | undefined {
  if (known.visits.others >= enough.known) return known
  if (!isFirstStep(canary)) return undefined
  const least = known.visits.others === 0 ? enough.known : enough.visits
  return all.visits.others >= least ? all : undefined
}

/** One person can forge unknown browsers, so only known ones raise a share or promote. */
function decideRaise(next: number, known: Figures, evidence: number, verdictOf: VerdictOf): Verdict {
  const missing = describeMissing(known, raising)
  if (missing !== undefined) return verdictOf('wait', missing)
  if (evidence >= raising.evidence)
    return verdictOf(
      'wait',
      `${formatRates(known)}; the evidence against it is ${evidence.toFixed(1)}, the share rises below ${raising.evidence}`,
    )
  return verdictOf('raise', `${formatRates(known)}: no evidence against it at this share`, next)
}

function decidePromotion(known: Figures, verdictOf: VerdictOf): Verdict {
  const missing = describeMissing(known, promotion)
  if (missing !== undefined) return verdictOf('wait', missing)
  const patience = known.minutes >= promotion.patience ? 2 : 1
  for (const what of ['failed', 'slow'] as const) {
    const usual = what === 'failed' ? known.failed.others / Math.max(1, known.visits.others) : 0
    const [more, most] = [computeWorstCase(known, what), Math.max(promotion.worse[what], usual) * patience]
    if (more > most)
      return verdictOf(
        'wait',
        `${formatRates(known)}; ${percent(more)} more ${nameOf[what]} are still possible, ${percent(most)} are allowed`,
      )
  }
  return verdictOf('promote', `${formatRates(known)}: it is not worse than the live release`)
}

function describeMissing(known: Figures, least: { visits: number; minutes: number }): string | undefined {
  const { visits, minutes } = known
  if (visits.canary >= least.visits && minutes >= least.minutes) return undefined
  return `${formatRates(known)}; at least ${least.visits} browsers known for a day and ${least.minutes} minutes are needed; so far ${visits.canary} browsers and ${minutes} minutes`
}

/** By how much more often it may happen with the candidate at most. */
function computeWorstCase({ visits, timed, ...counts }: Figures, what: 'failed' | 'slow'): number {
  const { canary, others } = counts[what]
  const of = what === 'slow' ? timed : visits
  const high = computeRateBounds(Math.min(canary, of.canary), of.canary, promotion.alpha).high
  return high - computeRateBounds(Math.min(others, of.others), of.others, promotion.alpha).low
}

function computeEvidence({ visits, failed, cards, slow, ranked }: Counted, share: number): Evidence {
  const more = ({ canary, others }: Pair) => computeEvidenceOfMore(canary, others, share)
  return {
    failed: more(failed),
    cards: more(cards),
    slow: more(slow),
    late: ranked,
    // Browsers in which it fails before they can report it.
    silent: computeEvidenceOfLess(visits.canary + failed.canary, visits.others, share),
  }
}

/** The mean of tests is a test again. */
function computeMean(evidence: Evidence): number {
  return (Object.keys(weights) as Measure[]).reduce(
    (sum, each) => sum + weights[each] * Math.min(evidence[each], 1e300),
    0,
  )
}

const withSum = (evidence: Evidence) => ({ ...evidence, together: computeMean(evidence) })

const nameOf = {
  failed: 'failures',
  cards: 'cards',
  slow: 'slow browsers',
  late: 'browsers slower than half of the others',
  silent: 'silent browsers',
} as const

function reasonToStop(figures: Counted, evidence: Evidence, isOfKnown: boolean): string {
  const [worst = 'failed'] = (Object.keys(evidence) as Measure[]).sort((a, b) => evidence[b] - evidence[a])
  const chance = Math.min(1e9, Math.floor(computeMean(evidence)))
  const luck = `by luck less than once in ${chance.toLocaleString('en')} canaries`
  const who = isOfKnown ? ' among browsers known for a day' : ''
  if (worst === 'silent')
    return `only ${figures.visits.canary} of ${figures.visits.canary + figures.visits.others} browsers that reported${who} have it: browsers with it stop reporting, ${luck}`
  return `${nameOf[worst]}${who}: ${figures[worst].canary} with it among ${figures.visits.canary} browsers, ${figures[worst].others} without it among ${figures.visits.others}, ${luck}`
}

function formatRates({ visits, failed, cards, slow, timed }: Figures): string {
  const rate = (bad: number, total: number) => `${bad} of ${total}`
  return `failed ${rate(failed.canary, visits.canary)} with it and ${rate(failed.others, visits.others)} without, slow ${rate(slow.canary, timed.canary)} and ${rate(slow.others, timed.others)}, cards ${cards.canary} and ${cards.others}`
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`
}
