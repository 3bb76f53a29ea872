import type { Queries, Transaction } from '../database/database.ts'

const key = 'withdrawals_paused'

/** Whether withdrawals are off for everybody: an operator, or a ledger that did not verify, switched them off. */
export async function areWithdrawalsPaused(db: Queries): Promise<boolean> {
  const row = await db.selectFrom('service_setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value === true
}

/** Stops new withdrawals for everybody, or allows them again. */
export async function pauseWithdrawals(tx: Transaction, isPaused: boolean, at: Date): Promise<void> {
  const value = JSON.stringify(isPaused)
  await tx
    .insertInto('service_setting')
    .values({ key, value, updated_at: at })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value, updated_at: at }))
    .execute()
}
