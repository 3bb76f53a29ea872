import { sql, type RawBuilder } from 'kysely'
import type { Queries, Transaction } from '../database/database.ts'
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

/** `received`: tasks claimed on the day; of these, sent, passed, in review, and what the passed ones brought. */
export type DayOfPerson = {
  readonly received: number
  readonly submitted: number
  readonly passed: number
  readonly inReview: number
  readonly earned: bigint
  /** One of the social accounts is bound, on whatever day. */
  readonly hasAccount: boolean
}

/** A person's work of a day, and their limits. */
export async function readDayOfPerson(db: Queries, userId: bigint, day: string): Promise<DayOfPerson> {
  const countOf = (which: RawBuilder<boolean>) => sql<bigint>`count(*) FILTER (WHERE ${which})`
  const { earned, hasAccount, ...counts } = await db
    .selectFrom('assignment')
    .select([
      sql<bigint>`count(*)`.as('received'),
      countOf(sql`attempt > 0`).as('submitted'),
      countOf(sql`review_status = 2`).as('passed'),
      countOf(sql`review_status = 1`).as('inReview'),
      sql<bigint>`coalesce(sum(reward) FILTER (WHERE review_status = 2), 0)::bigint`.as('earned'),
      sql<boolean>`EXISTS (SELECT FROM bind_account WHERE user_id = ${userId} AND status = 2)`.as('hasAccount'),
    ])
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  const { received, submitted, passed, inReview } = counts
  return {
    received: Number(received),
    submitted: Number(submitted),
    passed: Number(passed),
    inReview: Number(inReview),
    earned,
    hasAccount,
  }
}

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
