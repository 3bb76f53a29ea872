import { sql } from 'kysely'
import { agentQuery } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import { startOfToday } from '../days/local-days.ts'
import { linkAvatar } from '../files/file-links.ts'
import { readLimit, makeCursor, makePage, readCursor } from '../http/cursor.ts'
import { serve } from '../http/serve.ts'
import type { Services } from '../services.ts'

/** The members of the person's own team, newest first; `user_id` filters by the beginning of the id. */
export function serveAgentQuery(app: FastifyInstance, { database, secrets, now }: Services): void {
  serve(app, agentQuery, async ({ input, person }) => {
    const limit = readLimit(input)
    const cursorOf = { list: 'team', person: person.id, filter: `${input.user_id ?? ''}|${input.level ?? ''}` }
    const before = readCursor(secrets, cursorOf, input.cursor) ?? null
    const [search, level] = [input.user_id ?? null, input.level === undefined ? null : Number(input.level)]
    const today = startOfToday(person.timeZone, now())
    const { rows } = await sql<MemberRow>`
      WITH ${withMembersBelow(person.id)},
      shown AS (
        SELECT u.id, u.public_id, u.nick_name, u.avatar_file_id, below.level, below.joined
          FROM below JOIN app_user u ON u.id = below.id
         WHERE (${search}::text IS NULL OR starts_with(u.public_id, ${search}::text))
           AND (${level}::int IS NULL OR below.level = ${level}::int)
           AND (${before}::bigint IS NULL OR u.id < ${before}::bigint)
         ORDER BY u.id DESC LIMIT ${limit + 1}
      ),
      earned AS (
        SELECT t.user_id, sum(e.amount)::bigint AS income
          FROM ledger_txn t
          JOIN ledger_entry e ON e.txn_id = t.id
          JOIN ledger_account a ON a.id = e.account_id
         WHERE t.user_id IN (SELECT id FROM shown)
           AND e.label = 'share_income'
           AND coalesce(a.user_id, 0) = ${person.id}
         GROUP BY t.user_id
      )
      SELECT shown.*,
             (SELECT count(*) FROM team_below(shown.id)) AS team_num,
             coalesce(earned.income, 0)::bigint AS income,
             EXISTS (
               SELECT 1 FROM assignment a
                WHERE a.user_id = shown.id AND (a.created_at >= ${today} OR a.submitted_at >= ${today})
             ) AS is_active
        FROM shown LEFT JOIN earned ON earned.user_id = shown.id
       ORDER BY shown.id DESC`.execute(database.read)
    const totals = await totalsOf(database, person.id)
    const page = makePage(
      rows,
      limit,
      row => row.id,
      id => makeCursor(secrets, cursorOf, id),
      row => ({
        user_id: row.public_id,
        nick_name: row.nick_name,
        avatar: linkAvatar(row.avatar_file_id),
        level: row.level,
        team_num: Number(row.team_num),
        income: String(row.income),
        is_active: row.is_active,
        joined_at: row.joined.toISOString(),
      }),
    )
    return { ...page, total_team_num: Number(totals?.members ?? 0n), receive_task_total: Number(totals?.tasks ?? 0n) }
  })
}

/** All members below a person, as the table `below` (`team_below` in the migrations). */
export const withMembersBelow = (userId: bigint) => sql`below AS MATERIALIZED (SELECT * FROM team_below(${userId}))`

type MemberRow = {
  id: bigint
  public_id: string
  nick_name: string | null
  avatar_file_id: string | null
  level: number
  joined: Date
  team_num: bigint
  income: bigint
  is_active: boolean
}

/** The size of the team, and how many tasks its members claimed. */
async function totalsOf({ read }: Database, userId: bigint): Promise<{ members: bigint; tasks: bigint } | undefined> {
  const { rows } = await sql<{ members: bigint; tasks: bigint }>`
    WITH ${withMembersBelow(userId)}
    SELECT count(*) AS members,
           coalesce(sum((SELECT count(*) FROM assignment a WHERE a.user_id = below.id)), 0)::bigint AS tasks
      FROM below`.execute(read)
  return rows[0]
}
