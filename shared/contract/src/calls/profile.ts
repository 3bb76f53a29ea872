import * as v from 'valibot'
import { defineCall, emptyRequest, emptyResponse } from '../call.ts'
import { Birthday, Id, InviteCode, Nickname, Password, PasswordAttempt, TimeZone, VerifyCode } from '../fields.ts'
import { UserSetting } from '../person.ts'

export const getSetting = defineCall({
  method: 'GET',
  path: '/app/user/setting',
  access: 'private',
  request: emptyRequest,
  response: UserSetting,
})
export const saveSetting = defineCall({
  method: 'POST',
  path: '/app/user/setting',
  access: 'private',
  errors: 'page',
  /** `avatar` is a file_id of an upload with purpose avatar. At least one field. */
  request: v.pipe(
    v.strictObject({
      avatar: v.optional(Id),
      birthday: v.optional(Birthday),
      gender: v.optional(v.picklist([0, 1, 2, 3], 'invalid')),
      nick_name: v.optional(Nickname),
      time_zone: v.optional(TimeZone),
      time_zone_auto: v.optional(v.boolean('invalid')),
      /** `false` unlinks the Google account, and lets none with the same e-mail in. */
      google_sign_in: v.optional(v.boolean('invalid')),
      /** Only while `is_country_fixed` is not true. */
      country_code: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'region_unsupported'))),
    }),
    v.check(fields => Object.values(fields).some(value => value !== undefined), 'required'),
  ),
  response: UserSetting,
})

/** `user_id` must be the caller's own. Once per account; not one's own, not from below (rulings.md R9). */
export const bindInvite = defineCall({
  method: 'POST',
  path: '/app/bind/invite',
  access: 'private',
  errors: 'page',
  request: v.strictObject({ user_id: Id, invite_code: InviteCode }),
  response: v.object({ inviter_id: v.string() }),
})

export const countryCode = defineCall({
  method: 'GET',
  path: '/app/user/country_code',
  access: 'private',
  request: emptyRequest,
  response: v.object({ country_code: v.string(), mobile_sag: v.nullable(v.string()), currency: v.string() }),
})

const confirmed = {
  pay_passwd: Password,
  confirm_pay_passwd: v.pipe(v.string('required'), v.maxLength(512, 'too_long')),
}
/**
 * Only while there is none; freezes nothing (rulings.md R5). Requires the login password if the account has one, else a
 * code (scene reset_pay).
 */
export const setPayPassword = defineCall({
  method: 'POST',
  path: '/app/user/pay_passwd',
  access: 'private',
  errors: 'page',
  request: v.strictObject({ ...confirmed, passwd: v.optional(PasswordAttempt), verify_code: v.optional(VerifyCode) }),
  response: emptyResponse,
})
export const changePayPassword = defineCall({
  method: 'POST',
  path: '/app/user/reset_pay_passwd',
  access: 'private',
  errors: 'page',
  request: v.strictObject({ old_pay_passwd: PasswordAttempt, ...confirmed }),
  response: emptyResponse,
})

/**
 * The destination is the account's own, never the body's. `withdraw` binds the code to amount and account (rulings.md
 * R5).
 */
const scene = v.variant('scene', [
  v.strictObject({ scene: v.literal('reset_pay') }),
  v.strictObject({
    scene: v.literal('withdraw'),
    amount: v.pipe(v.string('required'), v.regex(/^[1-9][0-9]{0,14}$/, 'invalid')),
    user_payway_id: Id,
  }),
])
export const CodeSentTo = v.object({ expire_in: v.number(), resend_in: v.number(), dest_mask: v.string() })
const paySent = { method: 'POST', access: 'private', errors: 'page', request: scene, response: CodeSentTo } as const
export const sendPayCodeMobile = defineCall({ ...paySent, path: '/app/sms/send_reset_pay_verify_code/mobile' })
export const sendPayCodeEmail = defineCall({ ...paySent, path: '/app/sms/send_reset_pay_verify_code/email' })

/** With a code (scene reset_pay); freezes withdrawals for 24 h. */
const payReset = {
  method: 'POST',
  access: 'private',
  errors: 'page',
  request: v.strictObject({ verify_code: VerifyCode, ...confirmed }),
  response: emptyResponse,
} as const
export const resetPayPasswordMobile = defineCall({ ...payReset, path: '/app/user/reset_pay_passwd/mobile' })
export const resetPayPasswordEmail = defineCall({ ...payReset, path: '/app/user/reset_pay_passwd/email' })
