import { execStatuses, reviewStatuses } from '@adcoin/contract'

/** A claimed task's two states, as the service answers them; null = not claimed. */
export type Progress = { readonly exec_status: number | null; readonly review_status: number | null }

export type Stage = 'unclaimed' | 'yourTurn' | 'review' | 'passed' | 'failed' | 'stopped' | 'unknown'

/** The one word for where a task stands. An unknown state is 'unknown': shown neutrally, nothing to do. */
export function stageOf({ exec_status: exec, review_status: review }: Progress): Stage {
  if (exec === null || review === null) return 'unclaimed'
  if (exec === execStatuses.stopped) return 'stopped'
  if (review === reviewStatuses.passed) return 'passed'
  if (review === reviewStatuses.failed) return 'failed'
  if (review === reviewStatuses.pending) return 'review'
  if (review === reviewStatuses.unprocessed) return 'yourTurn'
  return 'unknown'
}

/** Whether the service may still decide something: then the screen asks again (rulings.md R11). */
export function isUndecided(progress: Progress): boolean {
  return stageOf(progress) === 'review'
}

/** Nothing is left to do about it, whatever came of it. */
export function isDone(progress: Progress): boolean {
  const stage = stageOf(progress)
  return stage === 'passed' || stage === 'stopped'
}
