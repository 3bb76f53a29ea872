import * as v from 'valibot'
import { defineCall, emptyRequest, emptyResponse } from '../call.ts'
import { Email, Id, Instant, InviteCode, Mobile, MobileSag, Password, PasswordAttempt, VerifyCode } from '../fields.ts'

const mobile = { mobile_sag: MobileSag, mobile: Mobile }
const email = { email: Email }
const newPassword = { password: Password, confirm_password: v.pipe(v.string('required'), v.maxLength(512, 'too_long')) }
export const VerifyTicket = v.pipe(
  v.string('required'),
  v.minLength(16, 'ticket_invalid'),
  v.maxLength(128, 'ticket_invalid'),
)
const ticket = { verify_ticket: VerifyTicket }

export const Region = v.object({
  region: v.string(),
  country_code: v.string(),
  name: v.string(),
  mobile_sag: v.string(),
  mobile_regex: v.string(),
  example: v.string(),
  currency: v.string(),
  icon: v.string(),
})
export const supportRegion = defineCall({
  method: 'GET',
  path: '/app/mobile/support/region',
  access: 'public',
  request: emptyRequest,
  response: v.array(Region),
})

/** `login_type` is mobile or email; Google answers email (rulings.md R3). */
export const LoginResult = v.object({
  authorized_key: v.pipe(v.string(), v.minLength(16), v.maxLength(512), v.regex(/^[\x21-\x7e]+$/)),
  login_type: v.picklist(['mobile', 'email']),
  country_code: v.string(),
  mobile_sag: v.nullable(v.string()),
  user_id: v.string(),
  is_new: v.boolean(),
  expires_at: Instant,
})
export type LoginResult = v.InferOutput<typeof LoginResult>

export const loginMobile = defineCall({
  method: 'POST',
  path: '/app/user/login/mobile',
  access: 'public',
  errors: 'page',
  request: v.strictObject({ ...mobile, password: PasswordAttempt }),
  response: LoginResult,
})
export const loginEmail = defineCall({
  method: 'POST',
  path: '/app/user/login/email',
  access: 'public',
  errors: 'page',
  request: v.strictObject({ ...email, password: PasswordAttempt }),
  response: LoginResult,
})
export const loginOauth = defineCall({
  method: 'POST',
  path: '/app/user/login/oauth',
  access: 'public',
  loader: false,
  errors: 'page',
  request: v.strictObject({
    provider: v.literal('google'),
    code: v.pipe(v.string('required'), v.minLength(1), v.maxLength(2048)),
    code_verifier: v.pipe(v.string('required'), v.regex(/^[A-Za-z0-9._~-]{43,128}$/, 'invalid')),
    nonce: v.pipe(v.string('required'), v.minLength(16, 'invalid'), v.maxLength(128, 'invalid')),
    redirect_uri: v.pipe(v.string('required'), v.url('invalid'), v.maxLength(300)),
    invite_code: v.optional(InviteCode),
  }),
  response: LoginResult,
})

/** Seconds until the code expires, and until another may be asked for. */
export const CodeSent = v.object({ expire_in: v.number(), resend_in: v.number() })
const sent = { access: 'public', method: 'POST', errors: 'page', response: CodeSent } as const
export const sendRegisterCodeMobile = defineCall({
  ...sent,
  path: '/app/sms/send_register_verify_code/mobile',
  request: v.strictObject(mobile),
})
export const sendRegisterCodeEmail = defineCall({
  ...sent,
  path: '/app/sms/send_register_verify_code/email',
  request: v.strictObject(email),
})
export const sendResetCodeMobile = defineCall({
  ...sent,
  path: '/app/sms/send_reset_verify_code/mobile',
  request: v.strictObject(mobile),
})
export const sendResetCodeEmail = defineCall({
  ...sent,
  path: '/app/sms/send_reset_verify_code/email',
  request: v.strictObject(email),
})

/** A single-use proof that the code was right; `expire_in` seconds. */
export const Ticket = v.object({ verify_ticket: v.string(), expire_in: v.number() })
const verified = { access: 'public', method: 'POST', errors: 'page', response: Ticket } as const
export const registerVerifyMobile = defineCall({
  ...verified,
  path: '/app/user/register_verify_code/mobile',
  request: v.strictObject({ ...mobile, verify_code: VerifyCode }),
})
export const registerVerifyEmail = defineCall({
  ...verified,
  path: '/app/user/register_verify_code/email',
  request: v.strictObject({ ...email, verify_code: VerifyCode }),
})
export const resetVerifyMobile = defineCall({
  ...verified,
  path: '/app/user/reset_passwd_verify_code/mobile',
  request: v.strictObject({ ...mobile, verify_code: VerifyCode }),
})
export const resetVerifyEmail = defineCall({
  ...verified,
  path: '/app/user/reset_passwd_verify_code/email',
  request: v.strictObject({ ...email, verify_code: VerifyCode }),
})

/** Creates the account and signs in. `invite_code` is the code that came with the link, bound here (rulings.md R2). */
const created = { access: 'public', method: 'POST', errors: 'page', response: LoginResult } as const
const creation = {
  ...ticket,
  ...newPassword,
  invite_code: v.optional(InviteCode),
  region: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'region_unsupported'))),
}
export const setPasswordMobile = defineCall({
  ...created,
  path: '/app/user/set_passwd/mobile',
  request: v.strictObject({ ...mobile, ...creation }),
})
export const setPasswordEmail = defineCall({
  ...created,
  path: '/app/user/set_passwd/email',
  request: v.strictObject({ ...email, ...creation }),
})

/** Ends every session of the account and freezes withdrawals for 24 h. */
const reset = { access: 'public', method: 'POST', errors: 'page', response: emptyResponse } as const
export const resetPasswordMobile = defineCall({
  ...reset,
  path: '/app/user/reset_passwd/mobile',
  request: v.strictObject({ ...mobile, ...ticket, ...newPassword }),
})
export const resetPasswordEmail = defineCall({
  ...reset,
  path: '/app/user/reset_passwd/email',
  request: v.strictObject({ ...email, ...ticket, ...newPassword }),
})

export const changePassword = defineCall({
  method: 'POST',
  path: '/app/user/reset_passwd',
  access: 'private',
  errors: 'page',
  request: v.strictObject({ old_passwd: PasswordAttempt, ...newPassword }),
  response: emptyResponse,
})

/** Idempotent; code 0 even for a dead token. */
export const logout = defineCall({
  method: 'POST',
  path: '/app/user/logout',
  access: 'public',
  loader: false,
  errors: 'page',
  origin: 'addition',
  request: emptyRequest,
  response: emptyResponse,
})

export const Device = v.object({
  id: v.string(),
  user_agent: v.string(),
  login_type: v.string(),
  created_at: Instant,
  last_seen_at: Instant,
  is_current: v.boolean(),
})
export const devices = defineCall({
  method: 'GET',
  path: '/app/user/devices',
  access: 'private',
  origin: 'addition',
  request: emptyRequest,
  response: v.object({ list: v.array(Device) }),
})
export const endDevice = defineCall({
  method: 'POST',
  path: '/app/user/devices/end',
  access: 'private',
  origin: 'addition',
  request: v.strictObject({ id: Id }),
  response: emptyResponse,
})

/**
 * A sign-in that was not the person: ends all sessions but this one and stops the login password, so that the next
 * login needs a new one (by the reset with a code). Freezes withdrawals as a changed password does.
 */
export const refuseDevice = defineCall({
  method: 'POST',
  path: '/app/user/devices/refuse',
  access: 'private',
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({ id: Id }),
  response: emptyResponse,
})
