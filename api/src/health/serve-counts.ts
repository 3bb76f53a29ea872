import {
  AppName,
  type HealthResponse,
  type JudgeLease,
  JudgeLeaseRequest,
  type ActiveJudge,
  type ServiceState,
} from '@adcoin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { InferOutput } from 'valibot'
import { sendFault } from '../http/envelope.ts'
import { toLanguage } from '../refusals/languages.ts'
import type { Services } from '../services.ts'
import { toDay } from '../days/local-days.ts'

/** A judge without a look in this time has lost its lease; it looks every five seconds. */
const leaseMs = 30_000

/** `GET /operators/health` and `POST /operators/health/judge`. */
export function serveCounts(calls: FastifyInstance, services: Services, stateOf: () => ServiceState): void {
  calls.get('/health', async (request: FastifyRequest, reply: FastifyReply) => {
    const parsed = v.safeParse(Asked, request.query)
    if (!parsed.success || Number(parsed.output.minutes) > mostMinutes)
      return sendFault(reply, toLanguage(request.headers.lang), 'invalid_input')
    return reply.send({ ...(await countsOf(services, parsed.output)), service: stateOf() } satisfies HealthResponse)
  })
  calls.post('/health/judge', async (request: FastifyRequest, reply: FastifyReply) => {
    const look = v.safeParse(JudgeLeaseRequest, request.body)
    if (!look.success) return sendFault(reply, toLanguage(request.headers.lang), 'invalid_input')
    return reply.send(await judgeLooks(services, look.output))
  })
}

/** Renews the lease of this judge, or takes a free one; keeps which releases are published. */
async function judgeLooks(
  { database, now }: Services,
  { id, name, releases }: JudgeLeaseRequest,
): Promise<InferOutput<typeof JudgeLease>> {
  const looked_at = now()
  return database.transaction(async tx => {
    const taken = await tx
      .insertInto('health_judge')
      .values({ id, name, looked_at })
      .onConflict(conflict =>
        conflict
          .column('one')
          .doUpdateSet({ id, name, looked_at })
          .where(({ or, eb }) =>
            or([
              eb('health_judge.id', '=', id),
              eb('health_judge.looked_at', '<', new Date(looked_at.getTime() - leaseMs)),
              eb('health_judge.looked_at', '>', new Date(looked_at.getTime() + leaseMs)),
            ]),
          ),
      )
      .returning('id')
      .executeTakeFirst()
    if (releases.length > 0) {
      const first_day = toDay(looked_at)
      await tx
        .insertInto('health_word')
        .values(releases.map(({ app, release }) => ({ app, release, kind: 'release', word: '', first_day })))
        .onConflict(conflict => conflict.columns(['app', 'release', 'kind', 'word']).doUpdateSet({ first_day }))
        .execute()
    }
    const judge = (await judgeOf(tx)) ?? { name, lookedAt: looked_at.toISOString() }
    return { isMine: taken !== undefined, judge }
  })
}

/** The judge with the lease, whether it still looks or not; null where none ever did. */
async function judgeOf(read: Services['database']['read']): Promise<ActiveJudge | null> {
  const row = await read.selectFrom('health_judge').select(['name', 'looked_at']).executeTakeFirst()
  return row ? { name: row.name, lookedAt: row.looked_at.toISOString() } : null
}

const mostMinutes = 43_200
const mostBuckets = 20_000

const Asked = v.strictObject({
  app: v.optional(AppName),
  minutes: v.optional(v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,4}$/)), '60'),
  detail: v.optional(v.picklist(['full', 'counts']), 'full'),
  generation: v.optional(v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/)), '0'),
})

async function countsOf(
  { database, now }: Services,
  { app, minutes, detail, generation }: v.InferOutput<typeof Asked>,
): Promise<Omit<HealthResponse, 'service'>> {
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
  return { now: now().toISOString(), isCut, judge, buckets: buckets as HealthResponse['buckets'] }
}
