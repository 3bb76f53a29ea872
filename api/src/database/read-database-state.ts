import { sql } from 'kysely'
import type { Queries } from './database.ts'

/**
 * Whether the database takes no writes now, and by how many milliseconds the service's clock is ahead of its clock
 * (negative: behind). The time that the query took is no difference.
 */
export async function readDatabaseState(
  read: Queries,
  now: () => Date,
): Promise<{ readonly isReadOnly: boolean; readonly aheadMs: number }> {
  const before = now().getTime()
  const {
    rows: [state],
  } = await sql<{ isReadOnly: boolean; at: Date }>`
    SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly", clock_timestamp() AS at`.execute(read)
  const at = state?.at.getTime() ?? before
  return {
    isReadOnly: state?.isReadOnly ?? false,
    aheadMs: Math.max(0, before - at) + Math.min(0, now().getTime() - at),
  }
}
