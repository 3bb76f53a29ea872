import { CompiledQuery } from 'kysely'
import type { AttemptCounter, Queries } from './database.ts'

/** So many different texts are kept prepared on a connection; lists of many lengths must not fill the server. */
const mostNamed = 500

/**
 * The name of a prepared text, the same on every connection. A text with `*` has none: its columns change when a
 * migration adds a column, and a prepared one would fail from then on.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string | undefined>()
  return text => {
    if (names.has(text)) return names.get(text)
    if (names.size >= mostNamed) return undefined
    const name = answersWhateverIsThere(text) ? undefined : `s${names.size}`
    names.set(text, name)
    return name
  }
}

const answersWhateverIsThere = (text: string): boolean => /(?:\bselect|\breturning|[,.])\s*\*/i.test(text)

type Statement<Row, Values extends readonly unknown[]> = (db: Queries, ...values: Values) => Promise<readonly Row[]>

/**
 * A query that is asked with every request: its text is written once instead of being built each time.
 * Its values come in the order of the text.
 */
export function defineStatement<Row, Values extends readonly unknown[]>(text: string): Statement<Row, Values> {
  if (!/^\s*SELECT\b/.test(text)) throw new Error('only what reads is written as a statement')
  return runs(text)
}

/**
 * A counter for `database.countAttempt`. It has the rights of the connection there, so it writes only what the
 * application's role may write as well.
 */
export function defineAttemptCounter<Row, Values extends readonly unknown[]>(
  text: string,
): AttemptCounter<Row, Values> {
  if (!/^\s*(?:INSERT INTO|UPDATE) (?:rate_bucket|app_user)\b/.test(text))
    throw new Error('only attempts are counted outside a transaction')
  return runs(text)
}

function runs<Row, Values extends readonly unknown[]>(text: string): Statement<Row, Values> {
  return async (db, ...values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}
