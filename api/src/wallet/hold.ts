import { calculateFee, calculatePayout } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { BalanceTooLow, post } from '../ledger/ledger.ts'
import { Refusal } from '../refusals/refusal.ts'
import { createRandomId } from '../secrets/create-token.ts'
import { withdrawalColumns } from './withdrawal-row.ts'

export type PayoutAccount = {
  readonly id: bigint
  readonly rate_num: bigint
  readonly rate_den: bigint
  readonly fee_bps: number
  readonly currency: string
  readonly scale: number
}

/**
 * Writes the withdrawal with its frozen rate, fee and payout, and holds its coin. The caller has checked everything
 * else.
 *
 * @returns what was written
 * @throws Refusal insufficient; nothing is written
 */
export async function holdWithdrawal(
  tx: Transaction,
  userId: bigint,
  account: PayoutAccount,
  amount: bigint,
  now: Date,
  id: string = createRandomId(),
) {
  const fee = calculateFee(amount, BigInt(account.fee_bps))
  const row = await tx
    .insertInto('withdrawal')
    .values({
      public_id: id,
      user_id: userId,
      user_payway_id: account.id,
      amount,
      fee,
      net: amount - fee,
      payout: calculatePayout(amount - fee, account.rate_num, account.rate_den),
      payout_currency: account.currency,
      payout_scale: account.scale,
      rate_num: account.rate_num,
      rate_den: account.rate_den,
      fee_bps: account.fee_bps,
      provider_ref: null,
      reject_reason: null,
      approved_by: null,
      approved_identity: null,
      released_identity: null,
      approved_at: null,
      decided_by: null,
      decided_at: null,
      created_at: now,
    })
    .returning(withdrawalColumns)
    .executeTakeFirstOrThrow()
  await holdCoin(tx, userId, id, amount)
  return row
}

async function holdCoin(tx: Transaction, userId: bigint, id: string, amount: bigint): Promise<void> {
  try {
    await post(tx, {
      kind: 'withdraw_hold',
      key: `wd:${id}:hold`,
      refType: 'withdrawal',
      refId: id,
      userId,
      legs: [
        { account: 'coin', userId, amount: -amount, label: 'withdraw' },
        { account: 'held', userId, amount },
      ],
    })
  } catch (error) {
    if (error instanceof BalanceTooLow) throw new Refusal('insufficient')
    throw error
  }
}
