import type { LoginResult } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { openSession } from '../sessions/session.ts'
import type { Client } from '../http/frame.ts'

/** Opens a session and answers what a login answers. */
export async function signIn(
  tx: Transaction,
  userId: bigint,
  loginType: 'mobile' | 'email',
  client: Client,
  now: Date,
  isNew: boolean,
): Promise<LoginResult> {
  const person = await tx
    .selectFrom('app_user')
    .select(['public_id', 'country_code', 'mobile_sag'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { token, expiresAt } = await openSession(tx, userId, loginType, client, now)
  return {
    authorized_key: token,
    login_type: loginType,
    country_code: person.country_code,
    mobile_sag: person.mobile_sag,
    user_id: person.public_id,
    is_new: isNew,
    expires_at: expiresAt.toISOString(),
  }
}
