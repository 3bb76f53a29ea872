import { sql } from 'kysely'
import { coin, transactionList, type ApiCode, type transactionKinds } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import type { Queries } from '../database/database.ts'
import type { Texts } from '../database/column-types.ts'
import { startOfMonth } from '../days/local-days.ts'
import { readLimit, makeCursor, makePage, readCursor } from '../http/cursor.ts'
import { writeServiceText, textOf } from '../refusals/languages.ts'
import { serve } from '../http/serve.ts'

type Kind = (typeof transactionKinds)[number]
export type MovementRow = {
  id: bigint
  amount: bigint
  label: Kind
  balance_after: bigint
  created_at: Date
  ref_id: string
  status: string | null
  title_i18n: Texts | null
  friend_id: string | null
  friend_name: string | null
}

/**
 * The transactions of a person's Ad Coin, newest first: one row per entry of the spendable account. A hold is the
 * withdrawal itself.
 */
export function serveTransactions(app: FastifyInstance, { database, secrets, now }: Services): void {
  serve(app, transactionList, async ({ input, person, language }) => {
    const of = { list: 'transactions', person: person.id, filter: `${input.type ?? 'all'}|${input.kind ?? ''}` }
    const limit = readLimit(input)
    const after = readCursor(secrets, of, input.cursor)
    const { rows } = await sql<MovementRow>`
      ${movements} WHERE e.account_id = ${selectCoinAccount(person.id)}
         ${ofType(input.type)}
         ${input.kind === undefined ? sql`` : sql`AND e.label = ${input.kind}`}
         ${after === undefined ? sql`` : sql`AND e.id < ${after}`}
       ORDER BY e.id DESC LIMIT ${limit + 1}`.execute(database.read)
    const page = makePage(
      rows,
      limit,
      row => row.id,
      id => makeCursor(secrets, of, id),
      row => toWireMovement(row, language),
    )
    return { ...page, month: await month(database.read, person.id, startOfMonth(person.timeZone, now())) }
  })
}

/**
 * Income is earnings. A withdrawal and the return of a rejected or cancelled one belong together, so both are expenses: a refund is
 * no earning.
 */
function ofType(type: 'all' | 'income' | 'expense' | undefined) {
  if (type === 'income') return sql`AND e.amount > 0 AND e.label <> 'withdraw_refund'`
  if (type === 'expense') return sql`AND (e.amount < 0 OR e.label = 'withdraw_refund')`
  return sql``
}

/** Entries with their titles; the caller adds which. */
export const movements = sql`
  SELECT e.id, e.amount, e.label, e.balance_after, e.created_at, t.ref_id, w.status, k.title_i18n,
         f.public_id AS friend_id, f.nick_name AS friend_name
    FROM ledger_entry e JOIN ledger_txn t ON t.id = e.txn_id
    LEFT JOIN withdrawal w ON t.ref_type = 'withdrawal' AND w.public_id = t.ref_id
    LEFT JOIN assignment s ON t.ref_type = 'assignment' AND s.public_id = t.ref_id AND e.label = 'ad_income'
    LEFT JOIN task k ON k.id = s.task_id
    LEFT JOIN app_user f ON e.label = 'share_income' AND f.id = t.user_id`

export const selectCoinAccount = (userId: bigint) =>
  sql`(SELECT a.id FROM ledger_account a
    WHERE coalesce(a.user_id, 0) = ${userId} AND a.kind = 'coin' AND a.currency = 'ADC')`

export function toWireMovement(row: MovementRow, language: ApiCode) {
  return {
    id: String(row.id),
    direction: row.amount > 0n ? ('income' as const) : ('expense' as const),
    kind: row.label,
    title: row.title_i18n ? textOf(row.title_i18n, language) : writeServiceText(language, `transaction.${row.label}`),
    amount: String(row.amount),
    ...coin,
    balance_after: String(row.balance_after),
    ref_id: row.label === 'share_income' ? null : row.ref_id,
    friend: row.friend_id === null ? null : { user_id: row.friend_id, nick_name: row.friend_name },
    status: row.label === 'withdraw' ? row.status : null,
    created_at: row.created_at.toISOString(),
  }
}

/** Earnings and expenses since then; a rejected or cancelled withdrawal is neither. */
async function month(db: Queries, userId: bigint, first: Date): Promise<{ income: string; expense: string }> {
  const { rows } = await sql<{ income: bigint; expense: bigint }>`
    SELECT coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0)::bigint AS income,
           coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0)::bigint AS expense
      FROM ledger_entry e
      JOIN ledger_txn t ON t.id = e.txn_id
      LEFT JOIN withdrawal w ON t.ref_type = 'withdrawal' AND w.public_id = t.ref_id
     WHERE e.account_id = ${selectCoinAccount(userId)}
       AND e.created_at >= ${first}
       AND (w.status IS NULL OR w.status NOT IN ('rejected', 'cancelled'))`.execute(db)
  return { income: String(rows[0]?.income ?? 0n), expense: String(rows[0]?.expense ?? 0n) }
}
