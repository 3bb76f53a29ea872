import { sql } from 'kysely'
import { balance, coin, userState, type Balance } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import type { Queries } from '../database/database.ts'
import { serve } from '../http/serve.ts'
import { balancesOf } from '../ledger/ledger.ts'
import { areWithdrawalsPaused } from './pause.ts'
import { defaultPriceOf, priceOnWire } from './price.ts'

const payHours = 24
const shownDays = 7
const dayMs = 86_400_000

/** What can be spent, what waits, the price to sell at, and what was earned. */
export function serveBalance(app: FastifyInstance, { database, now }: Services): void {
  serve(app, balance, async ({ input, person }) => {
    const plain = await balanceOnWire(database.read, person.id)
    if (input.fw !== 'true') return plain
    const price = await defaultPriceOf(database.read, person)
    const row = await database.read
      .selectFrom('app_user')
      .select('withdraw_frozen_until')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    const frozen =
      row.withdraw_frozen_until && row.withdraw_frozen_until > now() ? row.withdraw_frozen_until.toISOString() : null
    const isPaused = await areWithdrawalsPaused(database.read)
    return {
      ...plain,
      config: {
        ...priceOnWire(price),
        payout_currency: price.currency,
        payout_scale: price.scale,
        pay_hours: payHours,
        withdraw_enabled: !isPaused,
        frozen_until: frozen,
      },
    }
  })

  serve(app, userState, async ({ person }) => {
    const { amount, hold } = await balancesOf(database.read, person.id)
    const [days, total] = await Promise.all([
      incomeByDay(database.read, person.id, now()),
      totalIncome(database.read, person.id),
    ])
    const done = await database.read
      .selectFrom('assignment')
      .select(({ fn }) => fn.countAll<bigint>().as('n'))
      .where('user_id', '=', person.id)
      .where('review_status', '=', 2)
      .executeTakeFirstOrThrow()
    const sum = (day: Income | undefined) => String((day?.ad ?? 0n) + (day?.share ?? 0n))
    return {
      coin_amount: String(amount),
      hold_amount: String(hold),
      today_income: sum(days.at(-1)),
      yesterday_income: sum(days.at(-2)),
      ad_income: String(total.ad),
      share_income: String(total.share),
      total_income: String(total.ad + total.share),
      task_done_total: Number(done.n),
      days: days.map(({ day, ad, share }) => ({ day, ad_income: String(ad), share_income: String(share) })),
    }
  })
}

export async function balanceOnWire(db: Queries, userId: bigint): Promise<Balance> {
  const { amount, hold, version } = await balancesOf(db, userId)
  return { amount: String(amount), hold: String(hold), ...coin, version }
}

type Income = { day: string; ad: bigint; share: bigint }

const incomeOf = sql<bigint>`coalesce(sum(e.amount) FILTER (WHERE e.label = 'ad_income'), 0)::bigint`
const shareOf = sql<bigint>`coalesce(sum(e.amount) FILTER (WHERE e.label = 'share_income'), 0)::bigint`
const coinOf = (userId: bigint) =>
  sql`e.account_id = (SELECT a.id FROM ledger_account a WHERE coalesce(a.user_id, 0) = ${userId} AND a.kind = 'coin' AND a.currency = 'ADC') AND e.label IN ('ad_income', 'share_income')`

/** The last seven days of the service (UTC), oldest first, days without income included. */
async function incomeByDay(db: Queries, userId: bigint, now: Date): Promise<Income[]> {
  const days = Array.from({ length: shownDays }, (_, index) =>
    new Date(now.getTime() - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const { rows } =
    await sql<Income>`SELECT (e.created_at AT TIME ZONE 'UTC')::date AS day, ${incomeOf} AS ad, ${shareOf} AS share FROM ledger_entry e
    WHERE ${coinOf(userId)} AND e.created_at >= ${new Date(`${days[0] ?? ''}T00:00:00Z`)} GROUP BY 1`.execute(db)
  return days.map(day => rows.find(row => row.day === day) ?? { day, ad: 0n, share: 0n })
}

async function totalIncome(db: Queries, userId: bigint): Promise<{ ad: bigint; share: bigint }> {
  const { rows } = await sql<{
    ad: bigint
    share: bigint
  }>`SELECT ${incomeOf} AS ad, ${shareOf} AS share FROM ledger_entry e WHERE ${coinOf(userId)}`.execute(db)
  return rows[0] ?? { ad: 0n, share: 0n }
}
