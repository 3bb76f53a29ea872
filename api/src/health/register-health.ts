import { reportHealth, reportVisits, RoutePath } from '@adcoin/contract'
import * as v from 'valibot'
import { serve } from '../http/serve.ts'
import { forOperators } from '../operators-http/for-operators.ts'
import type { Register } from '../services.ts'
import { count, type Said } from './count.ts'
import { forgetHealth } from './forget.ts'
import { serveCounts } from './serve-counts.ts'
import { isPass, seenPass, stepOf } from './said.ts'

/** What the column holds; a browser may say more. */
const highest = 999_999_999
const reports = [{ max: 60, seconds: 60 }]

/** What browsers say of releases: counted, told to operators, forgotten after 30 days. */
export const registerHealth: Register = (app, services) => {
  serve(
    app,
    reportHealth,
    async ({ input, client }) => {
      const { app: name, release, phase, reason, path, outcome = 'failed', group: side = 'rest', trial = '' } = input
      const generation = Math.min(Math.max(0, input.generation), highest)
      const said: Said = {
        app: name,
        release,
        generation,
        side,
        outcome,
        step: -1,
        phase,
        reason,
        trial,
        path: routeOf(path),
      }
      await count(services, said, input, client)
      return {}
    },
    { limits: reports },
  )
  serve(
    app,
    reportVisits,
    async ({ input, client }) => {
      let hasCounted = false
      for (const { app: name, release, group: side = 'rest', trial = '', ms, path } of input.visits) {
        const about: Pick<Said, 'app' | 'release' | 'generation' | 'side' | 'trial' | 'path'> = {
          app: name,
          release,
          generation: input.generation,
          side,
          trial,
          path: routeOf(path),
        }
        const visit: Said = { ...about, outcome: 'mounted', step: stepOf(ms), phase: '', reason: '' }
        if (await count(services, visit, input, client)) hasCounted = true
      }
      const { browser, seen } = input
      // Only to whom counted: a flood gets no passes for later.
      if (!hasCounted || browser === undefined || isPass(services.secrets, browser, seen)) return {}
      return { seen: seenPass(services.secrets, browser, services.now()) }
    },
    { limits: reports },
  )
  forOperators(app, calls => serveCounts(calls, services))
  forgetHealth(services)
}

/** A pattern of a route; what is none is nobody's. */
function routeOf(path: string | undefined): string {
  return v.is(RoutePath, path) ? path : ''
}
