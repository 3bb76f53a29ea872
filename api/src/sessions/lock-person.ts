import type { Transaction } from '../database/database.ts'
import type { PersonStatus } from '../database/schema.ts'

/**
 * What one person changes happens one after another: claims, submissions, accounts, withdrawals, logins. Taken before
 * any other row but the idempotency key's. What is read after it is what an operator or a reset of the password has
 * left, not what it was before.
 */
export async function lockPerson(tx: Transaction, userId: bigint): Promise<LockedPerson> {
  return tx
    .selectFrom('app_user')
    .select(['id', 'public_id', 'country_code', 'mobile_sag', 'status', 'pwd_hash', 'pay_pwd_hash'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Only `lockPerson` makes one: who takes it wants the lock. */
export type LockedPerson = {
  readonly id: bigint
  readonly public_id: string
  readonly country_code: string
  readonly mobile_sag: string | null
  readonly status: PersonStatus
  readonly pwd_hash: string | null
  readonly pay_pwd_hash: string | null
}
