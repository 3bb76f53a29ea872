import type { TaskDetail } from '@adcoin/contract'
import { stageOf } from '../status.tsx'

/** Whether a proof may be sent now: claimed or failed with attempts left, before the deadline. */
export function canSubmit(task: TaskDetail, now = Date.now()): boolean {
  const stage = stageOf(task)
  if (task.deadline_at && Date.parse(task.deadline_at) <= now) return false
  return stage === 'yourTurn' || (stage === 'failed' && task.attempts_left > 0)
}

/** Nothing is left to do for it: paid, stopped, or it can be sent no more. */
export function isOver(task: TaskDetail): boolean {
  const stage = stageOf(task)
  const isToSend = stage === 'yourTurn' || stage === 'failed'
  return stage === 'passed' || stage === 'stopped' || (isToSend && !canSubmit(task))
}
