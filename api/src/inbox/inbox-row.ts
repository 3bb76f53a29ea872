import type { ApiCode, InboxItem } from '@adcoin/contract'
import type { Selectable } from 'kysely'
import type { Queries } from '../database/database.ts'
import type { DB } from '../database/schema.ts'
import { describeReason } from '../refusals/reasons.ts'
import { textOf } from '../refusals/languages.ts'

export type InboxRow = Selectable<DB['inbox_item']>

/** A person's items after one that is known, the oldest first. */
export function findItemsAfter(db: Queries, userId: bigint, seq: bigint, limit: number): Promise<InboxRow[]> {
  return db
    .selectFrom('inbox_item')
    .selectAll()
    .where('user_id', '=', userId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export async function countUnread(db: Queries, userId: bigint): Promise<number> {
  const { n } = await db
    .selectFrom('inbox_item')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The number of each person's newest item. Persons without an item are absent. */
export async function findNewest(db: Queries, userIds: readonly bigint[]): Promise<ReadonlyMap<bigint, bigint>> {
  if (userIds.length === 0) return new Map()
  const rows = await db.selectFrom('inbox').selectAll().where('user_id', 'in', userIds).execute()
  return new Map(rows.map(row => [row.user_id, row.last_seq]))
}

export function toInboxItem(row: InboxRow, language: ApiCode): InboxItem {
  const { title, reason } = row.detail
  return {
    id: String(row.seq),
    kind: row.kind,
    at: row.created_at.toISOString(),
    is_read: row.read_at !== null,
    amount: row.amount === null ? null : String(row.amount),
    title: title ? textOf(title, language) : null,
    reason: describeReason(reason ?? null, language),
    ref: row.ref,
  }
}
