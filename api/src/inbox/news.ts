import type { InboxNews } from '@adcoin/contract'
import type { Queries } from '../database/database.ts'
import { balanceOnWire } from '../ledger/balance-on-wire.ts'
import { itemOnWire, itemsAfter, newestOf, unreadOf } from './inbox-row.ts'
import type { Stream } from './stream.ts'

/** So many missed items are sent one by one; with more, the current state is sent, and the client fetches the list. */
export const mostToldAgain = 50

/** The first message of a stream: the current state. A resumed stream gets the missed items after it. */
export async function tellStanding(db: Queries, stream: Stream): Promise<void> {
  const newest = (await newestOf(db, [stream.person.id])).get(stream.person.id) ?? 0n
  // A number that was never given (another person's, by a browser that mixed them up) begins at the end.
  const isKnown = stream.seen >= 0n && stream.seen <= newest && newest - stream.seen <= BigInt(mostToldAgain)
  stream.tell({ item: null, ...(await inboxState(db, stream.person.id)) }, isKnown ? stream.seen : newest)
}

/** Sends to each stream of a person the items since its last one. */
export async function tellNews(db: Queries, userId: bigint, streams: readonly Stream[]): Promise<void> {
  const from = streams.reduce<bigint | undefined>(
    (least, { seen }) => (least === undefined || seen < least ? seen : least),
    undefined,
  )
  if (from === undefined) return
  const rows = await itemsAfter(db, userId, from, mostToldAgain)
  if (rows.length === 0) return
  const now = await inboxState(db, userId)
  for (const row of rows)
    for (const stream of streams)
      if (stream.seen < row.seq) stream.tell({ item: itemOnWire(row, stream.language), ...now }, row.seq)
  if (rows.length === mostToldAgain) await tellNews(db, userId, streams)
}

async function inboxState(db: Queries, userId: bigint): Promise<Omit<InboxNews, 'item'>> {
  return { unread: await unreadOf(db, userId), balance: await balanceOnWire(db, userId) }
}
