import { sql } from 'kysely'
import { agentQuery } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
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
    const { rows } = await sql<MemberRow & Totals>`
      WITH below AS MATERIALIZED (SELECT * FROM team_members(${person.id})),
      page AS (
        SELECT * FROM below
         WHERE (${level}::int IS NULL OR level = ${level}::int)
           AND (${before}::bigint IS NULL OR id < ${before}::bigint)
           AND (${search}::text IS NULL
                OR (SELECT starts_with(u.public_id, ${search}::text) FROM app_user u WHERE u.id = below.id))
         ORDER BY id DESC LIMIT ${limit + 1}
      ),
      earned AS (
        SELECT t.user_id, sum(e.amount)::bigint AS income
          FROM ledger_txn t
          JOIN ledger_entry e ON e.txn_id = t.id
          JOIN ledger_account a ON a.id = e.account_id
         WHERE t.user_id IN (SELECT id FROM page)
           AND e.label = 'share_income'
           AND coalesce(a.user_id, 0) = ${person.id}
         GROUP BY t.user_id
      ),
      shown AS (
        SELECT page.*, u.public_id, u.nick_name, u.avatar_file_id,
               (SELECT count(*) FROM team_members(page.id)) AS team_num,
               coalesce(earned.income, 0)::bigint AS income,
               coalesce(page.worked_at >= ${today}, false) AS is_active
          FROM page JOIN app_user u ON u.id = page.id LEFT JOIN earned ON earned.user_id = page.id
      )
      SELECT shown.*, totals.*
        FROM (SELECT count(*) AS members, coalesce(sum(claims), 0)::bigint AS tasks FROM below) totals
        LEFT JOIN shown ON true
       ORDER BY shown.id DESC`.execute(database.read)
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
