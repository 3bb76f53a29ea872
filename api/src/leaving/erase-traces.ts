import type { Transaction } from '../database/database.ts'
import { endSessions } from '../sessions/session.ts'

/** Removes what is about nobody else and needed by nobody: sessions, codes, messages, the inbox, stored answers. */
export async function eraseTraces(
  tx: Transaction,
  userId: bigint,
  places: readonly (string | null)[],
  at: Date,
): Promise<void> {
  const known = places.filter(place => place !== null)
  // Ended before they are deleted: the end of a session closes its open streams.
  await endSessions(tx, userId, 'ended', at)
  await tx.deleteFrom('session').where('user_id', '=', userId).execute()
  await tx.deleteFrom('oauth_identity').where('user_id', '=', userId).execute()
  await tx.deleteFrom('verify_code').where('user_id', '=', userId).execute()
  await tx.deleteFrom('verify_code').where('dest', 'in', known).execute()
  await tx.deleteFrom('verify_ticket').where('dest', 'in', known).execute()
  await tx.deleteFrom('outbox').where('dest', 'in', known).execute()
  await tx.deleteFrom('inbox_item').where('user_id', '=', userId).execute()
  await tx.deleteFrom('inbox').where('user_id', '=', userId).execute()
  await tx.deleteFrom('idempotency').where('user_id', '=', userId).execute()
}
