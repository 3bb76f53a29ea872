import { healthSteps, type LiveCanary, type HealthBucket } from '@adcoin/contract'

export const active = '1.0.0-0123456789ab'
export const candidate = '1.1.0-0123456789ab'
export const perMinute = 60
/** Browsers of a service that has been there for longer than a day. */
const knownShare = 0.6
/** Of the live release: browsers fail for reasons of their own. */
const usualFailures = 0.003

export const createCanary = (share: number): LiveCanary => ({
  ...{ release: candidate, share, salt: 'abcdef00', since: '2026-01-01T00:00:00.000Z', number: 2, manual: false },
})

/** A browser that comes to one of the app's screens. */
type Visit = {
  readonly random: () => number
  readonly language: number
  readonly route: number
  readonly ms: number
}
/** Effect of a candidate on a browser: seconds until it fails, and its time to content. */
type Effect = { failsAfter?: number; card?: boolean; ms?: number; silent?: boolean }
export type CandidateKind = { readonly name: string; readonly effect: (visit: Visit) => Effect }

/** Seeded, so that a run can be repeated: mulberry32. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Seconds of a slot of the collector: the judge may look after any of them. */
const slot = 10

/** The collector's buckets, as browsers arrive. */
export class Collector {
  readonly #slots = new Map<number, Map<string, HealthBucket>>()

  add(second: number, what: Pick<HealthBucket, 'release' | 'group' | 'outcome' | 'known' | 'step'>, count = 1): void {
    const at = Math.floor(second / slot)
    const those = this.#slots.get(at) ?? new Map<string, HealthBucket>()
    this.#slots.set(at, those)
    const key = `${what.release} ${what.outcome} ${what.known} ${what.step}`
    const before = those.get(key)
    const minute = new Date(Math.floor(second / 60) * 60_000).toISOString()
    if (before) before.count += count
    else those.set(key, { ...what, minute, app: 'remote-team', generation: 2, count })
  }

  /** The reports of one minute, counted from the first. */
  minute(at: number): readonly HealthBucket[] {
    return this.#of(each => Math.floor((each * slot) / 60) === at)
  }

  /** The reports before this second, which ends a slot. */
  before(second: number): readonly HealthBucket[] {
    return this.#of(each => each * slot < second)
  }

  #of(isWanted: (at: number) => boolean): readonly HealthBucket[] {
    return [...this.#slots].filter(([at]) => isWanted(at)).flatMap(([, those]) => [...those.values()])
  }
}

/**
 * One browser arrives, at a second, and its reports reach the collector, now or later.
 *
 * @returns whether it had the candidate
 */
export function simulateVisit(
  collector: Collector,
  random: () => number,
  second: number,
  share: number,
  kind: CandidateKind,
): boolean {
  const isCanary = random() * 100 < share
  const known = random() < knownShare
  // Lognormal: half of them under 0.9 s, one in ten above 2.7 s.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const visit: Visit = {
    random,
    language: Math.floor(random() * 6),
    route: Math.floor(random() * 8),
    ms: 900 * Math.exp(normal * 0.85),
  }
  const effect = isCanary ? kind.effect(visit) : {}
  const about = { release: isCanary ? candidate : active, group: isCanary ? 'canary' : 'rest', known } as const
  const fails = random() < usualFailures ? { failsAfter: 0 } : effect
  if (effect.silent) return isCanary
  // A drawn screen is reported two seconds later.
  const ms = effect.ms ?? visit.ms
  if (fails.failsAfter === undefined || fails.failsAfter > 0)
    collector.add(second + ms / 1000 + 2, { ...about, outcome: 'mounted', step: toTimeStep(ms) })
  if (fails.failsAfter !== undefined)
    collector.add(second + fails.failsAfter, { ...about, outcome: 'failed', step: null })
  if (effect.card) collector.add(second + (fails.failsAfter ?? 0), { ...about, outcome: 'card', step: null })
  return isCanary
}

export function toTimeStep(ms: number): number {
  const step = Math.ceil(Math.log(ms / healthSteps.first) / Math.log(healthSteps.factor))
  return Math.min(healthSteps.last, Math.max(0, step))
}
