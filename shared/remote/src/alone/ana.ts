import type { LoginResult } from '@adcoin/contract'
import { createSessionWriter } from '@adcoin/session'

const loginResult: LoginResult = {
  authorized_key: 'standalone-page-of-ana-0001',
  login_type: 'mobile',
  country_code: 'MX',
  mobile_sag: '+52',
  user_id: 'ana',
  is_new: false,
  expires_at: '2099-01-01T00:00:00.000Z',
}

/** The test person of the standalone page. Only a service double accepts her token. */
export const personAna = {
  signIn: () => createSessionWriter().signIn(loginResult),
  signOut: () => createSessionWriter().signOut('logout'),
}
