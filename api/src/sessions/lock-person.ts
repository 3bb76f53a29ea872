import type { Transaction } from '../database/database.ts'
import type { SignedInPerson } from '../http/http-dependencies.ts'
import { Refusal } from '../refusals/refusal.ts'

/**
 * Serialises the changes of one person: claims, submissions, accounts, withdrawals, logins, uploads. Taken before any
 * other row but the idempotency key's. Reads after it see the result of operators, of a password reset or of the end of
 * the account: nothing is written for a person who is not active.
 *
 * @throws Refusal for a disabled or deleted account: `session_expired` if the person was signed in
 */
export async function lockPerson(
  tx: Transaction,
  userId: bigint,
  refusal: 'account_disabled' | 'session_expired' = 'account_disabled',
): Promise<LockedPerson> {
  const { status, ...person } = await tx
    .selectFrom('app_user')
    .select(['id', 'public_id', 'country_code', 'mobile_sag', 'status', 'pwd_hash', 'pay_pwd_hash'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (status !== 'active') throw new Refusal(refusal)
  return person
}

/**
 * The person's row locked, and the session still open: whatever ends sessions or freezes withdrawals came before, and
 * is seen, or waits.
 *
 * @throws Refusal session_expired
 */
export async function lockSignedIn(tx: Transaction, { id, sessionId }: SignedInPerson): Promise<LockedPerson> {
  const person = await lockPerson(tx, id, 'session_expired')
  const open = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!open) throw new Refusal('session_expired')
  return person
}

/** Only `lockPerson` makes one: a function with this parameter requires the lock. */
export type LockedPerson = {
  readonly id: bigint
  readonly public_id: string
  readonly country_code: string
  readonly mobile_sag: string | null
  readonly pwd_hash: string | null
  readonly pay_pwd_hash: string | null
}
