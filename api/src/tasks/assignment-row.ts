import type { Queries, Transaction } from '../database/database.ts'
import { defineStatement } from '../database/statement.ts'
import type { ActingOperator } from '../operators/operators.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { TaskStates } from './task-states.ts'

export type HistoryStep = 'claimed' | 'submitted' | 'passed' | 'failed' | 'paid' | 'stopped'
export type AssignmentStep = { readonly step: HistoryStep; readonly at: string; readonly reason: string | null }

export function makeStep(step: HistoryStep, at: Date, reason: string | null = null): AssignmentStep {
  return { step, at: at.toISOString(), reason }
}

type StateRow = {
  readonly id: bigint
  readonly exec_status: number
  readonly review_status: number
  readonly attempt: number
  readonly history: readonly { step: string; at: string; reason: string | null }[]
}

export function toTaskStates(row: Pick<StateRow, 'exec_status' | 'review_status' | 'attempt'>): TaskStates {
  return { exec: row.exec_status, review: row.review_status, attempt: row.attempt }
}

export type AssignmentChange = {
  readonly entries: readonly AssignmentStep[]
  readonly submittedAt?: Date
  readonly reviewed?: { readonly at: Date; readonly by: ActingOperator }
  readonly deadlineAt?: Date
  readonly failReason: string | null
}

/**
 * The only place where a claimed task changes its states: guarded by the states it was read with, so that of two who
 * decide at once one is refused.
 * @throws Refusal conflict
 */
export async function moveTo(
  tx: Transaction,
  row: StateRow,
  next: TaskStates,
  change: AssignmentChange,
): Promise<void> {
  const { submittedAt, reviewed, deadlineAt } = change
  const moved = await tx
    .updateTable('assignment')
    .set({
      exec_status: next.exec,
      review_status: next.review,
      attempt: next.attempt,
      history: JSON.stringify([...row.history, ...change.entries]),
      fail_reason: change.failReason,
      ...(submittedAt ? { submitted_at: submittedAt } : {}),
      ...(deadlineAt ? { deadline_at: deadlineAt } : {}),
      ...(reviewed
        ? {
            reviewed_at: reviewed.at,
            reviewed_by: reviewed.by.by,
            reviewed_identity: reviewed.by.identity ?? null,
          }
        : {}),
    })
    .where('id', '=', row.id)
    .where('exec_status', '=', row.exec_status)
    .where('review_status', '=', row.review_status)
    .where('attempt', '=', row.attempt)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Refusal('conflict')
}

/** One of the social accounts of the person `$1` is bound. */
export const hasBoundAccount = 'EXISTS (SELECT FROM bind_account WHERE user_id = $1 AND status = 2)'

/** A person's limits: how many tasks they claimed on a day, and whether they have an account. */
export async function readLimits(
  db: Queries,
  userId: bigint,
  day: string,
): Promise<{ received: number; hasAccount: boolean }> {
  const [row] = await limitsOf(db, userId, day)
  return { received: Number(row?.received ?? 0n), hasAccount: row?.has_account ?? false }
}

const limitsOf = defineStatement<{ received: bigint; has_account: boolean }, [userId: bigint, day: string]>(`
  SELECT count(*) AS received, ${hasBoundAccount} AS has_account FROM assignment WHERE user_id = $1 AND day = $2`)

/** The place of an unfinished task is returned to its day; that of a past day is dropped. */
export async function giveBackPlace(tx: Transaction, taskId: bigint, day: string): Promise<void> {
  await tx
    .updateTable('task_day')
    .set(change => ({ quota_left: change('quota_left', '+', 1) }))
    .where('task_id', '=', taskId)
    .where('day', '=', day)
    .execute()
}

/**
 * An accepted appeal takes the place that was given back, while the day has one left. Without one it is paid beyond the
 * day's places: the person did the work, and another one may have claimed the place in good faith.
 */
export async function takeBackPlace(tx: Transaction, taskId: bigint, day: string): Promise<void> {
  await tx
    .updateTable('task_day')
    .set(change => ({ quota_left: change('quota_left', '-', 1) }))
    .where('task_id', '=', taskId)
    .where('day', '=', day)
    .where('quota_left', '>', 0)
    .execute()
}
