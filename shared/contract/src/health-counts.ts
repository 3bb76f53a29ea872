import * as v from 'valibot'
import { AppName } from './manifest.ts'
import { browserFamilies, canaryGroups, failurePhases } from './calls/health.ts'
import { apiCodes } from './languages.ts'
import { ReleaseId } from './release.ts'

/**
 * The outcome of a release in a browser: its screen was shown, it failed, or no release of its app worked (`card`).
 * `unattributed`: something failed that nothing names this release for. `again`: the second visit of a browser that
 * knew the app before its canary; it carries the time to content, because the first one had an empty cache.
 */
export const healthOutcomes = ['mounted', 'again', 'failed', 'unattributed', 'card'] as const

/**
 * Steps of time to content: step n is above `1.1 ** (n - 1) * 100` ms and at most `1.1 ** n * 100` ms; step 0 is at
 * most 100 ms.
 */
export const healthSteps = { first: 100, factor: 1.1, last: 68 } as const

/**
 * Browsers that reported the same of a release in a minute. A browser is counted once for each outcome of each release:
 * per day, and during a canary once for the whole canary.
 */
export const HealthBucket = v.object({
  /** The beginning of the minute, ISO, UTC. */
  minute: v.string(),
  app: AppName,
  release: ReleaseId,
  generation: v.number(),
  /** `rest`: a browser of neither group, or no canary. */
  group: v.picklist(canaryGroups),
  outcome: v.picklist(healthOutcomes),
  /** The service has known this browser for a day or longer, so it was not created to send false reports today. */
  known: v.boolean(),
  /** Of `mounted` and `again`: the step of `healthSteps`; null where there is no time that can be compared. */
  step: v.nullable(v.number()),
  count: v.number(),
  // The following fields are in the answer with `detail=full` only; '' if not reported, 'other' if there were too many
  // values.
  phase: v.optional(v.picklist([...failurePhases, ''])),
  reason: v.optional(v.string()),
  path: v.optional(v.string()),
  language: v.optional(v.picklist([...apiCodes, '', 'other'])),
  family: v.optional(v.picklist([...browserFamilies, ''])),
})
export type HealthBucket = v.InferOutput<typeof HealthBucket>

/** The judge that has the lease, and when it looked last. */
export const ActiveJudge = v.object({ name: v.string(), lookedAt: v.string() })
export type ActiveJudge = v.InferOutput<typeof ActiveJudge>

/**
 * State of the answering service over the last `minutes`: requests, errors (status 500 and above), and the p99 event
 * loop delay of the worst minute.
 */
export const ServiceState = v.object({
  minutes: v.number(),
  requests: v.number(),
  errors: v.number(),
  loopDelayMs: v.number(),
})
export type ServiceState = v.InferOutput<typeof ServiceState>

/**
 * `GET /operators/health?app=&minutes=&detail=&generation=` of the service: one app or all, at most 43,200 minutes (30
 * days, default 60), `detail` `full` (default) or `counts`, of this `generation` and later. Oldest first; at most
 * 20,000 buckets with `full`, then `isCut` is true.
 */
export const HealthResponse = v.object({
  /** The service's clock. */
  now: v.string(),
  isCut: v.boolean(),
  /** Null where no judge has ever looked. */
  judge: v.optional(v.nullable(ActiveJudge), null),
  /** Null if the service does not report it. */
  service: v.optional(v.nullable(ServiceState), null),
  buckets: v.array(HealthBucket),
})
export type HealthResponse = v.InferOutput<typeof HealthResponse>

/** Browsers of some buckets. `failed` counts only what the release is named for; `rate` is 0 to 1. */
export type BrowserCounts = {
  readonly browsers: number
  readonly failed: number
  readonly cards: number
  readonly unattributed: number
  readonly rate: number
}

/**
 * The one definition of "failed": browsers in which the release failed, of the browsers that had it. A browser that it
 * failed in after its screen was shown is in both counts, so the larger one is the number of browsers.
 */
export function countBrowsers(buckets: readonly HealthBucket[]): BrowserCounts {
  const countOutcome = (outcome: HealthBucket['outcome']) =>
    buckets.reduce((sum, bucket) => sum + (bucket.outcome === outcome ? bucket.count : 0), 0)
  const failed = countOutcome('failed')
  const browsers = Math.max(countOutcome('mounted'), failed)
  return {
    ...{ browsers, failed, cards: countOutcome('card'), unattributed: countOutcome('unattributed') },
    rate: browsers === 0 ? 0 : failed / browsers,
  }
}

/** Why a release failed, most browsers first; `shared`: the language, browser family and route of all of them. */
export type FailureReason = { readonly what: string; readonly count: number; readonly shared: readonly string[] }
const shownReasons = 5

/** The most frequent reasons. Buckets of `detail=counts` have none. */
export function listFailureReasons(buckets: readonly HealthBucket[]): readonly FailureReason[] {
  const bad = buckets.filter(({ outcome }) => outcome !== 'mounted' && outcome !== 'again').filter(({ phase }) => phase)
  const formatReason = ({ phase, reason, group, outcome }: HealthBucket) =>
    [
      `${phase}: ${reason}`,
      ...(group === 'rest' ? [] : [`[${group}]`]),
      ...(outcome === 'failed' ? [] : [outcome]),
    ].join(' ')
  return [...Map.groupBy(bad, formatReason)]
    .map(([what, those]) => ({
      what,
      count: those.reduce((sum, { count }) => sum + count, 0),
      shared: (['language', 'family', 'path'] as const).flatMap(name => {
        const values = new Set(those.map(bucket => bucket[name]))
        const [value] = values
        return values.size === 1 && value ? [value] : []
      }),
    }))
    .sort((left, right) => right.count - left.count)
    .slice(0, shownReasons)
}

/**
 * `POST /operators/health/judge`: a judge looks, and renews or takes the deployment's one lease. `releases` are
 * published: their reports always find room.
 */
export const JudgeLeaseRequest = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  releases: v.pipe(v.array(v.strictObject({ app: AppName, release: ReleaseId })), v.maxLength(1_000)),
})
export type JudgeLeaseRequest = v.InferOutput<typeof JudgeLeaseRequest>
/** `isMine`: this judge has the lease. */
export const JudgeLease = v.object({ isMine: v.boolean(), judge: ActiveJudge })
