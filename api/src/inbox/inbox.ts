import { sql } from 'kysely'
import type { InboxKind } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import type { InboxDetail } from '../database/column-types.ts'
import { addPush, toPush } from '../push/add-push.ts'

/** An event. `amount`: coin minor units, signed; `ref`: public id of the task or the withdrawal. */
export type Happening = InboxDetail & {
  readonly kind: InboxKind
  readonly at: Date
  readonly amount?: bigint
  readonly ref?: string
}

/** For several people: in the order of their ids, so that two transactions never wait for each other. */
export async function addToInboxes(
  tx: Transaction,
  messages: readonly (readonly [bigint, Happening])[],
): Promise<void> {
  for (const [userId, happening] of messages.toSorted(([one], [other]) => (one < other ? -1 : 1)))
    await addToInbox(tx, userId, happening)
}

/**
 * Writes down what happened to a person, in the transaction of the thing itself: it is in the inbox exactly when it
 * happened, and streams and browsers are notified of it after the commit. The last lock of a transaction, after the ledger.
 */
export async function addToInbox(
  tx: Transaction,
  userId: bigint,
  { kind, at, amount, ref, ...detail }: Happening,
): Promise<void> {
  await sql`
    WITH counted AS (
      INSERT INTO inbox (user_id, last_seq) VALUES (${userId}, 1)
      ON CONFLICT (user_id) DO UPDATE SET last_seq = inbox.last_seq + 1 RETURNING last_seq
    )
    INSERT INTO inbox_item (user_id, seq, kind, amount, ref, detail, created_at)
    SELECT ${userId}::bigint, last_seq, ${kind}, ${amount ?? null}::bigint, ${ref ?? null}::text,
      ${JSON.stringify(detail)}::jsonb, ${at}::timestamptz FROM counted`.execute(tx)
  const push = toPush(kind, ref, at)
  if (push) await addPush(tx, userId, push)
}

/** For a movement without an item: after the commit, every open stream of the person carries the new balance. */
export async function announceBalance(tx: Transaction, userId: bigint): Promise<void> {
  await sql`SELECT pg_notify('balance', ${String(userId)})`.execute(tx)
}
