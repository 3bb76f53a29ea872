import { receiveTask } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { toDay } from '../days/local-days.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../refusals/refusal.ts'
import { serve } from '../http/serve.ts'
import { createRandomId } from '../secrets/create-token.ts'
import { readSetting } from '../settings/settings.ts'
import type { Services } from '../services.ts'
import { readLimits, makeStep } from './assignment-row.ts'
import { findLock, needsAccount } from './locks.ts'
import { isStillOpen } from './task-states.ts'
import { limitTable } from '../limits/table.ts'

export function serveReceiveTask(app: FastifyInstance, { now }: Services): void {
  serve(
    app,
    receiveTask,
    async ({ input, person, transact }) =>
      transact(async tx => {
        const { publicId, deadlineAt } = await claim(tx, person.id, input.task_id, now())
        return { assignment_id: publicId, deadline_at: deadlineAt.toISOString() }
      }),
    { limits: [limitTable.claims] },
  )
}

/**
 * Claims a task of the day for a person: once per day, while places are left.
 * @throws Refusal not_found, task_taken (3002), task_closed (3003), task_full (3001), task_limit (3004), need_bind
 *   (3005)
 */
export async function claim(
  tx: Transaction,
  userId: bigint,
  taskId: string,
  at: Date,
): Promise<{ publicId: string; deadlineAt: Date }> {
  await lockPerson(tx, userId, 'session_expired')
  const day = toDay(at)
  // Shared, so that a task that is being stopped takes no further claim.
  const task = await tx
    .selectFrom('task')
    .select(['id', 'reward', 'quota_day', 'deadline_hours', 'starts_at', 'ends_at', 'status', 'submit_fields'])
    .where('public_id', '=', taskId)
    .forShare()
    .executeTakeFirst()
  if (!task || task.starts_at > at) throw new Refusal('not_found')
  const mine = await tx
    .selectFrom('assignment')
    .select('id')
    .where('task_id', '=', task.id)
    .where('user_id', '=', userId)
    .where(either => either.or([either('day', '=', day), isStillOpen(at)]))
    .limit(1)
    .executeTakeFirst()
  if (mine) throw new Refusal('task_taken')
  const { received, hasAccount } = await readLimits(tx, userId, day)
  const lock = findLock({
    isClaimed: false,
    isOver: task.status !== 'open' || (task.ends_at !== null && task.ends_at <= at),
    quotaLeft: 1,
    isAtLimit: received >= (await readSetting(tx, 'tasks_per_day')),
    needsAccount: needsAccount(task.submit_fields),
    hasAccount,
  })
  if (lock) throw new Refusal(lock)
  await takePlace(tx, task.id, day, task.quota_day)
  const publicId = createRandomId()
  const deadlineAt = earlier(new Date(at.getTime() + task.deadline_hours * 3_600_000), task.ends_at)
  await tx
    .insertInto('assignment')
    .values({
      public_id: publicId,
      task_id: task.id,
      user_id: userId,
      day,
      reward: task.reward,
      deadline_at: deadlineAt,
      history: JSON.stringify([makeStep('claimed', at)]),
      created_at: at,
    })
    .execute()
  return { publicId, deadlineAt }
}

/** One place of the day, taken by a guarded update: of many at once, exactly as many get one as there are. */
async function takePlace(tx: Transaction, taskId: bigint, day: string, quotaDay: number): Promise<void> {
  await tx
    .insertInto('task_day')
    .values({ task_id: taskId, day, quota_left: quotaDay })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const taken = await tx
    .updateTable('task_day')
    .set(change => ({ quota_left: change('quota_left', '-', 1) }))
    .where('task_id', '=', taskId)
    .where('day', '=', day)
    .where('quota_left', '>', 0)
    .executeTakeFirst()
  if (taken.numUpdatedRows !== 1n) throw new Refusal('task_full')
}

function earlier(instant: Date, other: Date | null): Date {
  return other !== null && other < instant ? other : instant
}
