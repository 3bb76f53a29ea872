import { sql } from 'kysely'
import type { Queries, Transaction } from '../database/database.ts'

const key = 'withdrawals_paused'

/** Whether all withdrawals are paused: an operator, or a ledger that did not verify, paused them. */
export async function areWithdrawalsPaused(db: Queries): Promise<boolean> {
  const { is_paused } = await db.selectNoFrom(isPaused.as('is_paused')).executeTakeFirstOrThrow()
  return is_paused
}

/** The same within another query. */
export const isPaused = sql<boolean>`coalesce(
  (SELECT value = 'true'::jsonb FROM service_setting WHERE key = ${sql.lit(key)}), false)`

/** Pauses all new withdrawals, or allows them again. */
export async function pauseWithdrawals(tx: Transaction, isPaused: boolean, at: Date): Promise<void> {
  const value = JSON.stringify(isPaused)
  await tx
    .insertInto('service_setting')
    .values({ key, value, updated_at: at })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value, updated_at: at }))
    .execute()
}
