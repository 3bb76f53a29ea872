import { cancelWithdrawal } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../database/database.ts'
import { serve } from '../http/serve.ts'
import { announceBalance } from '../inbox/inbox.ts'
import { readWireBalance } from '../ledger/ledger.ts'
import { limitTable } from '../limits/table.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { lockWithdrawal, returnCoin, type WithdrawalDecision } from './withdrawal-decisions.ts'
import { isCancellable, selectWithdrawals, toWireWithdrawal } from './withdrawal-row.ts'

const cancellations = [limitTable.cancellations]

/** Cancels a withdrawal for its owner: also while withdrawals are paused or frozen, because the coin only comes back. */
export function serveCancelling(app: FastifyInstance, services: Services): void {
  serve(
    app,
    cancelWithdrawal,
    async ({ input, person, language, transact }) =>
      transact(async tx => {
        await lockSignedIn(tx, person)
        await cancel(services, tx, person.id, input.id)
        const row = await selectWithdrawals(tx).where('withdrawal.public_id', '=', input.id).executeTakeFirstOrThrow()
        return { withdrawal: toWireWithdrawal(row, language), balance: await readWireBalance(tx, person.id) }
      }),
    { limits: cancellations },
  )
}

/**
 * Cancels a withdrawal of this person that no operator has approved, and returns its Ad Coin. Repeating it changes
 * nothing.
 *
 * @throws Refusal not_found · conflict if it is approved, paid or rejected
 */
export async function cancel(
  { now }: Services,
  tx: Transaction,
  userId: bigint,
  publicId: string,
): Promise<WithdrawalDecision> {
  const row = await lockWithdrawal(tx, publicId)
  if (row.user_id !== userId) throw new Refusal('not_found')
  const { status, payout_state } = row
  if (status === 'cancelled') return { id: publicId, status, payout_state, changed: false }
  if (!isCancellable(row)) throw new Refusal('conflict')
  await returnCoin(tx, row, 'cancelled by the person')
  await tx
    .updateTable('withdrawal')
    .set({ status: 'cancelled', decided_by: 'person', decided_at: now() })
    .where('id', '=', row.id)
    .execute()
  await announceBalance(tx, userId)
  return { id: publicId, status: 'cancelled', payout_state, changed: true }
}
