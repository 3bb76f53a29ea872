import type { LoginResult } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import type { LockedPerson } from '../sessions/lock-person.ts'
import { openSession } from '../sessions/session.ts'
import type { Services } from '../services.ts'
import type { Client } from '../http/frame.ts'

/** Opens a session and answers what a login answers. */
export async function signIn(
  { now, log }: Services,
  tx: Transaction,
  person: LockedPerson,
  loginType: 'mobile' | 'email',
  client: Client,
  isNew: boolean,
): Promise<LoginResult> {
  const { token, expiresAt } = await openSession(tx, person, loginType, client, now())
  log.info({ user: person.public_id, ip: client.ip, loginType, isNew }, 'signed in')
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
