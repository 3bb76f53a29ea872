import { agentState } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { dayOf, startOfDay } from '../tasks/service-day.ts'
import { below } from './subtree.ts'

const weeks = 6
type Sizes = { total: bigint; direct: bigint; active: bigint; tasks: bigint }

/** The person's team in numbers. */
export function serveAgentState(app: FastifyInstance, { database, now }: Services): void {
  serve(app, agentState, async ({ person }) => {
    const at = now()
    const today = startOfDay(at)
    const {
      rows: [sizes],
    } = await sql<Sizes>`
      WITH RECURSIVE ${below(person.id)}
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
               sum(e.amount) FILTER (WHERE e.created_at >= ${startOfDay(at, -1)} AND e.created_at < ${today}), 0
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
      growth: await growthOf(person.id, at),
    }
  })

  /** The size at the end of each of the last weeks; the last is now. */
  async function growthOf(userId: bigint, at: Date): Promise<{ day: string; team_num: number }[]> {
    const ends = Array.from(
      { length: weeks },
      (_, index) => new Date(at.getTime() - (weeks - 1 - index) * 7 * 86_400_000),
    )
    const { rows } = await sql<{ until: Date; members: bigint }>`
      WITH RECURSIVE ${below(userId)}
      SELECT ends.until, count(below.id) AS members
        FROM unnest(${ends.map(end => end.toISOString())}::timestamptz[]) AS ends(until)
        LEFT JOIN below ON below.joined <= ends.until
       GROUP BY ends.until ORDER BY ends.until`.execute(database.read)
    return rows.map(row => ({ day: dayOf(row.until), team_num: Number(row.members) }))
  }
}
