import { execStatuses } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { addToInbox } from '../inbox/inbox.ts'
import { isSameOperator, type ActingOperator } from '../operators/operators.ts'
import { Refusal } from '../refusals/refusal.ts'
import { moveTo, takeBackPlace, toTaskStates } from './assignment-row.ts'
import { passAndPay } from './pay-reward.ts'
import { nameTask, type PendingRow, type ReviewVerdict } from './pending-assignment.ts'
import { maxAttempts, toRejectedAgain } from './task-states.ts'

type AppealedRow = PendingRow & { readonly appeal: NonNullable<PendingRow['appeal']> }

/**
 * Decides an open appeal: accepted, it is a pass; rejected, the claimed task is as before.
 * @throws Refusal forbidden for the operator who rejected the proof
 */
export async function decideAppeal(
  tx: Transaction,
  row: AppealedRow,
  verdict: ReviewVerdict,
  by: ActingOperator,
  at: Date,
): Promise<void> {
  const first = { by: row.reviewed_by, identity: row.reviewed_identity }
  if (isSameOperator(first, by))
    throw new Refusal('forbidden', {
      forOperators: 'You rejected this proof. Another operator must decide its appeal',
    })
  await tx
    .updateTable('appeal')
    .set({
      state: verdict.passes ? 'accepted' : 'rejected',
      decided_at: at,
      decided_by: by.by,
      decided_identity: by.identity ?? null,
      reason: verdict.passes ? null : verdict.reason,
    })
    .where('assignment_id', '=', row.id)
    .execute()
  if (verdict.passes) {
    if (isPlaceGivenBack(row)) await takeBackPlace(tx, row.task_id, row.day)
    return passAndPay(tx, row, by, at)
  }
  await reject(tx, row, verdict.reason, at)
}

/** The last failed attempt, and the end of the time, have given the place back before the appeal. */
function isPlaceGivenBack({ attempt, appeal }: AppealedRow): boolean {
  return attempt >= maxAttempts || appeal.exec_before === execStatuses.stopped
}

async function reject(tx: Transaction, row: AppealedRow, reason: string, at: Date): Promise<void> {
  const next = toRejectedAgain(toTaskStates(row), row.appeal.exec_before)
  if (!next) throw new Refusal('conflict')
  await moveTo(tx, row, next, { entries: [], failReason: row.fail_reason, deadlineAt: extendDeadline(row, at) })
  await addToInbox(tx, row.user_id, { ...nameTask(row), kind: 'appeal_rejected', at, reason })
}

/** No proof could be sent while the appeal was open: that time is given back, up to the end of the task. */
function extendDeadline({ deadline_at, ends_at, appeal }: AppealedRow, at: Date): Date {
  const later = new Date(deadline_at.getTime() + (at.getTime() - appeal.created_at.getTime()))
  return ends_at !== null && ends_at < later ? ends_at : later
}
