import { sql } from 'kysely'
import { officialInviteCode } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { addToInbox } from '../inbox/inbox.ts'
import { Refusal } from '../refusals/refusal.ts'

/**
 * Binds an inviter's code to a person: once per account, not one's own, not of a member of one's own team. Source:
 * specification.md 5, rulings.md R10.
 *
 * @throws Refusal invite_unknown · invite_done · invite_self · invite_cycle; each names the field `invite_code`
 */
export async function bindInviter(
  tx: Transaction,
  userId: bigint,
  code: string,
  now: Date,
): Promise<{ id: bigint; publicId: string }> {
  await lockBindings(tx)
  const person = await tx
    .selectFrom('app_user')
    .select(['id', 'inviter_id', 'invite_code'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (person.inviter_id !== null) throw createInviteRefusal('invite_done')
  if (person.invite_code === code) throw createInviteRefusal('invite_self')
  const inviter = await tx
    .selectFrom('app_user')
    .select(['id', 'public_id', 'is_system'])
    .where('invite_code', '=', code)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!inviter) throw createInviteRefusal('invite_unknown')
  if (code !== officialInviteCode && (await isBelow(tx, inviter.id, userId))) throw createInviteRefusal('invite_cycle')
  await tx.updateTable('app_user').set({ inviter_id: inviter.id, invited_at: now }).where('id', '=', userId).execute()
  if (!inviter.is_system) await addToInbox(tx, inviter.id, { kind: 'friend_joined', at: now })
  return { id: inviter.id, publicId: inviter.public_id }
}

/**
 * One binding at a time in the whole service: two people who bind each other at once would each see no circle. Before
 * the lock of a person: a binding also writes to the inviter, who may be binding a code as well.
 */
export async function lockBindings(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(7204)`.execute(tx)
}

/** Whether `person` was invited, at any depth, by `above`. */
async function isBelow(tx: Transaction, person: bigint, above: bigint): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    WITH RECURSIVE up AS (
      SELECT id, inviter_id FROM app_user WHERE id = ${person}
      UNION SELECT u.id, u.inviter_id FROM app_user u JOIN up ON u.id = up.inviter_id
    ) SELECT EXISTS (SELECT 1 FROM up WHERE inviter_id = ${above}) AS found`.execute(tx)
  return rows[0]?.found ?? false
}

const createInviteRefusal = (key: 'invite_unknown' | 'invite_done' | 'invite_self' | 'invite_cycle'): Refusal =>
  new Refusal(key, { fields: { invite_code: key } })
