import { execStatuses, reviewStatuses } from '@adcoin/contract'
import { sql } from 'kysely'

/** Execution label, review status and number of submissions: the complete state of a claimed task. */
export type TaskStates = { readonly exec: number; readonly review: number; readonly attempt: number }

/** Proof may be sent this often. Source: reference-api.md 3.4. */
export const maxAttempts = 3

export const received: TaskStates = { exec: execStatuses.notExecuted, review: reviewStatuses.unprocessed, attempt: 0 }

/** Proof is sent: first after the claim, again after a failed review. */
export function toSubmitted(states: TaskStates): TaskStates | undefined {
  return isOpen(states)
    ? { exec: execStatuses.executing, review: reviewStatuses.pending, attempt: states.attempt + 1 }
    : undefined
}

/** The review passes; final, and the reward is posted with it. */
export function toPassed(states: TaskStates): TaskStates | undefined {
  return isPending(states) ? { ...states, exec: execStatuses.success, review: reviewStatuses.passed } : undefined
}

/** The review fails; the proof may be sent again while attempts and time are left. */
export function toFailed(states: TaskStates): TaskStates | undefined {
  return isPending(states) ? { ...states, exec: execStatuses.failed, review: reviewStatuses.failed } : undefined
}

/**
 * The rejection is appealed: the proof waits for a decision again. Also after the time is over, because a review may
 * take longer than the task.
 */
export function toAppealed(states: TaskStates): TaskStates | undefined {
  const { failed, stopped } = execStatuses
  return states.review === reviewStatuses.failed && [failed, stopped].some(exec => exec === states.exec)
    ? { ...states, exec: execStatuses.executing, review: reviewStatuses.pending }
    : undefined
}

/** The appeal is rejected: the states are those from before it. */
export function toRejectedAgain(states: TaskStates, execBefore: number): TaskStates | undefined {
  return isPending(states) ? { ...states, exec: execBefore, review: reviewStatuses.failed } : undefined
}

/**
 * Time is over, or the task was withdrawn. Proof that was sent in time is still reviewed, so a pending one is never
 * stopped.
 */
export function toStopped(states: TaskStates): TaskStates | undefined {
  return isOpen(states) ? { ...states, exec: execStatuses.stopped } : undefined
}

/** Whether the person can still submit. */
export function isOpen(states: TaskStates): boolean {
  const isClaimed = states.exec === execStatuses.notExecuted && states.review === reviewStatuses.unprocessed
  const isToCorrect = states.exec === execStatuses.failed && states.review === reviewStatuses.failed
  return (isClaimed || isToCorrect) && states.attempt < maxAttempts
}

function isPending(states: TaskStates): boolean {
  return states.exec === execStatuses.executing && states.review === reviewStatuses.pending
}

/** A claim that can still be submitted, before the time it ends; one of an earlier day is listed, not a second one. */
export const stillOpenAfter = `assignment.exec_status IN (${execStatuses.notExecuted}, ${execStatuses.failed})
  AND assignment.attempt < ${maxAttempts} AND assignment.deadline_at >`

export const isStillOpen = (at: Date) => sql<boolean>`(${sql.raw(stillOpenAfter)} ${at})`

/** A task that can be claimed at this time, by its own dates. */
export function isOffered(at: Date) {
  return sql<boolean>`(task.status = 'open' AND task.starts_at <= ${at}
    AND (task.ends_at IS NULL OR task.ends_at > ${at}))`
}

/** Expected minutes of a review: the sandbox decides in seconds, people within a day. */
export function reviewMinutes(sandboxSeconds: number): number {
  return sandboxSeconds > 0 ? Math.ceil(sandboxSeconds / 60) : 24 * 60
}
