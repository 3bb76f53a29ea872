import { coin, type Balance } from '@adcoin/contract'
import type { Queries } from '../database/database.ts'
import { balancesOf } from './ledger.ts'

/** Spendable and pending coin, as the contract writes it. */
export async function balanceOnWire(db: Queries, userId: bigint): Promise<Balance> {
  const { amount, hold, version } = await balancesOf(db, userId)
  return { amount: String(amount), hold: String(hold), ...coin, version }
}
