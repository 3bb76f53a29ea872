import type { ExpressionBuilder } from 'kysely'
import { findLatestEnd } from '../clock.ts'
import type { Queries, Transaction } from '../database/database.ts'
import type { TicketPurpose } from '../database/column-types.ts'
import type { DB } from '../database/schema.ts'
import { Refusal } from '../refusals/refusal.ts'
import { hashText } from '../secrets/hash-text.ts'
import { createToken } from '../secrets/create-token.ts'
import type { Services } from '../services.ts'

/** No ticket lasts longer. */
const longestMs = 900_000

export type TicketKind = {
  readonly purpose: TicketPurpose
  readonly dest: string
  readonly seconds: number
  readonly token?: string
}

/** A single-use proof that a code was right, for the next step. */
export async function giveTicket(
  { now }: Services,
  tx: Transaction,
  { purpose, dest, seconds, token = createToken() }: TicketKind,
): Promise<{ verify_ticket: string; expire_in: number }> {
  await tx
    .insertInto('verify_ticket')
    .values({
      purpose,
      dest,
      token_hash: hashText(token),
      created_at: now(),
      expires_at: new Date(now().getTime() + seconds * 1000),
      used_at: null,
    })
    .execute()
  return { verify_ticket: token, expire_in: seconds }
}

/** An unused ticket of this purpose and destination that has time left. */
const isGood =
  ({ purpose, dest, token }: Pick<TicketKind, 'purpose' | 'dest'> & { readonly token: string }, now: Date) =>
  ({ and, eb }: ExpressionBuilder<DB, 'verify_ticket'>) =>
    and([
      eb('token_hash', '=', hashText(token)),
      eb('purpose', '=', purpose),
      eb('dest', '=', dest),
      eb('used_at', 'is', null),
      eb('expires_at', '>', now),
      eb('expires_at', '<=', findLatestEnd(now, longestMs)),
    ])

/** Remaining seconds of an unused ticket; undefined if there is none. */
export async function countSecondsLeft(
  tx: Transaction,
  { purpose, dest, token }: TicketKind & { readonly token: string },
  now: Date,
): Promise<number | undefined> {
  const found = await tx
    .selectFrom('verify_ticket')
    .select('expires_at')
    .where(isGood({ purpose, dest, token }, now))
    .executeTakeFirst()
  return found && Math.ceil((found.expires_at.getTime() - now.getTime()) / 1000)
}

/** Uses a ticket up; one of another destination or purpose is no ticket. */
export async function consumeTicket(
  { now }: Services,
  tx: Transaction,
  purpose: TicketPurpose,
  dest: string,
  ticket: string,
): Promise<void> {
  const used = await tx
    .updateTable('verify_ticket')
    .set({ used_at: now() })
    .where(isGood({ purpose, dest, token: ticket }, now()))
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new Refusal('ticket_invalid')
}

/**
 * Whether a ticket could be used now; checked before a password is hashed, so that no anonymous request makes the
 * service hash.
 */
export async function requireTicket(
  { now }: Services,
  db: Queries,
  purpose: TicketPurpose,
  dest: string,
  ticket: string,
): Promise<void> {
  const found = await db
    .selectFrom('verify_ticket')
    .select('id')
    .where(isGood({ purpose, dest, token: ticket }, now()))
    .executeTakeFirst()
  if (!found) throw new Refusal('ticket_invalid')
}
