import { execStatuses, reviewStatuses } from '@adcoin/contract'

/** The two states of a claimed task; null: not claimed. */
export type Progress = { readonly exec_status: number | null; readonly review_status: number | null }

export type Stage = 'unclaimed' | 'yourTurn' | 'review' | 'passed' | 'failed' | 'stopped' | 'unknown'

/** Unknown states of the service are 'unknown': shown neutrally, nothing to do. */
export function stageOf({ exec_status: exec, review_status: review }: Progress): Stage {
  if (exec === null || review === null) return 'unclaimed'
  if (exec === execStatuses.stopped) return 'stopped'
  if (review === reviewStatuses.passed) return 'passed'
  if (review === reviewStatuses.failed) return 'failed'
  if (review === reviewStatuses.pending) return 'review'
  if (review === reviewStatuses.unprocessed) return 'yourTurn'
  return 'unknown'
}

/** The service may still decide: the screen polls (rulings.md R11). */
export function isUndecided(progress: Progress): boolean {
  return stageOf(progress) === 'review'
}

export function isDone(progress: Progress): boolean {
  const stage = stageOf(progress)
  return stage === 'passed' || stage === 'stopped'
}

const locks = ['need_bind', 'task_full', 'task_limit', 'task_closed'] as const

/** Why a task cannot be claimed; an unknown reason reads as "has ended". */
export function knownLock(lock: string): (typeof locks)[number] {
  return locks.find(known => known === lock) ?? 'task_closed'
}
