import * as v from 'valibot'
import { call, nothing } from '../call.ts'
import { AppName } from '../card.ts'
import { ReleaseId } from '../registry.ts'

export const failurePhases = [
  'registry',
  'entry',
  'integrity',
  'style',
  'evaluate',
  'door',
  'locale',
  'preload',
  'render',
  'runtime',
  'stall',
] as const
/** What a browser reports of a release that failed; no personal data. */
export const reportHealth = call({
  method: 'POST',
  path: '/app/health/report',
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
    path: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  response: nothing,
})
