import { coin, taskDetail, type ApiCode, type TaskDetail } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { toDay } from '../days/local-days.ts'
import type { Queries } from '../database/database.ts'
import type { TaskMaterial } from '../database/column-types.ts'
import { linkPrivateFile } from '../files/file-links.ts'
import { textOf } from '../refusals/languages.ts'
import { Refusal } from '../refusals/refusal.ts'
import { serve } from '../http/serve.ts'
import { describeReason } from '../refusals/reasons.ts'
import { readSetting } from '../settings/settings.ts'
import type { Services } from '../services.ts'
import { findAppeal, toAppeal } from './appeal-task.ts'
import { readLimits, toTaskStates, type HistoryStep } from './assignment-row.ts'
import { findLock, needsAccount } from './locks.ts'
import { isStillOpen, reviewMinutes, maxAttempts, toAppealed } from './task-states.ts'
import { recordPage } from './task-record.ts'
import { toTaskPictures } from './task-pictures.ts'

/** One task with its prepared material, or, without an id, a page of the person's record. */
export function serveTaskDetail(app: FastifyInstance, services: Services): void {
  serve(app, taskDetail, async ({ input, person, language }) => {
    if (input.task_id === undefined && input.assignment_id === undefined)
      return { detail: null, record: await recordPage(services, person.id, language, input) }
    return { detail: await detailOf(services, person.id, language, input), record: null }
  })
}

type Which = { readonly task_id?: string | undefined; readonly assignment_id?: string | undefined }

async function detailOf(services: Services, userId: bigint, language: ApiCode, which: Which): Promise<TaskDetail> {
  const db = services.database.read
  const at = services.now()
  const assignment = await assignmentOf(db, userId, which, at)
  if (which.assignment_id !== undefined && !assignment) throw new Refusal('not_found')
  const task = await db
    .selectFrom('task')
    .selectAll()
    .where(either =>
      assignment ? either('id', '=', assignment.task_id) : either('public_id', '=', which.task_id ?? ''),
    )
    .executeTakeFirst()
  if (!task || (task.starts_at > at && !assignment)) throw new Refusal('not_found')
  const place = await db
    .selectFrom('task_day')
    .select('quota_left')
    .where(row => row.and({ task_id: task.id, day: toDay(at) }))
    .executeTakeFirst()
  const { received, hasAccount } = await readLimits(db, userId, toDay(at))
  const lock = findLock({
    isClaimed: assignment !== undefined,
    isOver: task.status !== 'open' || (task.ends_at !== null && task.ends_at <= at),
    quotaLeft: place?.quota_left ?? task.quota_day,
    isAtLimit: received >= (await readSetting(db, 'tasks_per_day')),
    needsAccount: needsAccount(task.submit_fields),
    hasAccount,
  })
  const appeal = assignment && (await findAppeal(db, assignment.id))
  return {
    id: task.public_id,
    assignment_id: assignment?.public_id ?? null,
    kind: task.kind,
    title: textOf(task.title_i18n, language),
    icon: task.icon,
    ...toTaskPictures(task, language),
    reward: String(assignment?.reward ?? task.reward),
    ...coin,
    exec_status: assignment?.exec_status ?? null,
    review_status: assignment?.review_status ?? null,
    deadline_at: assignment?.deadline_at.toISOString() ?? null,
    ends_at: task.ends_at?.toISOString() ?? null,
    minutes: task.minutes,
    deadline_hours: task.deadline_hours,
    lock,
    brief: textOf(task.brief_i18n, language),
    steps: [...(task.steps_i18n[language] ?? task.steps_i18n.en_US ?? [])],
    disclosure: { text: textOf(task.disclosure_i18n, language), hashtag: textOf(task.hashtag_i18n, language) },
    materials: task.materials.map(material => materialIn(language, material)),
    target_url: task.target_url,
    submit_fields: task.submit_fields as TaskDetail['submit_fields'],
    example: task.example_i18n && textOf(task.example_i18n, language),
    submission: assignment ? await submissionOf(services, assignment.id) : null,
    fail_reason: describeReason(assignment?.fail_reason ?? null, language),
    attempts_left: maxAttempts - (assignment?.attempt ?? 0),
    appeal: appeal ? toAppeal(appeal, language) : null,
    can_appeal: assignment !== undefined && !appeal && toAppealed(toTaskStates(assignment)) !== undefined,
    review_minutes: reviewMinutes(services.config.sandboxReviewSeconds),
    history: historyOf(assignment?.history ?? [], language),
  }
}

function historyOf(
  history: readonly { step: string; at: string; reason: string | null }[],
  language: ApiCode,
): TaskDetail['history'] {
  return history.map(({ step, at, reason }) => ({
    step: step as HistoryStep,
    at,
    reason: describeReason(reason, language),
  }))
}

/**
 * The person's claim of a task: of today, or an earlier one that is still open. Another person's claim is not found.
 */
function assignmentOf(db: Queries, userId: bigint, { task_id, assignment_id }: Which, at: Date) {
  const mine = db.selectFrom('assignment').selectAll('assignment').where('assignment.user_id', '=', userId)
  if (assignment_id !== undefined) return mine.where('assignment.public_id', '=', assignment_id).executeTakeFirst()
  return mine
    .innerJoin('task', 'task.id', 'assignment.task_id')
    .where('task.public_id', '=', task_id ?? '')
    .where(either => either.or([either('assignment.day', '=', toDay(at)), isStillOpen(at)]))
    .orderBy('assignment.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function materialIn(
  language: ApiCode,
  { key, kind, label, text, url, file_name }: TaskMaterial,
): TaskDetail['materials'][number] {
  return { key, kind, label: textOf(label, language), text: text && textOf(text, language), url, file_name }
}

async function submissionOf(
  { database, secrets, now }: Services,
  assignmentId: bigint,
): Promise<TaskDetail['submission']> {
  const row = await database.read
    .selectFrom('submission')
    .leftJoin('bind_account', 'bind_account.id', 'submission.bind_account_id')
    .select([
      'submission.attempt',
      'submission.video_link',
      'submission.username',
      'submission.homepage_link',
      'submission.submitted_at',
      'submission.file_ids',
      'bind_account.public_id as account_id',
    ])
    .where('submission.assignment_id', '=', assignmentId)
    .orderBy('submission.attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const files =
    row.file_ids.length === 0
      ? []
      : await database.read
          .selectFrom('file')
          .select(['id', 'mime'])
          .where('id', 'in', [...row.file_ids])
          .orderBy(sql`array_position(${[...row.file_ids]}::text[], id)`)
          .execute()
  const { attempt, account_id, video_link, username, homepage_link } = row
  return {
    attempt,
    account_id,
    video_link,
    username,
    homepage_link,
    files: files.map(file => ({ file_id: file.id, url: linkPrivateFile(secrets, file.id, now()), mime: file.mime })),
    submitted_at: row.submitted_at.toISOString(),
  }
}
