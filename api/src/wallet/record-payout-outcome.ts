import type { Updateable } from 'kysely'
import type { Transaction } from '../database/database.ts'
import type { DB } from '../database/schema.ts'
import { addToInbox } from '../inbox/inbox.ts'
import type { PayoutAnswer } from '../providers/provider.ts'
import type { Services } from '../services.ts'
import { makePayoutKey } from './find-payout.ts'
import { decidePayoutOutcome } from './payout-outcome.ts'
import { lockWithdrawal, settlePaid } from './withdrawal-decisions.ts'

/**
 * Stores the provider's answer about a payout. Only a certain answer moves Ad Coin, and only once. An answer that
 * contradicts a decision or an attempt under way changes nothing, and operators get a notice.
 */
export async function recordPayoutOutcome(
  services: Services,
  tx: Transaction,
  publicId: string,
  key: string,
  answer: PayoutAnswer,
): Promise<void> {
  const row = await lockWithdrawal(tx, publicId)
  const isCurrentKey = makePayoutKey(publicId, row.payout_attempt) === key
  switch (decidePayoutOutcome({ ...row, isCurrentKey }, answer.state)) {
    case 'pay':
      if (await isReferenceTaken(tx, answer.reference, row.id))
        return await updatePayout(tx, row.id, { payout_said: 'another withdrawal has its reference' })
      return await settlePaid(services, tx, row, 'provider', answer.reference)
    case 'fail':
      await updatePayout(tx, row.id, {
        payout_state: 'failed',
        payout_attempt: row.payout_attempt + 1,
        payout_ask_at: null,
        payout_said: answer.said ?? 'failed, without a reason',
      })
      return await addToInbox(tx, row.user_id, { kind: 'payout_failed', at: services.now(), ref: publicId })
    case 'accept':
      return await updatePayout(tx, row.id, { payout_state: 'sent', payout_said: answer.said })
    case 'note':
      return await updatePayout(tx, row.id, { payout_said: answer.said ?? 'the provider does not know this payout' })
    case 'contradict':
      return await noteContradiction(services, tx, row.id, { publicId, key, answer })
    case 'none':
  }
}

async function isReferenceTaken(tx: Transaction, reference: string | null, rowId: bigint): Promise<boolean> {
  if (reference === null) return false
  const other = await tx
    .selectFrom('withdrawal')
    .select('id')
    .where('provider_ref', '=', reference)
    .where('id', '<>', rowId)
    .executeTakeFirst()
  return other !== undefined
}

/** The provider contradicts the decision on the withdrawal. Nothing moves; operators get a notice. */
async function noteContradiction(
  { log, now }: Services,
  tx: Transaction,
  rowId: bigint,
  { publicId, key, answer }: { publicId: string; key: string; answer: PayoutAnswer },
): Promise<void> {
  log.error({ withdrawal: publicId, key, state: answer.state }, 'the payout provider contradicts the decision')
  await tx
    .insertInto('audit_log')
    .values({
      actor: 'provider',
      action: 'payout contradiction',
      target: publicId,
      detail: JSON.stringify({ key, ...answer }),
      created_at: now(),
    })
    .execute()
  await updatePayout(tx, rowId, { payout_said: `contradicts the decision: ${answer.state} (${key})` })
}

async function updatePayout(tx: Transaction, rowId: bigint, values: Updateable<DB['withdrawal']>): Promise<void> {
  await tx.updateTable('withdrawal').set(values).where('id', '=', rowId).execute()
}
