import type { Transaction } from '../database/database.ts'

export type PendingRow = NonNullable<Awaited<ReturnType<typeof lockPendingAssignment>>>

/**
 * A claimed task whose proof or appeal waits, locked: a second decision waits, and then finds it decided. The appeal is
 * read after the lock, so that it belongs to the row that was locked.
 */
export async function lockPendingAssignment(tx: Transaction, publicId: string) {
  const row = await tx
    .selectFrom('assignment')
    .innerJoin('task', 'task.id', 'assignment.task_id')
    .select([
      'assignment.id',
      'assignment.public_id',
      'assignment.task_id',
      'assignment.user_id',
      'assignment.day',
      'assignment.reward',
      'assignment.exec_status',
      'assignment.review_status',
      'assignment.attempt',
      'assignment.history',
      'assignment.deadline_at',
      'assignment.fail_reason',
      'assignment.reviewed_by',
      'assignment.reviewed_identity',
      'task.submit_fields',
      'task.ends_at',
      'task.public_id as task_ref',
      'task.title_i18n',
    ])
    .where('assignment.public_id', '=', publicId)
    .where('assignment.review_status', '=', 1)
    .forUpdate('assignment')
    .executeTakeFirst()
  if (!row) return undefined
  const appeal = await tx
    .selectFrom('appeal')
    .select(['exec_before', 'created_at'])
    .where('assignment_id', '=', row.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return { ...row, appeal: appeal ?? null }
}

/** `reason`: as stored, a key of ours or an operator's words. */
export type ReviewVerdict = { readonly passes: true } | { readonly passes: false; readonly reason: string }

/** The task as an item of the inbox names it. */
export const nameTask = (row: Pick<PendingRow, 'task_ref' | 'title_i18n'>) => ({
  ref: row.task_ref,
  title: row.title_i18n,
})
