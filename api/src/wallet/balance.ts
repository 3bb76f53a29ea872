import { sql } from 'kysely'
import { balance, userState } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import type { Queries } from '../database/database.ts'
import { listLastDays, type LocalDay } from '../days/local-days.ts'
import { serve } from '../http/serve.ts'
import { readWireBalance, readBalances } from '../ledger/ledger.ts'
import { getCachedSetting, payHours } from '../settings/settings.ts'
import { isFrozen } from '../ledger/frozen.ts'
import { isPaused } from './pause.ts'
import { findDefaultPrice, toWirePrice } from './price.ts'

/** Spendable and pending coin, the price to sell at, and earnings. */
export function serveBalance(app: FastifyInstance, services: Services): void {
  const { database, now } = services
  serve(app, balance, async ({ input, person }) => {
    const plain = await readWireBalance(database.read, person.id)
    if (input.fw !== 'true') return plain
    const price = await findDefaultPrice(database.read, person)
    const { withdraw_frozen_until: until, is_paused } = await database.read
      .selectFrom('app_user')
      .select(['withdraw_frozen_until', isPaused.as('is_paused')])
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    return {
      ...plain,
      config: {
        ...toWirePrice(price),
        payout_currency: price.currency,
        payout_scale: price.scale,
        pay_hours: (await getCachedSetting(services, 'about')).pay_within_hours ?? payHours,
        withdraw_enabled: !is_paused,
        frozen_until: isFrozen(until, now()) ? until.toISOString() : null,
      },
    }
  })

  serve(app, userState, async ({ input, person }) => {
    const { amount, hold } = await readBalances(database.read, person.id)
    const [days, total] = await Promise.all([
      incomeByDay(database.read, person.id, listLastDays(person.timeZone, now(), Number(input.days ?? 7))),
      totalIncome(database.read, person.id),
    ])
    const tasks = await tasksOf(database.read, person.id)
    const sum = (day: Income | undefined) => String((day?.ad ?? 0n) + (day?.share ?? 0n))
    return {
      coin_amount: String(amount),
      hold_amount: String(hold),
      today_income: sum(days.at(-1)),
      yesterday_income: sum(days.at(-2)),
      ad_income: String(total.ad),
      share_income: String(total.share),
      total_income: String(total.ad + total.share),
      review_amount: String(tasks.in_review),
      task_done_total: Number(tasks.done),
      days: days.map(({ day, ad, share }) => ({ day, ad_income: String(ad), share_income: String(share) })),
      time_zone: person.timeZone,
    }
  })
}

/** Number of tasks that passed review, and the possible income of those in review. */
async function tasksOf(db: Queries, userId: bigint): Promise<{ done: bigint; in_review: bigint }> {
  return db
    .selectFrom('assignment')
    .select([
      sql<bigint>`count(*) FILTER (WHERE review_status = 2)`.as('done'),
      sql<bigint>`coalesce(sum(reward) FILTER (WHERE review_status = 1), 0)::bigint`.as('in_review'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

type Income = { day: string; ad: bigint; share: bigint }

const incomeOf = sql<bigint>`coalesce(sum(e.amount) FILTER (WHERE e.label = 'ad_income'), 0)::bigint`
const shareOf = sql<bigint>`coalesce(sum(e.amount) FILTER (WHERE e.label = 'share_income'), 0)::bigint`
const coinOf = (userId: bigint) =>
  sql`e.account_id = (SELECT a.id FROM ledger_account a
      WHERE coalesce(a.user_id, 0) = ${userId} AND a.kind = 'coin' AND a.currency = 'ADC')
    AND e.label IN ('ad_income', 'share_income')`

/** Those days, the ones without income included. */
async function incomeByDay(db: Queries, userId: bigint, days: readonly LocalDay[]): Promise<Income[]> {
  const borders = days.map(({ from }) => from.toISOString())
  const { rows } = await sql<Omit<Income, 'day'> & { nth: number }>`
    SELECT width_bucket(e.created_at, ${borders}::timestamptz[]) AS nth, ${incomeOf} AS ad, ${shareOf} AS share
      FROM ledger_entry e
     WHERE ${coinOf(userId)} AND e.created_at >= ${borders[0]}::timestamptz
     GROUP BY 1`.execute(db)
  const found = new Map(rows.map(row => [row.nth, row]))
  return days.map(({ day }, index) => {
    const { ad, share } = found.get(index + 1) ?? { ad: 0n, share: 0n }
    return { day, ad, share }
  })
}

async function totalIncome(db: Queries, userId: bigint): Promise<{ ad: bigint; share: bigint }> {
  const { rows } = await sql<{
    ad: bigint
    share: bigint
  }>`SELECT ${incomeOf} AS ad, ${shareOf} AS share FROM ledger_entry e WHERE ${coinOf(userId)}`.execute(db)
  return rows[0] ?? { ad: 0n, share: 0n }
}
