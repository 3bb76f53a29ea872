import { sql } from 'kysely'
import { findLatestEnd } from '../clock.ts'

const [first, longest] = [10, 3600]

/** When to ask again after so many questions: 10 s, 20 s, 40 s … an hour. */
export function askAgainAt(now: Date, requestCount: number): Date {
  return new Date(now.getTime() + Math.min(first * 2 ** Math.min(requestCount, 20), longest) * 1000)
}

/** True for rows whose time to ask, in this column, has come. */
export const isAskDue = (column: string, now: Date) =>
  sql<boolean>`(${sql.ref(column)} <= ${now} OR ${sql.ref(column)} > ${findLatestEnd(now, longest * 1000)})`
