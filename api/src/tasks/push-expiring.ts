import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { addPush, toTaskPath } from '../push/add-push.ts'
import type { Services } from '../services.ts'
import { isStillOpen } from './task-states.ts'

const minuteMs = 60_000
/** A proof that is due within this time is announced, */
const beforeMs = 120 * minuteMs
/** but not to a person who claimed the task a moment ago. */
const knownMs = 60 * minuteMs
const batch = 200

/** Notifies people whose proof is due soon, once for each claimed task. Without push keys nothing runs. */
export function pushExpiring({ config, jobs, now }: Services): void {
  if (config.push === null) return
  jobs.every('push.expiring', 300, tx => pushDue(tx, now()), 'slow')
}

async function pushDue(tx: Transaction, at: Date): Promise<void> {
  const due = await tx
    .selectFrom('assignment')
    .innerJoin('task', 'task.id', 'assignment.task_id')
    .select(['assignment.id', 'assignment.user_id', 'assignment.deadline_at', 'task.public_id'])
    .where(isStillOpen(at))
    .where('assignment.deadline_at', '<=', new Date(at.getTime() + beforeMs))
    .where('assignment.created_at', '<=', new Date(at.getTime() - knownMs))
    .where('assignment.expiry_pushed_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('push_subscription')
          .select('push_subscription.id')
          .whereRef('push_subscription.user_id', '=', 'assignment.user_id')
          .where(sql<boolean>`'expiring' = ANY (push_subscription.kinds)`),
      ),
    )
    .limit(batch)
    .forUpdate('assignment')
    .skipLocked()
    .execute()
  for (const { id, user_id, deadline_at, public_id } of due) {
    await tx.updateTable('assignment').set({ expiry_pushed_at: at }).where('id', '=', id).execute()
    const seconds = Math.ceil((deadline_at.getTime() - at.getTime()) / 1000)
    await addPush(tx, user_id, { kind: 'expiring', path: toTaskPath(public_id), at, seconds })
  }
}
