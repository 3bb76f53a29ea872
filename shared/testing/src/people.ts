import type { LoginResult, UserSetting } from '@adcoin/contract'

/** A person whom tests know by name: their login answer, and their settings. */
export type TestPerson = { readonly login: LoginResult; readonly setting: UserSetting }

/** From Mexico, signed up by mobile, with a bound inviter and a trading password. */
export const ana: TestPerson = createPerson('ana', {
  mobile: '+52 ••••• 4321',
  mobile_sag: '+52',
  nick_name: 'Ana',
  birthday: '1998-02-28',
  gender: 1,
  inviter_id: 'u_inviter',
  invite_code: 'ANA2026',
  is_pay_passwd: true,
  login_type: 'mobile',
  country_code: 'MX',
})

/** From Spain, signed up by e-mail, with nothing set: no nickname, no trading password, no inviter. */
export const bruno: TestPerson = createPerson('bruno', {
  email: 'b•••@mail.es',
  google_sign_in: true,
  is_google_linked: false,
  invite_code: 'BRUNO77',
  login_type: 'email',
  country_code: 'ES',
})

/** From India, signed in with Google: no login password. */
export const chitra: TestPerson = createPerson('chitra', {
  email: 'c•••@mail.in',
  nick_name: 'चित्रा',
  invite_code: 'CHITRA1',
  is_pay_passwd: true,
  has_passwd: false,
  login_type: 'email',
  country_code: 'IN',
})

/** Ad Coin as minor units: 12.5 → `1250`. Exact for at most two decimals. */
export function coins(amount: number): string {
  return String(Math.round(amount * 100))
}

function createPerson(
  name: string,
  known: Partial<UserSetting> & Pick<UserSetting, 'login_type' | 'country_code'>,
): TestPerson {
  const setting: UserSetting = {
    user_id: `u_${name}`,
    customer_service_link: { ws: ['https://wa.me/15550100001'], tg: ['https://t.me/example_support_1'] },
    inviter_id: null,
    invite_code: '',
    is_pay_passwd: false,
    email: null,
    mobile: null,
    mobile_sag: null,
    avatar: null,
    birthday: null,
    gender: 0,
    nick_name: null,
    has_passwd: true,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    time_zone_auto: true,
    ...known,
  }
  const login: LoginResult = {
    authorized_key: `session-of-${name}-0123456789abcdef`,
    login_type: setting.login_type,
    country_code: setting.country_code,
    mobile_sag: setting.mobile_sag,
    user_id: setting.user_id,
    is_new: false,
    expires_at: '2099-01-01T00:00:00.000Z',
  }
  return { login, setting }
}

/** An instant so many minutes from now; negative: ago. */
export function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString()
}
