import * as v from 'valibot'
import { defineCall, emptyResponse } from '../call.ts'
import { AppName } from '../manifest.ts'
import { apiCodes } from '../languages.ts'
import { CanarySalt, ReleaseId } from '../release.ts'

export const failurePhases = [
  'registry',
  'entry',
  'integrity',
  'style',
  'evaluate',
  // The exposed module cannot be mounted. The word is older than `RemoteModule`; reports with it are stored.
  'door',
  'locale',
  'preload',
  'render',
  'runtime',
  'stall',
] as const

/** The side of a canary that a browser is on; absent without a canary. */
export const canaryGroups = ['canary', 'control', 'rest'] as const
export const browserFamilies = ['chromium', 'firefox', 'safari', 'other'] as const

/** Apart, because the shell's core sends reports and need not carry how they are checked. */
export const reportPaths = { health: '/app/health/report', visits: '/app/health/visits' } as const

const path = v.optional(v.pipe(v.string(), v.maxLength(200)))
const generation = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999))
const group = {
  group: v.optional(v.picklist(canaryGroups)),
  /** The salt of the group's canary: each canary counts browsers separately. */
  trial: v.optional(CanarySalt),
}
/** About the browser, without a person in it. */
const browser = {
  /** A number that this browser made up for itself; it is counted once by it. */
  browser: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))),
  /** The service's answer to an earlier report: it proves since when the service knows this browser. */
  seen: v.optional(v.pipe(v.string(), v.maxLength(60))),
  language: v.optional(v.picklist(apiCodes)),
  family: v.optional(v.picklist(browserFamilies)),
}

/** A browser's report of a release that failed; no personal data. */
export const reportHealth = defineCall({
  method: 'POST',
  path: reportPaths.health,
  access: 'public',
  loader: false,
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({
    app: AppName,
    release: ReleaseId,
    phase: v.picklist(failurePhases),
    reason: v.pipe(v.string(), v.maxLength(300)),
    generation: v.pipe(v.number(), v.integer()),
    path,
    /** `card`: no release of the app worked, so that people saw its card. */
    outcome: v.optional(v.picklist(['failed', 'card'])),
    /** `false`: no evidence names this release as the cause, so health does not count it. Absent means `true`. */
    attributed: v.optional(v.boolean()),
    ...group,
    ...browser,
  }),
  response: emptyResponse,
})

/** A browser's report of mounted releases, some seconds after they appeared, several at once. */
export const reportVisits = defineCall({
  method: 'POST',
  path: reportPaths.visits,
  access: 'public',
  loader: false,
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({
    generation,
    ...browser,
    visits: v.pipe(
      v.array(
        v.strictObject({
          app: AppName,
          release: ReleaseId,
          path,
          ...group,
          /** Milliseconds from the navigation that wanted it to its first screen. */
          ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000))),
        }),
      ),
      v.minLength(1),
      v.maxLength(10),
    ),
  }),
  /** `seen`: stored by the browser, and sent with the next report. */
  response: v.object({ seen: v.optional(v.string()) }),
})
