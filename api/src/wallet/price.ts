import { sql } from 'kysely'
import { findLatestEnd, isRunning } from '../clock.ts'
import type { Queries } from '../database/database.ts'
import type { SignedInPerson } from '../http/http-dependencies.ts'
import { returnedStatuses } from './withdrawal-row.ts'

/** Limits and price of a pay way. Rate: payout minor units per Ad Coin minor unit. */
export type Price = {
  readonly rate_num: bigint
  readonly rate_den: bigint
  readonly fee_bps: number
  readonly min: bigint
  readonly max: bigint
  readonly currency: string
  readonly scale: number
}

const columns = [
  'payway.rate_num',
  'payway.rate_den',
  'payway.fee_bps',
  'payway.min',
  'payway.max',
  'payway.currency',
  'payway.scale',
] as const

/**
 * The price a person sees before choosing an account: that of the default account, else the country's first pay way,
 * else any.
 */
export async function findDefaultPrice(
  db: Queries,
  person: Pick<SignedInPerson, 'id' | 'countryCode'>,
): Promise<Price> {
  return db
    .selectFrom('payway')
    .leftJoin('user_payway as chosen', join =>
      join
        .onRef('chosen.payway_id', '=', 'payway.id')
        .on('chosen.user_id', '=', person.id)
        .on('chosen.removed_at', 'is', null)
        .on('chosen.is_default', '=', true),
    )
    .select(columns)
    .where(either => either.or([either('chosen.id', 'is not', null), either('payway.enabled', '=', true)]))
    .orderBy(expression => expression('chosen.id', 'is', null))
    .orderBy(expression => expression.case().when('payway.country', '=', person.countryCode).then(0).else(1).end())
    .orderBy('payway.position')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** The price in this country; undefined if nothing can be sold there. */
export async function findPrice(db: Queries, country: string): Promise<Price | undefined> {
  return db
    .selectFrom('payway')
    .select(columns)
    .where('enabled', '=', true)
    .where('country', '=', country)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

/** Numbers of a price as they travel. */
export function toWirePrice(price: Pick<Price, 'rate_num' | 'rate_den' | 'fee_bps' | 'min' | 'max'>) {
  return {
    rate_num: String(price.rate_num),
    rate_den: String(price.rate_den),
    fee_bps: price.fee_bps,
    min: String(price.min),
    max: String(price.max),
  }
}

/** A later account waits a day before larger sums go to it; the first one does not (rulings.md R5). */
export const newAccountMs = 24 * 3_600_000

export const isYoung = ({ usable_from }: { readonly usable_from: Date }, now: Date): boolean =>
  isRunning(usable_from, now, newAccountMs)

/** The most that a person's accounts added today may receive together, except the first one. Coin minor units. */
const youngAccountMax = 1_000_00n

/** The most that one account takes now; `held`: what `sumHeldForYoung` answers. */
export function computeMaximum(
  way: { readonly max: bigint; readonly usable_from: Date },
  now: Date,
  held: bigint,
): bigint {
  if (!isYoung(way, now)) return way.max
  const left = youngAccountMax > held ? youngAccountMax - held : 0n
  return left < way.max ? left : way.max
}

/** The sum that a person withdrew to accounts added today, removed ones included. */
export async function sumHeldForYoung(db: Queries, userId: bigint, now: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('withdrawal')
    .innerJoin('user_payway', 'user_payway.id', 'withdrawal.user_payway_id')
    .select(sql<bigint>`coalesce(sum(withdrawal.amount), 0)::bigint`.as('sum'))
    .where('withdrawal.user_id', '=', userId)
    .where('withdrawal.status', 'not in', returnedStatuses)
    .where('user_payway.usable_from', '>', now)
    .where('user_payway.usable_from', '<=', findLatestEnd(now, newAccountMs))
    .executeTakeFirstOrThrow()
  return sum
}
