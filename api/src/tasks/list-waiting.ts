import { defaultLanguage } from '@adcoin/contract'
import type { WaitingSubmission } from '@adcoin/contract/operations'
import type { Queries } from '../database/database.ts'
import { linkPrivateFile } from '../files/file-links.ts'
import { describePersonState } from '../operators/operators.ts'
import { textOf } from '../refusals/languages.ts'
import { describeReason } from '../refusals/reasons.ts'
import type { Services } from '../services.ts'
import { findPaidBefore } from './paid-before.ts'

/** Submissions and appeals that wait for a decision, oldest first. */
export async function listWaiting({ database, secrets, config, now }: Services): Promise<WaitingSubmission[]> {
  const rows = await waitingRows(database.read)
  const films = await filmsAmong(
    database,
    rows.flatMap(({ file_ids }) => file_ids),
  )
  const linkTo = (id: string) => config.publicUrl + linkPrivateFile(secrets, id, now())
  const paidBefore = await findPaidBefore(
    database.read,
    rows.map(row => ({
      assignmentId: row.id,
      userId: row.owner_id,
      videoLink: row.video_link,
      homepageLink: row.homepage_link,
      fileIds: row.file_ids,
    })),
    linkTo,
    now(),
  )
  return rows.map((row, index) => ({
    assignment: row.public_id,
    paid_before: paidBefore[index] ?? null,
    title: row.title_i18n.en_US ?? row.code,
    user_id: row.user_id,
    person_state: describePersonState(row, now()),
    kind: row.kind,
    reward: String(row.reward),
    attempt: row.attempt,
    submitted_at: row.submitted_at.toISOString(),
    appeal: appealOf(row),
    video_link: row.video_link,
    homepage_link: row.homepage_link,
    username: row.username,
    platform: row.platform,
    account: row.account,
    files: row.file_ids.map(linkTo),
    films: row.file_ids.filter(id => films.has(id)).map(linkTo),
    asked: {
      brief: textOf(row.brief_i18n, defaultLanguage),
      steps: [...(row.steps_i18n[defaultLanguage] ?? [])],
      disclosure: textOf(row.disclosure_i18n, defaultLanguage),
      hashtag: textOf(row.hashtag_i18n, defaultLanguage),
      target_url: row.target_url,
    },
  }))
}

function waitingRows(db: Queries) {
  return db
    .selectFrom('assignment')
    .innerJoin('task', 'task.id', 'assignment.task_id')
    .innerJoin('app_user', 'app_user.id', 'assignment.user_id')
    .innerJoin('submission', join =>
      join
        .onRef('submission.assignment_id', '=', 'assignment.id')
        .onRef('submission.attempt', '=', 'assignment.attempt'),
    )
    .leftJoin('bind_account', 'bind_account.id', 'submission.bind_account_id')
    .leftJoin('appeal', join =>
      join.onRef('appeal.assignment_id', '=', 'assignment.id').on('appeal.state', '=', 'open'),
    )
    .select([
      'assignment.id',
      'assignment.user_id as owner_id',
      'appeal.text as appeal_text',
      'appeal.created_at as appealed_at',
      'appeal.decide_by',
      'assignment.history',
      'assignment.reviewed_by',
      'assignment.public_id',
      'app_user.public_id as user_id',
      'app_user.status',
      'app_user.withdraw_frozen_until',
      'task.code',
      'task.kind',
      'task.title_i18n',
      'task.brief_i18n',
      'task.steps_i18n',
      'task.disclosure_i18n',
      'task.hashtag_i18n',
      'task.target_url',
      'assignment.reward',
      'assignment.attempt',
      'submission.submitted_at',
      'submission.video_link',
      'submission.homepage_link',
      'submission.username',
      'submission.file_ids',
      'bind_account.platform',
      'bind_account.username as account',
    ])
    .where('assignment.review_status', '=', 1)
    .orderBy(({ fn }) => fn.coalesce('appeal.created_at', 'submission.submitted_at'))
    .limit(100)
    .execute()
}

/** What the person appeals: the words of both sides, and who must not decide. */
function appealOf(row: Awaited<ReturnType<typeof waitingRows>>[number]): WaitingSubmission['appeal'] {
  if (row.appeal_text === null || row.appealed_at === null || row.decide_by === null) return null
  const rejected = row.history.findLast(({ step }) => step === 'failed')
  return {
    text: row.appeal_text,
    at: row.appealed_at.toISOString(),
    decide_by: row.decide_by.toISOString(),
    first_reason: describeReason(rejected?.reason ?? null, defaultLanguage),
    first_decided_by: row.reviewed_by,
  }
}

async function filmsAmong(database: Services['database'], ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await database.read
    .selectFrom('file')
    .select('id')
    .where('id', 'in', [...ids])
    .where('mime', 'like', 'video/%')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
