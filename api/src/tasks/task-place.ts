import { sql } from 'kysely'
import { isStillOpen } from './still-open.ts'

export type TaskLimits = { readonly hasAccount: boolean; readonly isAtLimit: boolean }

/**
 * Orders tasks by what a person can do now: first submissions to send, then tasks to claim, in review, locked, and at
 * the end done. Within each: position, then id. One number, so that a page can begin after it.
 */
export function placeOf({ hasAccount, isAtLimit }: TaskLimits, at: Date) {
  return sql<bigint>`((CASE
    WHEN mine.public_id IS NULL THEN CASE
      WHEN coalesce(task_day.quota_left, task.quota_day) > 0 AND NOT ${isAtLimit}::boolean
        AND (${hasAccount}::boolean OR NOT task.submit_fields @> '["account_id"]'::jsonb) THEN 1
      ELSE 3 END
    WHEN ${isStillOpen(at, 'mine')} THEN 0
    WHEN mine.review_status = 1 THEN 2
    ELSE 4 END)::bigint << 56) + (task.position::bigint << 40) + task.id`
}
