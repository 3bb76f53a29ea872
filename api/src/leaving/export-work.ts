import { sql } from 'kysely'
import { execStatuses, reviewStatuses, type ApiCode } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { describeReason } from '../refusals/reasons.ts'

/**
 * Claimed tasks with every proof that was sent, linked social accounts, and the files that were uploaded. Reasons are
 * sentences of the person's language, as on the screens.
 */
export async function exportWork(tx: Transaction, userId: bigint, language: ApiCode): Promise<Record<string, unknown>> {
  const tasks = await tx
    .selectFrom('assignment')
    .innerJoin('task', 'task.id', 'assignment.task_id')
    .select([
      'assignment.id as key',
      'assignment.public_id as id',
      'task.code as task',
      'assignment.day',
      sql<string>`assignment.reward::text`.as('reward'),
      'assignment.exec_status',
      'assignment.review_status',
      'assignment.fail_reason',
      'assignment.history',
      'assignment.deadline_at',
      'assignment.created_at',
    ])
    .where('assignment.user_id', '=', userId)
    .orderBy('assignment.id')
    .execute()
  const proofs = Map.groupBy(await proofsOf(tx, userId), proof => proof.assignment_id)
  const appeals = new Map((await appealsOf(tx, userId)).map(({ assignment_id, ...appeal }) => [assignment_id, appeal]))
  return {
    tasks: tasks.map(({ key, exec_status, review_status, fail_reason, history, ...task }) => ({
      ...task,
      fail_reason: describeReason(fail_reason, language),
      history: history.map(entry => ({ ...entry, reason: describeReason(entry.reason, language) })),
      execution: nameOf(execStatuses, exec_status),
      review: nameOf(reviewStatuses, review_status),
      proofs: (proofs.get(key) ?? []).map(({ assignment_id: _, ...proof }) => proof),
      appeal: nameReason(appeals.get(key), language),
    })),
    social_accounts: (await socialAccountsOf(tx, userId)).map(({ fail_reason, ...account }) => ({
      ...account,
      fail_reason: describeReason(fail_reason, language),
    })),
    files: await tx
      .selectFrom('file')
      .select(['id', 'purpose', 'mime', sql<string>`bytes::text`.as('bytes'), 'width', 'height', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  }
}

async function proofsOf(tx: Transaction, userId: bigint) {
  return tx
    .selectFrom('submission')
    .innerJoin('assignment', 'assignment.id', 'submission.assignment_id')
    .select([
      'submission.assignment_id',
      'submission.attempt',
      'submission.video_link',
      'submission.username',
      'submission.homepage_link',
      'submission.file_ids as files',
      'submission.submitted_at',
    ])
    .where('assignment.user_id', '=', userId)
    .orderBy('submission.id')
    .execute()
}

async function appealsOf(tx: Transaction, userId: bigint) {
  return tx
    .selectFrom('appeal')
    .innerJoin('assignment', 'assignment.id', 'appeal.assignment_id')
    .select([
      'appeal.assignment_id',
      'appeal.text',
      'appeal.state',
      'appeal.reason',
      'appeal.created_at',
      'appeal.decide_by',
      'appeal.decided_at',
    ])
    .where('assignment.user_id', '=', userId)
    .execute()
}

function nameReason<Row extends { reason: string | null }>(row: Row | undefined, language: ApiCode): Row | null {
  return row ? { ...row, reason: describeReason(row.reason, language) } : null
}

async function socialAccountsOf(tx: Transaction, userId: bigint) {
  return tx
    .selectFrom('bind_account')
    .select([
      'public_id as id',
      'platform',
      'username',
      'link',
      'nickname',
      'description',
      sql<string | null>`fans::text`.as('fans'),
      'reg_days',
      'fail_reason',
      'decided_at',
      'created_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** `1` as the product calls it. */
function nameOf(statuses: Readonly<Record<string, number>>, status: number): string {
  return Object.entries(statuses).find(([, value]) => value === status)?.[0] ?? String(status)
}
