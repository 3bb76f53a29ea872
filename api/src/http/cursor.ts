import type { Secrets } from '../secrets/secrets.ts'
import { isSameSecret } from '../secrets/hash-text.ts'
import { refuseField } from '../refusals/refusal.ts'

/** Start of a page: after the row with this id, in a list with this filter, for this person. */
export type CursorOf = { readonly list: string; readonly person: bigint; readonly filter: string }

/** A text that only this service can make: the id and a keyed hash of id, list, filter and person. */
export function makeCursor(secrets: Secrets, of: CursorOf, id: bigint): string {
  return `${id.toString(36)}.${secrets.signCursor(`${of.list}|${of.person}|${of.filter}|${id}`)}`
}

/** `limit` of a query; default 20, at most 50 (the schema). */
export function readLimit(input: { readonly limit?: string | undefined }): number {
  return input.limit === undefined ? 20 : Number(input.limit)
}

/**
 * The id of a cursor, or nothing for a first page. Refuses (400, field cursor) one that was changed or belongs to
 * another list, filter or person.
 */
export function readCursor(secrets: Secrets, of: CursorOf, cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined
  const found = /^(-?[0-9a-z]{1,13})\.([A-Za-z0-9_-]{22})$/.exec(cursor)
  if (!found) throw refuseField('cursor')
  const id = [...(found[1] ?? '')].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36) || 0), 0n)
  if (!isSameSecret(makeCursor(secrets, of, id), cursor)) throw refuseField('cursor')
  return id
}

/** One page out of limit + 1 rows that were read. */
export function makePage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => bigint,
  cursorFor: (id: bigint) => string,
  item: (row: Row) => Item,
): { list: Item[]; next_cursor: string | null; has_more: boolean } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { list: shown.map(item), next_cursor: hasMore ? cursorFor(idOf(last)) : null, has_more: hasMore }
}
