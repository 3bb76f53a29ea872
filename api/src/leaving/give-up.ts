import { randomUUID } from 'node:crypto'
import type { Transaction } from '../database/database.ts'
import { balancesOf, post } from '../ledger/ledger.ts'

/** Takes back what somebody who leaves still owns. The ledger keeps it as a correction, with its reason. */
export async function giveUp(tx: Transaction, userId: bigint, publicId: string): Promise<void> {
  const { amount } = await balancesOf(tx, userId)
  if (amount === 0n) return
  await post(tx, {
    kind: 'adjust',
    key: `adj:${randomUUID()}`,
    refType: 'adjustment',
    refId: publicId,
    userId,
    legs: [
      { account: 'coin', userId, amount: -amount, label: 'adjust' },
      { account: 'adjustment', amount },
    ],
    note: 'given up with the account',
  })
}
