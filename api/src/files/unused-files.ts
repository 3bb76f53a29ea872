import { reviewStatuses } from '@adcoin/contract'
import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { limits } from './limits.ts'

const removeJob = 'files.remove'
const atOnce = 500

/** Uploads of people that no submission, profile or social account uses. */
const isUnused = sql<boolean>`file.user_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM assignment a JOIN submission s ON s.assignment_id = a.id
                   WHERE a.user_id = file.user_id AND s.file_ids ? file.id)
  AND NOT EXISTS (SELECT 1 FROM app_user u WHERE u.id = file.user_id AND u.avatar_file_id = file.id)
  AND NOT EXISTS (SELECT 1 FROM bind_account b
                   WHERE b.user_id = file.user_id AND file.id IN (b.avatar, b.background))`

const isUnpaid = sql<boolean>`NOT EXISTS (SELECT 1 FROM assignment a JOIN submission s ON s.assignment_id = a.id
   WHERE a.user_id = file.user_id AND a.review_status = ${reviewStatuses.passed} AND s.file_ids ? file.id)`

/** Every hour, uploads that are unused for two days are removed; the bytes after the rows. */
export function sweepUnused({ jobs, files, now }: Pick<Services, 'jobs' | 'files' | 'now'>): void {
  const remove = async ({ keys }: { readonly keys?: unknown }): Promise<void> => {
    for (const key of keys as readonly string[]) await files.remove(key)
  }
  jobs.handle(removeJob, { run: remove }, 'slow')
  jobs.every(
    'files.sweep',
    3600,
    async tx => {
      const old = await tx
        .selectFrom('file')
        .select('id')
        .where('created_at', '<', new Date(now().getTime() - limits.unusedMs))
        .where(isUnused)
        .orderBy('created_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked()
        .execute()
      if (old.length === 0) return
      // Asked again now that they are locked: a submission that was committed meanwhile uses its files.
      const removed = await tx
        .deleteFrom('file')
        .where(
          'id',
          'in',
          old.map(({ id }) => id),
        )
        .where(isUnused)
        .returning('storage_key')
        .execute()
      await jobs.enqueue(tx, { kind: removeJob, payload: { keys: removed.map(row => row.storage_key) } })
    },
    'slow',
  )
}

/** @throws Refusal too_many if `bytes` more would exceed the limits of one person's unused or unpaid files */
export async function requireSpace(db: Queries, userId: bigint, bytes: number): Promise<void> {
  const { unused, unpaid } = await db
    .selectFrom('file')
    .select(sql<bigint>`coalesce(sum(bytes) FILTER (WHERE ${isUnused}), 0)::bigint`.as('unused'))
    .select(sql<bigint>`coalesce(sum(bytes), 0)::bigint`.as('unpaid'))
    .where('user_id', '=', userId)
    .where(isUnpaid)
    .executeTakeFirstOrThrow()
  if (Number(unused) + bytes > limits.unusedBytes || Number(unpaid) + bytes > limits.unpaidBytes)
    throw new Refusal('too_many', { retryAfter: 3600 })
}
