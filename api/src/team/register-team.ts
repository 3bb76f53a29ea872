import { agentState, bindInvite } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Register, Services } from '../services.ts'
import { serveAgentQuery } from './agent-query.ts'
import { listLastDays } from '../days/local-days.ts'
import { serve } from '../http/serve.ts'
import { countFriends, listDayEnds, listWeeks, readSizes } from './growth.ts'
import { bindInviter, lockBindings } from '../accounts/invitation.ts'
import { Refusal } from '../refusals/refusal.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { limitTable } from '../limits/table.ts'

/** The people below a person, and what they brought. */
export const registerTeam: Register = (app, services) => {
  serveBindInvite(app, services)
  serveAgentQuery(app, services)
  serveAgentState(app, services)
}

/** The person's team in numbers. */
function serveAgentState(app: FastifyInstance, { database, now }: Services): void {
  serve(app, agentState, async ({ input, person }) => {
    const at = now()
    const zone = person.timeZone
    const [yesterday, today] = listLastDays(zone, at, 2).map(({ from }) => from)
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
    const wantedDays = input.days && listLastDays(zone, at, Number(input.days))
    const moments = wantedDays ? listDayEnds(wantedDays, at) : listWeeks(zone, at)
    const [{ total, direct, active, tasks, growth }, friends] = await Promise.all([
      readSizes(database.read, person.id, today ?? at, moments),
      wantedDays && countFriends(database.read, person, wantedDays[0]?.from ?? at),
    ])
    return {
      total_team_num: total,
      active_today: active,
      direct_num: direct,
      indirect_num: total - direct,
      receive_task_total: tasks,
      promotion_total: String(income?.total ?? 0n),
      promotion_yesterday: String(income?.yesterday ?? 0n),
      time_zone: zone,
      growth,
      ...(friends && { friends }),
    }
  })
}

/** Binds an inviter's code, once and for all. The account id is sent with it and must be the caller's own. */
function serveBindInvite(app: FastifyInstance, { now }: Services): void {
  serve(
    app,
    bindInvite,
    async ({ input, person, transact }) => {
      if (input.user_id !== person.publicId) throw new Refusal('forbidden', { fields: { user_id: 'forbidden' } })
      return transact(async tx => {
        await lockBindings(tx)
        await lockSignedIn(tx, person)
        return { inviter_id: (await bindInviter(tx, person.id, input.invite_code, now())).publicId }
      })
    },
    { limits: [limitTable.inviters] },
  )
}
