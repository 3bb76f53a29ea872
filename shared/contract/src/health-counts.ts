import * as v from 'valibot'
import { AppName } from './card.ts'
import { browserFamilies, canaryGroups, failurePhases } from './calls/health.ts'
import { apiCodes } from './languages.ts'
import { ReleaseId } from './registry.ts'

/** What became of a release in a browser: its screen stood, it failed, or nothing of its app worked. */
export const healthOutcomes = ['mounted', 'failed', 'card'] as const

/**
 * Steps of time to content: step n is above `1.1 ** (n - 1) * 100` ms and at most `1.1 ** n * 100` ms; step 0 is at
 * most 100 ms.
 */
export const healthSteps = { first: 100, factor: 1.1, last: 68 } as const

/**
 * Browsers that said the same of a release in a minute. A browser is counted once per day for each outcome of each
 * release, in the minute in which it first said so.
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
  /** The service has known this browser for a day or longer: somebody who lies today has not. */
  known: v.boolean(),
  /** Of what was `mounted`: its step of `healthSteps`; null where nobody measured. */
  step: v.nullable(v.number()),
  count: v.number(),
  // What follows stands in the answer with `detail=full` only; '' where nobody said, 'other' where there was too much.
  phase: v.optional(v.picklist([...failurePhases, ''])),
  reason: v.optional(v.string()),
  path: v.optional(v.string()),
  language: v.optional(v.picklist([...apiCodes, '', 'other'])),
  family: v.optional(v.picklist([...browserFamilies, ''])),
})
export type HealthBucket = v.InferOutput<typeof HealthBucket>

/**
 * `GET /operators/health?app=&minutes=&detail=&generation=` of the service: one app or all, at most 43,200 minutes (30
 * days, default 60), `detail` `full` (default) or `counts`, of this `generation` and later. Oldest first; at most
 * 20,000 buckets with `full`, then `isCut` says so.
 */
export const HealthAnswer = v.object({
  /** The service's clock. */
  now: v.string(),
  isCut: v.boolean(),
  buckets: v.array(HealthBucket),
})
export type HealthAnswer = v.InferOutput<typeof HealthAnswer>
