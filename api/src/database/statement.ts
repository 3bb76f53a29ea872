import { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

/**
 * A query that is asked with every request: its text is written once instead of being built each time.
 * Its values come in the order of the text.
 */
export function statement<Row, Asked extends readonly unknown[]>(
  text: string,
): (db: Queries, ...asked: Asked) => Promise<readonly Row[]> {
  if (!/^\s*SELECT\b/.test(text)) throw new Error('only what reads is written as a statement')
  return async (db, ...asked) => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...asked]))).rows
}
