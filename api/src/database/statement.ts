import { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

type Statement<Row, Asked extends readonly unknown[]> = (db: Queries, ...request: Asked) => Promise<readonly Row[]>

/**
 * A query that is asked with every request: its text is written once instead of being built each time.
 * Its values come in the order of the text.
 */
export function statement<Row, Asked extends readonly unknown[]>(text: string): Statement<Row, Asked> {
  if (!/^\s*SELECT\b/.test(text)) throw new Error('only what reads is written as a statement')
  return runs(text)
}

/**
 * A counter of attempts outside of transactions: it commits itself, one round trip instead of three. It has the rights
 * of the connection then, so it writes only what the application's role may write as well.
 */
export function countingStatement<Row, Asked extends readonly unknown[]>(text: string): Statement<Row, Asked> {
  if (!/^\s*(?:INSERT INTO|UPDATE) (?:rate_bucket|app_user)\b/.test(text))
    throw new Error('only tries are counted outside a transaction')
  return runs(text)
}

function runs<Row, Asked extends readonly unknown[]>(text: string): Statement<Row, Asked> {
  return async (db, ...request) => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...request]))).rows
}
