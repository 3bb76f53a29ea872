import { sql } from 'kysely'
import { maxAttempts } from './task-states.ts'

/** A claim that can still be submitted; one of an earlier day is listed instead of a second one. */
export function isStillOpen(at: Date, claim: 'assignment' | 'mine' = 'assignment') {
  const of = (column: string) => sql.ref(`${claim}.${column}`)
  return sql<boolean>`(${of('exec_status')} IN (0, 4) AND ${of('attempt')} < ${sql.lit(maxAttempts)} AND ${of('deadline_at')} > ${at})`
}
