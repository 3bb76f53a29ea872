import { sql } from 'kysely'
import { maxAttempts } from './task-states.ts'

/** A claim that can still be submitted; one of an earlier day is listed instead of a second one. */
export function isStillOpen(at: Date, claim: 'assignment' | 'mine' = 'assignment') {
  const of = (column: string) => sql.ref(`${claim}.${column}`)
  return sql<boolean>`(${of('exec_status')} IN (0, 4) AND ${of('attempt')} < ${sql.lit(maxAttempts)} AND ${of('deadline_at')} > ${at})`
}

/** A task that can be claimed at this time, by its own dates. */
export function isOffered(at: Date) {
  return sql<boolean>`(task.status = 'open' AND task.starts_at <= ${at} AND (task.ends_at IS NULL OR task.ends_at > ${at}))`
}
