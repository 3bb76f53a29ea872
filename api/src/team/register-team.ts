import { agentState, bindInvite, type ChartDays } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Register, Services } from '../services.ts'
import { serveAgentQuery, withMembersBelow } from './agent-query.ts'
import type { Queries } from '../database/database.ts'
import { listLastDays } from '../days/local-days.ts'
import type { SignedInPerson } from '../http/http-dependencies.ts'
import { serve } from '../http/serve.ts'
import { listDayEnds, countFriends, readGrowth, listWeeks } from './growth.ts'
import { bindInviter } from '../accounts/invitation.ts'
import { Refusal } from '../refusals/refusal.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { limitTable } from '../limits/table.ts'

/** The people below a person, and what they brought. */
export const registerTeam: Register = (app, services) => {
  serveBindInvite(app, services)
  serveAgentQuery(app, services)
  serveAgentState(app, services)
}

type Sizes = { total: bigint; direct: bigint; active: bigint; tasks: bigint }

/** The person's team in numbers. */
function serveAgentState(app: FastifyInstance, { database, now }: Services): void {
  serve(app, agentState, async ({ input, person }) => {
    const at = now()
    const zone = person.timeZone
    const [yesterday, today] = listLastDays(zone, at, 2).map(({ from }) => from)
    const {
      rows: [sizes],
    } = await sql<Sizes>`
      WITH ${withMembersBelow(person.id)}
      SELECT count(*) AS total,
             count(*) FILTER (WHERE level = 1) AS direct,
             count(*) FILTER (WHERE EXISTS (
               SELECT 1 FROM assignment a
                WHERE a.user_id = below.id AND (a.created_at >= ${today} OR a.submitted_at >= ${today})
             )) AS active,
             coalesce(sum((SELECT count(*) FROM assignment a WHERE a.user_id = below.id)), 0)::bigint AS tasks
        FROM below`.execute(database.read)
    const {
      rows: [income],
    } = await sql<{ total: bigint; yesterday: bigint }>`
      SELECT coalesce(sum(e.amount), 0)::bigint AS total,
             coalesce(
               sum(e.amount) FILTER (WHERE e.created_at >= ${yesterday} AND e.created_at < ${today}), 0
             )::bigint AS yesterday
        FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
       WHERE coalesce(a.user_id, 0) = ${person.id}
         AND a.kind = 'coin' AND a.currency = 'ADC' AND e.label = 'share_income'`.execute(database.read)
    const [total, direct] = [Number(sizes?.total ?? 0n), Number(sizes?.direct ?? 0n)]
    return {
      total_team_num: total,
      active_today: Number(sizes?.active ?? 0n),
      direct_num: direct,
      indirect_num: total - direct,
      receive_task_total: Number(sizes?.tasks ?? 0n),
      promotion_total: String(income?.total ?? 0n),
      promotion_yesterday: String(income?.yesterday ?? 0n),
      time_zone: zone,
      ...(await growthOnWire(database.read, person, at, input.days)),
    }
  })
}

/** Over six weeks; over so many days with the friends who joined in them or brought something. */
async function growthOnWire(db: Queries, { id, timeZone }: SignedInPerson, now: Date, days: ChartDays | undefined) {
  if (days === undefined) return { growth: await readGrowth(db, id, listWeeks(timeZone, now)) }
  const wantedDays = listLastDays(timeZone, now, Number(days))
  const [growth, friends] = await Promise.all([
    readGrowth(db, id, listDayEnds(wantedDays, now)),
    countFriends(db, { id, timeZone }, wantedDays[0]?.from ?? now),
  ])
  return { growth, friends }
}

/** Binds an inviter's code, once and for all. The account id is sent with it and must be the caller's own. */
function serveBindInvite(app: FastifyInstance, { now }: Services): void {
  serve(
    app,
    bindInvite,
    async ({ input, person, transact }) => {
      if (input.user_id !== person.publicId) throw new Refusal('forbidden', { fields: { user_id: 'forbidden' } })
      return transact(async tx => {
        await lockSignedIn(tx, person)
        return { inviter_id: (await bindInviter(tx, person.id, input.invite_code, now())).publicId }
      })
    },
    { limits: [limitTable.inviters] },
  )
}
