import { Refusal } from '../refusals/refusal.ts'
import { readOnlyArgument, readTextFlag, UsageProblem, type OperatorInput } from '../operators/operators.ts'
import { readOperatorReason } from '../operators/operator-reason.ts'
import type { Services } from '../services.ts'
import { createTask } from './create-task.ts'
import { decideReview } from './decide-review.ts'
import { offerTask } from './offer/offer-task.ts'
import { listWaiting } from './list-waiting.ts'
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
    run: async () => listWaiting(services),
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
