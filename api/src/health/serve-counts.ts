import { AppName, JudgeLook, type HealthAnswer, type ServiceState } from '@adcoin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as v from 'valibot'
import { sendFault } from '../http/envelope.ts'
import { languageOf } from '../refusals/languages.ts'
import type { Services } from '../services.ts'
import { judgeLooks, judgeOf } from './judge-lease.ts'

const mostMinutes = 43_200
const mostBuckets = 20_000

const Asked = v.strictObject({
  app: v.optional(AppName),
  minutes: v.optional(v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,4}$/)), '60'),
  detail: v.optional(v.picklist(['full', 'counts']), 'full'),
  generation: v.optional(v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/)), '0'),
})

/** `GET /operators/health` and `POST /operators/health/judge`. */
export function serveCounts(calls: FastifyInstance, services: Services, stateOf: () => ServiceState): void {
  calls.get('/health', async (request: FastifyRequest, reply: FastifyReply) => {
    const parsed = v.safeParse(Asked, request.query)
    if (!parsed.success || Number(parsed.output.minutes) > mostMinutes)
      return sendFault(reply, languageOf(request.headers.lang), 'invalid_input')
    return reply.send({ ...(await countsOf(services, parsed.output)), service: stateOf() } satisfies HealthAnswer)
  })
  calls.post('/health/judge', async (request: FastifyRequest, reply: FastifyReply) => {
    const look = v.safeParse(JudgeLook, request.body)
    if (!look.success) return sendFault(reply, languageOf(request.headers.lang), 'invalid_input')
    return reply.send(await judgeLooks(services, look.output))
  })
}

async function countsOf(
  { database, now }: Services,
  { app, minutes, detail, generation }: v.InferOutput<typeof Asked>,
): Promise<Omit<HealthAnswer, 'service'>> {
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
