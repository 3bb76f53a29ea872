import { defaultLanguage } from '@adcoin/contract'
import type { WaitingSubmission } from '@adcoin/contract/operations'
import { Refusal } from '../refusals/refusal.ts'
import { textOf } from '../refusals/languages.ts'
import { describeReason } from '../refusals/reasons.ts'
import {
  readOnlyArgument,
  readTextFlag,
  UsageProblem,
  type OperatorInput,
  describePersonState,
} from '../operators/operators.ts'
import type { Queries } from '../database/database.ts'
import { linkPrivateFile } from '../files/file-links.ts'
import { readOperatorReason } from '../operators/operator-reason.ts'
import type { Services } from '../services.ts'
import { createTask } from './create-task.ts'
import { decideReview } from './decide-review.ts'
import { offerTask } from './offer/offer-task.ts'
import { lockPendingAssignment, type ReviewVerdict } from './pending-assignment.ts'
import { stopOpen } from './stop-tasks.ts'

/** Operators' commands for tasks: decide reviews, offer and withdraw tasks. */
export function addTaskCommands(services: Services): void {
  const { operators, database, now } = services
  operators.command({
    name: 'review list',
    usage: '',
    help: 'Lists submissions and appeals that wait for a decision, oldest first; links to files work for one day',
    page: 'look',
    run: async () => waiting(services),
  })
  operators.command({
    name: 'review pass',
    usage: '<assignment>',
    help: 'Passes a submission, or accepts its appeal, and pays the reward',
    page: 'act',
    role: 'review',
    run: async input => decide(services, input, { passes: true }),
  })
  operators.command({
    name: 'review fail',
    usage: '<assignment> --reason TEXT|@CODE',
    help: 'Fails a submission, or rejects its appeal; the person sees the reason',
    page: 'act',
    role: 'review',
    run: async input => decide(services, input, { passes: false, reason: requireReason('review', input) }),
  })
  operators.command({
    name: 'task create',
    usage: '<folder> | --kind 1-7 --title TEXT --brief TEXT --reward 12.50 --places N [--minutes N] [--url LINK]',
    help: 'Creates a task from a folder (pictures, material, six languages) or from flags (text in one language)',
    run: async input =>
      input.args.length > 0
        ? offerTask(services, readOnlyArgument(input, 'folder'), input.from ?? process.cwd())
        : createTask(services, input),
  })
  operators.command({
    name: 'task list',
    usage: '',
    help: 'Lists every task with its places for today',
    run: async () => tasks(services),
  })
  operators.command({
    name: 'task stop',
    usage: '<task>',
    help: 'Closes a task: no new claims, open claims end, sent submissions are still reviewed',
    run: async input =>
      database.transaction(async tx => {
        const task = await tx
          .updateTable('task')
          .set({ status: 'closed' })
          .where('public_id', '=', readOnlyArgument(input, 'task'))
          .returning(['id', 'public_id'])
          .executeTakeFirst()
        if (!task) throw new Refusal('not_found')
        let stopped = 0
        for (let more = 1; more > 0; stopped += more)
          more = await stopOpen(tx, { taskId: task.id }, 'task_withdrawn', now())
        return { task: task.public_id, status: 'closed', stopped_claims: stopped }
      }),
  })
}

async function decide({ database, now }: Services, input: OperatorInput, verdict: ReviewVerdict): Promise<unknown> {
  const assignment = readOnlyArgument(input, 'assignment')
  return database.transaction(async tx => {
    const row = await lockPendingAssignment(tx, assignment)
    if (!row) {
      const exists = await tx
        .selectFrom('assignment')
        .select('id')
        .where('public_id', '=', assignment)
        .executeTakeFirst()
      throw new Refusal(exists ? 'conflict' : 'not_found')
    }
    await decideReview(tx, row, verdict, input, now())
    return {
      assignment,
      review: verdict.passes ? 'passed' : 'failed',
      reward: verdict.passes ? String(row.reward) : '0',
    }
  })
}

export function requireReason(kind: 'review' | 'bind', input: OperatorInput): string {
  const reason = readOperatorReason(kind, readTextFlag(input, 'reason') ?? '')
  if (reason === '') throw new UsageProblem('--reason TEXT is required: the person sees it')
  return reason
}

/** Submissions and appeals that wait for a decision, oldest first. */
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

async function waiting({ database, secrets, config, now }: Services): Promise<unknown> {
  const rows = await waitingRows(database.read)
  const films = await filmsAmong(
    database,
    rows.flatMap(({ file_ids }) => file_ids),
  )
  const linkTo = (id: string) => config.publicUrl + linkPrivateFile(secrets, id, now())
  return rows.map(row => ({
    assignment: row.public_id,
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

async function tasks({ database, now }: Services): Promise<unknown> {
  const day = now().toISOString().slice(0, 10)
  const rows = await database.read
    .selectFrom('task')
    .leftJoin('task_day', join => join.onRef('task_day.task_id', '=', 'task.id').on('task_day.day', '=', day))
    .select([
      'task.public_id',
      'task.kind',
      'task.title_i18n',
      'task.reward',
      'task.status',
      'task.quota_day',
      'task_day.quota_left',
      'task.is_demo',
    ])
    .orderBy('task.position')
    .orderBy('task.id')
    .limit(500)
    .execute()
  return rows.map(row => ({
    task: row.public_id,
    kind: row.kind,
    title: row.title_i18n.en_US ?? '',
    reward: String(row.reward),
    status: row.status,
    places: row.quota_day,
    places_left: row.quota_left ?? row.quota_day,
    demo: row.is_demo,
  }))
}
