import type { Transaction } from '../database/database.ts'
import { addToInboxes } from '../inbox/inbox.ts'
import { encodeReason, type ReasonKey } from '../refusals/reasons.ts'
import type { Services } from '../services.ts'
import { makeStep, giveBackPlace, moveTo, toTaskStates } from './assignment-row.ts'
import { maxAttempts, toStopped } from './task-states.ts'

const batch = 200

/** Claims whose time is over are stopped and their places given back; run again and again. */
export function stopExpiredTasks({ jobs, now }: Services): void {
  jobs.every('assignment.expire', 30, async tx => {
    await stopOpen(tx, { deadlineBefore: now() }, 'time_over', now())
  })
}

type Which = { readonly deadlineBefore: Date } | { readonly taskId: bigint } | { readonly userId: bigint }

/** Stops claims that can still be sent; proof that waits for review is left to it. Answers how many. */
export async function stopOpen(tx: Transaction, which: Which, reason: ReasonKey, at: Date): Promise<number> {
  let query = tx
    .selectFrom('assignment')
    .select(['id', 'user_id', 'task_id', 'day', 'exec_status', 'review_status', 'attempt', 'history'])
    .where('exec_status', 'in', [0, 4])
    .where('attempt', '<', maxAttempts)
  if ('taskId' in which) query = query.where('task_id', '=', which.taskId)
  else if ('userId' in which) query = query.where('user_id', '=', which.userId)
  else query = query.where('deadline_at', '<=', which.deadlineBefore)
  const rows = await query.orderBy('id').limit(batch).forUpdate().skipLocked().execute()
  const gone: typeof rows = []
  for (const row of rows) {
    const next = toStopped(toTaskStates(row))
    if (!next) continue
    gone.push(row)
    await moveTo(tx, row, next, {
      entries: [makeStep('stopped', at, encodeReason(reason))],
      failReason: encodeReason(reason),
    })
    await giveBackPlace(tx, row.task_id, row.day)
  }
  await tellOf(tx, gone, reason, at)
  return rows.length
}

async function tellOf(
  tx: Transaction,
  gone: readonly { readonly user_id: bigint; readonly task_id: bigint }[],
  reason: ReasonKey,
  at: Date,
): Promise<void> {
  if (gone.length === 0) return
  const tasks = await tx
    .selectFrom('task')
    .select(['id', 'public_id', 'title_i18n'])
    .where(
      'id',
      'in',
      gone.map(row => row.task_id),
    )
    .execute()
  await addToInboxes(
    tx,
    gone.flatMap(row =>
      tasks
        .filter(task => task.id === row.task_id)
        .map(
          task =>
            [
              row.user_id,
              { kind: 'task_stopped', at, ref: task.public_id, title: task.title_i18n, reason: encodeReason(reason) },
            ] as const,
        ),
    ),
  )
}
