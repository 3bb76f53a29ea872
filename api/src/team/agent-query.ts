import { sql } from 'kysely'
import { agentQuery } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Queries } from '../database/database.ts'
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
    const rows = await readMembers(database.read, { person: person.id, today, search, level, before, limit })
    const page = makePage(
      // Without members to show, the only row has the totals.
      rows.filter(row => row.id !== null),
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
    return { ...page, total_team_num: Number(rows[0]?.members ?? 0n), receive_task_total: Number(rows[0]?.tasks ?? 0n) }
  })
}

/** The totals of a team, in each row, and the members of one page. */
async function readMembers(db: Queries, { person, today, search, level, before, limit }: Wanted) {
  const { rows } = await sql<MemberRow & Totals>`
    WITH part AS MATERIALIZED (SELECT * FROM team_parts(${person}, ${today}, '{}')),
    branch AS (
      SELECT each.id, least(part.level + 1, 2) AS level, each.joined
        FROM part CROSS JOIN LATERAL unnest(part.branches, part.joined) each (id, joined)
    ),
    page AS (
      SELECT below.*, u.public_id, u.nick_name, u.avatar_file_id, u.has_friends, u.worked_at
        FROM (
          SELECT array_agg(id) AS ids, array_agg(level) AS levels, array_agg(joined) AS joined
            FROM branch WHERE ${level}::int IS NULL OR level = ${level}::int
        ) above
       CROSS JOIN LATERAL team_page(above.ids, above.levels, above.joined, ${before}, ${search}, ${limit + 1}) below
        JOIN app_user u ON u.id = below.id
    ),
    earned AS (
      SELECT t.user_id, sum(e.amount)::bigint AS income
        FROM ledger_txn t
        JOIN ledger_entry e ON e.txn_id = t.id
        JOIN ledger_account a ON a.id = e.account_id
       WHERE t.user_id IN (SELECT id FROM page)
         AND e.label = 'share_income'
         AND coalesce(a.user_id, 0) = ${person}
       GROUP BY t.user_id
    ),
    shown AS (
      SELECT page.id, page.public_id, page.nick_name, page.avatar_file_id, page.level, page.joined,
             CASE WHEN has_friends THEN (
               SELECT sum(below.members) FROM team_parts(page.id, ${today}, '{}') below
             ) ELSE 0 END AS team_num,
             coalesce(earned.income, 0)::bigint AS income,
             coalesce(page.worked_at >= ${today}, false) AS is_active
        FROM page LEFT JOIN earned ON earned.user_id = page.id
    )
    SELECT shown.*, totals.*
      FROM (SELECT sum(members)::bigint AS members, sum(tasks)::bigint AS tasks FROM part) totals
      LEFT JOIN shown ON true
     ORDER BY shown.id DESC`.execute(db)
  return rows
}

type Wanted = {
  readonly person: bigint
  readonly today: Date
  readonly search: string | null
  readonly level: number | null
  readonly before: bigint | null
  readonly limit: number
}

/** The size of the team, and how many tasks its members claimed. */
type Totals = { members: bigint; tasks: bigint }

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
