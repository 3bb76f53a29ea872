import { AppName, healthSteps, JudgeLook, type HealthAnswer } from '@adcoin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as v from 'valibot'
import { sendFault } from '../http/envelope.ts'
import { languageOf } from '../refusals/languages.ts'
import type { Services } from '../services.ts'
import { dayOf } from './count.ts'
import { judgeLooks, judgeOf } from './judge-lease.ts'

const mostMinutes = 43_200
const mostBuckets = 20_000
/** Series that Prometheus gets: beyond it the smallest are left out. */
const mostSeries = 400

const Asked = v.strictObject({
  app: v.optional(AppName),
  minutes: v.optional(v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,4}$/)), '60'),
  detail: v.optional(v.picklist(['full', 'counts']), 'full'),
  generation: v.optional(v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/)), '0'),
})

/** `GET /operators/health`, `POST /operators/health/judge` and `GET /operators/metrics`. */
export function serveCounts(calls: FastifyInstance, services: Services): void {
  calls.get('/health', async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = v.safeParse(Asked, request.query)
    if (!asked.success || Number(asked.output.minutes) > mostMinutes)
      return sendFault(reply, languageOf(request.headers.lang), 'invalid_input')
    return reply.send(await countsOf(services, asked.output))
  })
  calls.post('/health/judge', async (request: FastifyRequest, reply: FastifyReply) => {
    const look = v.safeParse(JudgeLook, request.body)
    if (!look.success) return sendFault(reply, languageOf(request.headers.lang), 'invalid_input')
    return reply.send(await judgeLooks(services, look.output))
  })
  calls.get('/metrics', async (_request, reply: FastifyReply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metricsOf(services)),
  )
}

async function countsOf(
  { database, now }: Services,
  { app, minutes, detail, generation }: v.InferOutput<typeof Asked>,
): Promise<HealthAnswer> {
  const since = new Date(now().getTime() - Number(minutes) * 60_000)
  const plain = ['minute', 'app', 'release', 'generation', 'side', 'outcome', 'known', 'step'] as const
  const details = ['phase', 'reason', 'path', 'language', 'family'] as const
  let those = database.read.selectFrom('health_minute').where('minute', '>=', since)
  if (generation !== '0') those = those.where('generation', '>=', Number(generation))
  if (app !== undefined) those = those.where('app', '=', app)
  const rows =
    detail === 'full'
      ? await those
          .select([...plain, ...details, 'n'])
          .orderBy('minute', 'desc')
          .limit(mostBuckets + 1)
          .execute()
      : await those
          .select([...plain])
          .select(sql<number>`sum(n)::int`.as('n'))
          .groupBy([...plain])
          .orderBy('minute', 'desc')
          .execute()
  const isCut = detail === 'full' && rows.length > mostBuckets
  const buckets = rows
    .slice(0, detail === 'full' ? mostBuckets : undefined)
    .reverse()
    .map(({ minute, side, step, n, ...rest }) => ({
      ...rest,
      minute: minute.toISOString(),
      group: side,
      step: step < 0 ? null : step,
      count: n,
    }))
  const judge = await judgeOf(database.read)
  return { now: now().toISOString(), isCut, judge, buckets: buckets as HealthAnswer['buckets'] }
}

/** Text for Prometheus: counts of today (UTC), which begin anew at midnight as counters may. */
async function metricsOf({ database, now }: Services): Promise<string> {
  const rows = await database.read
    .selectFrom('health_minute')
    .select(['app', 'release', 'side', 'outcome', 'step'])
    .select(sql<number>`sum(n)::int`.as('n'))
    .where('minute', '>=', new Date(dayOf(now())))
    .groupBy(['app', 'release', 'side', 'outcome', 'step'])
    .orderBy('n', 'desc')
    .limit(mostSeries * (healthSteps.last + 2))
    .execute()
  const series = new Map<string, { count: number; outcome: string; steps: number[] }>()
  for (const { app, release, side, outcome, step, n } of rows) {
    const labels = `app="${app}",release="${release}",group="${side}"`
    const key = `${labels},outcome="${outcome}"`
    const one = series.get(key) ?? { count: 0, outcome, steps: [] }
    one.count += n
    if (step >= 0) one.steps[step] = (one.steps[step] ?? 0) + n
    series.set(key, one)
  }
  const told = [...series].slice(0, mostSeries)
  return [
    '# HELP adcoin_release_browsers Browsers of today by what a release did in them.',
    '# TYPE adcoin_release_browsers counter',
    ...told.map(([labels, { count }]) => `adcoin_release_browsers{${labels}} ${count}`),
    '# HELP adcoin_release_content_seconds Time to content of the browsers of today; the sum is made of upper ends.',
    '# TYPE adcoin_release_content_seconds histogram',
    ...told.filter(([, { steps }]) => steps.length > 0).flatMap(([labels, { steps }]) => histogram(labels, steps)),
    '',
  ].join('\n')
}

function histogram(labels: string, steps: readonly number[]): readonly string[] {
  const name = 'adcoin_release_content_seconds'
  const lines: string[] = []
  let [below, sum] = [0, 0]
  for (let step = 0; step <= healthSteps.last; step++) {
    const seconds = (healthSteps.first * healthSteps.factor ** step) / 1000
    const there = steps[step] ?? 0
    below += there
    sum += there * seconds
    if (there > 0) lines.push(`${name}_bucket{${labels},le="${seconds.toFixed(3)}"} ${below}`)
  }
  return [
    ...lines,
    `${name}_bucket{${labels},le="+Inf"} ${below}`,
    `${name}_sum{${labels}} ${sum.toFixed(3)}`,
    `${name}_count{${labels}} ${below}`,
  ]
}
