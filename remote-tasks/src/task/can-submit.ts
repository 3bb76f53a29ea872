import type { TaskDetail } from '@adcoin/contract'
import { isAppealOpen } from '../appeal/can-appeal.ts'
import { stageOf } from '../status.tsx'

/** Whether a proof may be sent now: claimed or failed with attempts left, before the deadline, with no open appeal. */
export function canSubmit(task: TaskDetail, now = Date.now()): boolean {
  const stage = stageOf(task)
  if (task.deadline_at && Date.parse(task.deadline_at) <= now) return false
  if (isAppealOpen(task)) return false
  return stage === 'yourTurn' || (stage === 'failed' && task.attempts_left > 0)
}
