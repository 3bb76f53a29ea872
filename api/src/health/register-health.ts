import { reportHealth, reportVisits, RoutePath } from '@adcoin/contract'
import * as v from 'valibot'
import { findLatestEnd } from '../clock.ts'
import { toDay } from '../days/local-days.ts'
import { serve } from '../http/serve.ts'
import type { Client } from '../http/http-dependencies.ts'
import type { Register, Services } from '../services.ts'
import { count, type HealthReport, type Sayer } from './count.ts'
import { countMinutesKnown, newMinutes, makeSeenPass, toHealthStep } from './report-fields.ts'
import { limitTable } from '../limits/table.ts'

const [minuteMs, dayMs] = [60_000, 86_400_000]
const keptDays = 30
/** More than so many buckets are no counts any more: the oldest go first. About 300 MB. */
const mostBuckets = 1_500_000

/** Browser reports of releases: counted, shown to operators, removed after 30 days. */
export const registerHealth: Register = (app, services) => {
  serve(
    app,
    reportHealth,
    async ({ input, client }) => {
      const { app: name, release, phase, reason, path, group: side = 'rest', trial = '' } = input
      const outcome = input.outcome ?? (input.attributed === false ? 'unattributed' : 'failed')
      const generation = Math.min(Math.max(0, input.generation), highest)
      const report: HealthReport = {
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
      await count(services, report, input, client)
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
        const about: Pick<HealthReport, 'app' | 'release' | 'generation' | 'side' | 'trial' | 'path'> = {
          app: name,
          release,
          generation: input.generation,
          side,
          trial,
          path: routeOf(path),
        }
        const visit: HealthReport = { ...about, outcome: 'mounted', step: toHealthStep(ms), phase: '', reason: '' }
        if (await countVisit(services, visit, input, client)) hasCounted = true
      }
      const { browser, seen } = input
      // Only to browsers that counted: a flood gets no passes for later.
      const isPass = countMinutesKnown(services.secrets, browser, seen, services.now()) !== undefined
      if (!hasCounted || browser === undefined || isPass) return {}
      return { seen: makeSeenPass(services.secrets, browser, services.now()) }
    },
    { limits: reports },
  )
  forgetHealth(services)
}

/** Every hour: removes buckets older than 30 days or too many, browsers counted before today, and unused words. */
function forgetHealth({ jobs, now }: Services): void {
  jobs.every('health.forget', 3600, async tx => {
    const before = new Date(now().getTime() - keptDays * dayMs)
    await tx.deleteFrom('health_minute').where('minute', '<', before).execute()
    // Reports that a wrong clock counted; else a judge would read them for as long as it was wrong.
    await tx.deleteFrom('health_minute').where('minute', '>', findLatestEnd(now(), minuteMs)).execute()
    await tx.deleteFrom('health_word').where('first_day', '<', toDay(before)).execute()
    await tx.deleteFrom('health_canary_seen').where('first_day', '<', toDay(before)).execute()
    await tx.deleteFrom('health_seen').where('day', '<', toDay(now())).execute()
    const tooOld = await tx
      .selectFrom('health_minute')
      .select('minute')
      .orderBy('minute', 'desc')
      .offset(mostBuckets)
      .limit(1)
      .executeTakeFirst()
    if (tooOld) await tx.deleteFrom('health_minute').where('minute', '<=', tooOld.minute).execute()
  })
}

/** Largest value of the column; a browser may send more. */
const highest = 999_999_999
const reports = [limitTable.reports]

/**
 * A browser that was here before a canary has the live release in its cache and not the candidate. So the time of its
 * first visit is not comparable, and that of its second is; of a new browser the first is, on both sides.
 */
async function countVisit(services: Services, visit: HealthReport, sayer: Sayer, client: Client): Promise<boolean> {
  const minutes = countMinutesKnown(services.secrets, sayer.browser, sayer.seen, services.now()) ?? 0
  if (visit.trial === '' || minutes <= newMinutes) return count(services, visit, sayer, client)
  if (await count(services, { ...visit, step: -1 }, sayer, client)) return true
  return count(services, { ...visit, outcome: 'again' }, sayer, client)
}

/** A route pattern; anything else is dropped. */
function routeOf(path: string | undefined): string {
  return v.is(RoutePath, path) ? path : ''
}
