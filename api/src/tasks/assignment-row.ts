import type { Queries, Transaction } from '../database/database.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { TaskStates } from './task-states.ts'

export type HistoryStep = 'claimed' | 'submitted' | 'passed' | 'failed' | 'paid' | 'stopped'
export type HistoryEntry = { readonly step: HistoryStep; readonly at: string; readonly reason: string | null }

export function entry(step: HistoryStep, at: Date, reason: string | null = null): HistoryEntry {
  return { step, at: at.toISOString(), reason }
}

type StateRow = {
  readonly id: bigint
  readonly exec_status: number
  readonly review_status: number
  readonly attempt: number
  readonly history: readonly { step: string; at: string; reason: string | null }[]
}

export function statesOf(row: Pick<StateRow, 'exec_status' | 'review_status' | 'attempt'>): TaskStates {
  return { exec: row.exec_status, review: row.review_status, attempt: row.attempt }
}

export type Change = {
  readonly entries: readonly HistoryEntry[]
  readonly submittedAt?: Date
  readonly reviewedAt?: Date
  readonly reviewedBy?: string
  readonly failReason: string | null
}

/**
 * The only place where a claimed task changes its states: guarded by the states it was read with, so that of two who
 * decide at once one is refused.
 * @throws Refusal conflict
 */
export async function moveTo(tx: Transaction, row: StateRow, next: TaskStates, change: Change): Promise<void> {
  const moved = await tx
    .updateTable('assignment')
    .set({
      exec_status: next.exec,
      review_status: next.review,
      attempt: next.attempt,
      history: JSON.stringify([...row.history, ...change.entries]),
      fail_reason: change.failReason,
      ...(change.submittedAt ? { submitted_at: change.submittedAt } : {}),
      ...(change.reviewedAt ? { reviewed_at: change.reviewedAt, reviewed_by: change.reviewedBy ?? null } : {}),
    })
    .where('id', '=', row.id)
    .where('exec_status', '=', row.exec_status)
    .where('review_status', '=', row.review_status)
    .where('attempt', '=', row.attempt)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Refusal('conflict')
}

/** How many tasks the person claimed on a day. */
export async function claimedOn(db: Queries, userId: bigint, day: string): Promise<number> {
  const { n } = await db
    .selectFrom('assignment')
    .select(count => count.fn.countAll<bigint>().as('n'))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function hasBoundAccount(db: Queries, userId: bigint): Promise<boolean> {
  return (
    (await db
      .selectFrom('bind_account')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', 2)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/** The place of an unfinished task goes back to its day; that of a past day is nobody's. */
export async function giveBackPlace(tx: Transaction, taskId: bigint, day: string): Promise<void> {
  await tx
    .updateTable('task_day')
    .set(change => ({ quota_left: change('quota_left', '+', 1) }))
    .where('task_id', '=', taskId)
    .where('day', '=', day)
    .execute()
}
