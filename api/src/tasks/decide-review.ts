import type { Transaction } from '../database/database.ts'
import { addToInbox } from '../inbox/inbox.ts'
import type { ActingOperator } from '../operators/operators.ts'
import { makeStep, giveBackPlace, moveTo, toTaskStates } from './assignment-row.ts'
import { decideAppeal } from './decide-appeal.ts'
import { passAndPay } from './pay-reward.ts'
import { nameTask, type PendingRow, type ReviewVerdict } from './pending-assignment.ts'
import { toFailed, maxAttempts } from './task-states.ts'
import { Refusal } from '../refusals/refusal.ts'

/**
 * Passes or fails the proof; of one whose rejection was appealed, the appeal.
 * @throws Refusal conflict when it was decided already, forbidden when the same operator decides an appeal
 */
export async function decideReview(
  tx: Transaction,
  row: PendingRow,
  verdict: ReviewVerdict,
  by: ActingOperator,
  at: Date,
): Promise<void> {
  if (row.appeal) return decideAppeal(tx, { ...row, appeal: row.appeal }, verdict, by, at)
  if (verdict.passes) return passAndPay(tx, row, by, at)
  const next = toFailed(toTaskStates(row))
  if (!next) throw new Refusal('conflict')
  await moveTo(tx, row, next, {
    entries: [makeStep('failed', at, verdict.reason)],
    reviewed: { at, by },
    failReason: verdict.reason,
  })
  await addToInbox(tx, row.user_id, { ...nameTask(row), kind: 'proof_rejected', at, reason: verdict.reason })
  if (next.attempt >= maxAttempts) await giveBackPlace(tx, row.task_id, row.day)
}
