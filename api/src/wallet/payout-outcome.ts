import type { Transaction } from '../database/database.ts'
import { addToInbox } from '../inbox/inbox.ts'
import type { PayoutAnswer } from '../providers/provider.ts'
import type { Services } from '../services.ts'
import { makePayoutKey } from './find-payout.ts'
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
  const isOfThisNumber = makePayoutKey(publicId, row.payout_attempt) === key
  if (row.status !== 'awaiting_approval') {
    const isAsDecided = isOfThisNumber && row.status === 'paid' ? answer.state !== 'failed' : answer.state !== 'paid'
    return isAsDecided ? undefined : noteContradiction(services, tx, publicId, key, answer)
  }
  const isUnderWay = row.payout_state === 'sent' || row.payout_state === 'unknown'
  if (!isOfThisNumber && isUnderWay)
    return answer.state === 'paid' ? noteContradiction(services, tx, publicId, key, answer) : undefined
  if (answer.state === 'paid') {
    // Even if it was reported as failed: the money is out.
    if (await isReferenceTaken(tx, answer.reference, row.id)) return store('another withdrawal has its reference')
    return settlePaid(services, tx, row, 'provider', answer.reference)
  }
  if (!isUnderWay) return
  if (answer.state === 'failed') {
    await tx
      .updateTable('withdrawal')
      .set({
        payout_state: 'failed',
        payout_attempt: row.payout_attempt + 1,
        payout_ask_at: null,
        payout_said: answer.said ?? 'failed, without a reason',
      })
      .where('id', '=', row.id)
      .execute()
    await addToInbox(tx, row.user_id, { kind: 'payout_failed', at: services.now(), ref: publicId })
  } else if (answer.state === 'accepted')
    await tx
      .updateTable('withdrawal')
      .set({ payout_state: 'sent', payout_said: answer.said })
      .where('id', '=', row.id)
      .execute()
  else await store(answer.said ?? 'the provider does not know this payout')

  async function store(sentence: string): Promise<void> {
    await tx.updateTable('withdrawal').set({ payout_said: sentence }).where('id', '=', row.id).execute()
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
  publicId: string,
  key: string,
  answer: PayoutAnswer,
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
  await tx
    .updateTable('withdrawal')
    .set({ payout_said: `contradicts the decision: ${answer.state} (${key})` })
    .where('public_id', '=', publicId)
    .execute()
}
