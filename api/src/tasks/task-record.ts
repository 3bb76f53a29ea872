import { coin, type ApiCode, type ResponseOf, type taskDetail } from '@adcoin/contract'
import { readLimit, makeCursor, makePage, readCursor } from '../http/cursor.ts'
import { textOf } from '../refusals/languages.ts'
import { describeReason } from '../refusals/reasons.ts'
import { toCardPicture } from './task-pictures.ts'
import type { Services } from '../services.ts'

type Record = NonNullable<ResponseOf<typeof taskDetail>['record']>
type Query = {
  readonly status?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: string | undefined
}

/** The person's claimed tasks, newest first; `status` is the review status. */
export async function recordPage(
  { database, secrets }: Services,
  userId: bigint,
  language: ApiCode,
  input: Query,
): Promise<Record> {
  const limit = readLimit(input)
  const cursorOf = { list: 'task-record', person: userId, filter: input.status ?? '' }
  const before = readCursor(secrets, cursorOf, input.cursor)
  let query = database.read
    .selectFrom('assignment')
    .innerJoin('task', 'task.id', 'assignment.task_id')
    .select([
      'assignment.id',
      'assignment.public_id',
      'assignment.reward',
      'assignment.exec_status',
      'assignment.review_status',
      'assignment.deadline_at',
      'assignment.created_at',
      'assignment.submitted_at',
      'assignment.fail_reason',
      'assignment.history',
      'task.public_id as task_id',
      'task.kind',
      'task.title_i18n',
      'task.icon',
      'task.picture',
    ])
    .where('assignment.user_id', '=', userId)
  if (input.status !== undefined) query = query.where('assignment.review_status', '=', Number(input.status))
  if (before !== undefined) query = query.where('assignment.id', '<', before)
  const rows = await query
    .orderBy('assignment.id', 'desc')
    .limit(limit + 1)
    .execute()
  return makePage(
    rows,
    limit,
    row => row.id,
    id => makeCursor(secrets, cursorOf, id),
    row => ({
      assignment_id: row.public_id,
      task_id: row.task_id,
      kind: row.kind,
      title: textOf(row.title_i18n, language),
      icon: row.icon,
      picture: toCardPicture(row.picture, language),
      reward: String(row.reward),
      ...coin,
      exec_status: row.exec_status,
      review_status: row.review_status,
      deadline_at: row.deadline_at.toISOString(),
      received_at: row.created_at.toISOString(),
      submitted_at: row.submitted_at?.toISOString() ?? null,
      paid_at: row.history.findLast(({ step }) => step === 'paid')?.at ?? null,
      fail_reason: describeReason(row.fail_reason, language),
    }),
  )
}
