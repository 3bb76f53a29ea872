import { sql, type RawBuilder } from 'kysely'
import { coin, type Balance } from '@adcoin/contract'
import { defineStatement } from '../database/statement.ts'
import { checkViolation, readConstraint, readSqlState, type Queries, type Transaction } from '../database/database.ts'

/** A person's accounts: what can be spent, and what waits in open withdrawals. */
type UserAccount = 'coin' | 'held'
/**
 * The platform's accounts; their balance is the sum of their entries and is not stored, so that they are never a hot
 * row.
 */
type SystemAccount = 'task_budget' | 'referral_budget' | 'redeemed' | 'fee_income' | 'adjustment'

/** Kind of a leg for the owner of its account; an inner leg has none. */
type LegLabel = 'ad_income' | 'share_income' | 'withdraw' | 'withdraw_refund' | 'adjust'

/** `amount` in Ad Coin minor units, signed, not 0: + adds to the account. */
export type Leg =
  | { readonly account: UserAccount; readonly userId: bigint; readonly amount: bigint; readonly label?: LegLabel }
  | { readonly account: SystemAccount; readonly amount: bigint }

export type Posting = {
  readonly kind: 'task_reward' | 'withdraw_hold' | 'withdraw_paid' | 'withdraw_refund' | 'adjust'
  /**
   * Posted once per key, for ever: `task:{assignment}:reward`, `wd:{id}:hold`, `wd:{id}:final` (paid and refund exclude
   * each other), `adj:{uuid}`.
   */
  readonly key: string
  readonly refType: 'assignment' | 'withdrawal' | 'adjustment'
  /** Public id of what caused it. */
  readonly refId: string
  /** Whose doing it is: the one who did the task, who withdrew. */
  readonly userId: bigint | null
  readonly legs: readonly Leg[]
  readonly note?: string
}

/** An account of a person would fall below zero; nothing was posted. */
export class BalanceTooLow extends Error {
  override readonly name = 'BalanceTooLow'
}

/**
 * The only way to move Ad Coin: one balanced, append-only transaction through the database's ledger_post.
 *
 * @returns `posted: false` when the key was posted before; nothing is written then
 * @throws BalanceTooLow when an account would fall below zero
 * @throws the database's error for legs that do not balance (LG002), are malformed (LG001) or differ from an earlier
 *   posting of the key (LG003)
 */
export async function post(tx: Transaction, posting: Posting): Promise<{ txnId: bigint; posted: boolean }> {
  const legs = JSON.stringify(
    posting.legs.map(leg => ({
      kind: leg.account,
      amount: String(leg.amount),
      ...('userId' in leg ? { user_id: String(leg.userId), label: leg.label ?? '' } : {}),
    })),
  )
  try {
    const { rows } = await sql<{ txn_id: bigint; posted: boolean }>`
      SELECT txn_id, posted FROM ledger_post(
        ${posting.kind}, ${posting.key}, ${posting.refType}, ${posting.refId}, ${posting.userId}::bigint,
        ${legs}::jsonb, ${posting.note ?? null}::text)
    `.execute(tx)
    const row = rows[0]
    if (!row) throw new Error('ledger_post returned no row')
    return { txnId: row.txn_id, posted: row.posted }
  } catch (error) {
    if (readSqlState(error) === checkViolation && readConstraint(error) === 'ledger_balance_not_negative')
      throw new BalanceTooLow()
    throw error
  }
}

/** `amount` can be spent, `hold` waits in open withdrawals; `version` grows with every posting that touches either. */
export type Balances = { readonly amount: bigint; readonly hold: bigint; readonly version: number }

const accountsOf = defineStatement<{ kind: UserAccount; balance: bigint; version: bigint }, [userId: bigint]>(`
  SELECT kind, balance, version FROM ledger_account
  WHERE coalesce(user_id, 0) = $1 AND kind IN ('coin', 'held') AND currency = 'ADC'`)

export async function readBalances(db: Queries, userId: bigint): Promise<Balances> {
  const rows = await accountsOf(db, userId)
  const of = (kind: UserAccount) => rows.find(row => row.kind === kind)
  return {
    amount: of('coin')?.balance ?? 0n,
    hold: of('held')?.balance ?? 0n,
    version: Number((of('coin')?.version ?? 0n) + (of('held')?.version ?? 0n)),
  }
}

/** Spendable coin, within another query. */
export const selectSpendable = (userId: bigint): RawBuilder<bigint> =>
  sql`coalesce((SELECT balance FROM ledger_account
    WHERE coalesce(user_id, 0) = ${userId} AND kind = 'coin' AND currency = 'ADC'), 0)`

/** Spendable and pending coin, as the contract writes it. */
export async function readWireBalance(db: Queries, userId: bigint): Promise<Balance> {
  const { amount, hold, version } = await readBalances(db, userId)
  return { amount: String(amount), hold: String(hold), ...coin, version }
}
