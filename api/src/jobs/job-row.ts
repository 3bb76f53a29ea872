import { sql } from 'kysely'
import { findLatestEnd } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'

export type JobPayload = Readonly<Record<string, unknown>>
export type ClaimedJob = {
  readonly id: bigint
  readonly kind: string
  readonly payload: JobPayload
  readonly attempts: number
  /** The request that enqueued it. */
  readonly request_id: string | null
}

const leaseMs = 60_000

/** When the next job may be taken: its own time, or the end of its current lease. */
export async function findNextDue({ read }: Database, kinds: readonly string[]): Promise<Date | null> {
  if (kinds.length === 0) return null
  const { due } = await read
    .selectFrom('job')
    .select(sql<Date | null>`min(greatest(run_at, coalesce(locked_until, run_at)))`.as('due'))
    .where('failed_at', 'is', null)
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow()
  return due
}

/** No job waits longer: neither for its first run nor after a failure. */
const longestWaitMs = 86_400_000

/**
 * Takes jobs without a holder; a killed holder's lease runs out. A time of a wrong clock is no reason to wait.
 *
 * @param recurring  seconds between two runs, by kind
 */
export async function claimJobs(
  database: Database,
  kinds: readonly string[],
  recurring: ReadonlyMap<string, number>,
  at: Date,
  most: number,
): Promise<readonly ClaimedJob[]> {
  if (kinds.length === 0) return []
  return database.transaction(async tx => {
    const free = await tx
      .selectFrom('job')
      .select('id')
      .where('failed_at', 'is', null)
      .where('kind', 'in', kinds)
      .where(({ eb, or, and }) =>
        or([
          eb('run_at', '<=', at),
          eb('run_at', '>', findLatestEnd(at, longestWaitMs)),
          ...[...recurring].map(([kind, seconds]) =>
            and([eb('kind', '=', kind), eb('attempts', '=', 0), eb('run_at', '>', findLatestEnd(at, seconds * 1000))]),
          ),
        ]),
      )
      .where(({ eb, or, not, between }) =>
        or([eb('locked_until', 'is', null), not(between('locked_until', at, findLatestEnd(at, leaseMs)))]),
      )
      .orderBy('run_at')
      .orderBy('id')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute()
    if (free.length === 0) return []
    const ids = free.map(row => row.id)
    return tx
      .updateTable('job')
      .set(change => ({ locked_until: new Date(at.getTime() + leaseMs), attempts: change('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .returning(['id', 'kind', 'payload', 'attempts', 'request_id'])
      .execute()
  })
}

/** The holder's lease begins again, unless another replica has the job by now. */
export async function renewLease(database: Database, job: ClaimedJob, at: Date): Promise<void> {
  await database.transaction(async tx =>
    tx
      .updateTable('job')
      .set({ locked_until: new Date(at.getTime() + leaseMs) })
      .where('id', '=', job.id)
      .where('attempts', '=', job.attempts)
      .execute(),
  )
}

/** Takes the job away, in the transaction of what it did; false where another replica has it by now. */
export async function endJob(tx: Transaction, job: ClaimedJob): Promise<boolean> {
  const ended = await tx
    .deleteFrom('job')
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .executeTakeFirst()
  return ended.numDeletedRows === 1n
}

/**
 * A job that failed comes back, later each time; one that is over stays for an operator to look at. With `runAt` it
 * comes back then, and the try is not counted.
 */
export async function keepForLater(
  database: Database,
  job: ClaimedJob,
  end: { readonly error: unknown } & ({ readonly at: Date; readonly isOver: boolean } | { readonly runAt: Date }),
): Promise<void> {
  const waitMs = Math.min(5_000 * 2 ** Math.min(job.attempts - 1, 10), 3_600_000)
  const next =
    'runAt' in end
      ? { run_at: end.runAt, attempts: job.attempts - 1 }
      : { run_at: new Date(end.at.getTime() + waitMs), failed_at: end.isOver ? end.at : null }
  await database.transaction(async tx =>
    tx
      .updateTable('job')
      .set({
        ...next,
        locked_until: null,
        last_error: String(end.error instanceof Error ? end.error.message : end.error).slice(0, 500),
      })
      .where('id', '=', job.id)
      .where('attempts', '=', job.attempts)
      .execute(),
  )
}
