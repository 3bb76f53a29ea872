import * as v from 'valibot'
import { call, nothing } from '../call.ts'
import { Email, Mobile, MobileSag, PasswordTried, VerifyCode } from '../fields.ts'
import { CodeSent, Ticket, VerifyTicket } from './accounts.ts'
import { CodeSentTo } from './profile.ts'

const owned = { method: 'POST', access: 'private', errors: 'page', origin: 'addition' } as const

/** A code to the account's own number, or address where it has none; `prove` for `proveOwner`, `delete` for the end. */
export const sendOwnCode = call({
  ...owned,
  path: '/app/sms/send_own_verify_code',
  request: v.strictObject({ scene: v.picklist(['prove', 'delete'], 'invalid') }),
  response: CodeSentTo,
})

/**
 * Shows that it is the owner, before something that cannot be taken back: with the login password, or with a code
 * (scene prove) where the account has none. The ticket is the person's alone.
 */
export const proveOwner = call({
  ...owned,
  path: '/app/user/prove_owner',
  request: v.strictObject({ passwd: v.optional(PasswordTried), verify_code: v.optional(VerifyCode) }),
  response: Ticket,
})

const mobile = { mobile_sag: MobileSag, mobile: Mobile }
const proven = { verify_ticket: VerifyTicket }

/** A code to the new number or address. One that is taken gets the same answer; its owner is told instead. */
const toNew = { ...owned, response: CodeSent } as const
export const sendContactCodeMobile = call({
  ...toNew,
  path: '/app/sms/send_contact_verify_code/mobile',
  request: v.strictObject({ ...mobile, ...proven }),
})
export const sendContactCodeEmail = call({
  ...toNew,
  path: '/app/sms/send_contact_verify_code/email',
  request: v.strictObject({ email: Email, ...proven }),
})

/** The account's number or address from now on. Freezes withdrawals for 24 h; the earlier ones are told. */
const changed = { ...owned, response: nothing } as const
export const changeContactMobile = call({
  ...changed,
  path: '/app/user/contact/mobile',
  request: v.strictObject({ ...mobile, ...proven, verify_code: VerifyCode }),
})
export const changeContactEmail = call({
  ...changed,
  path: '/app/user/contact/email',
  request: v.strictObject({ email: Email, ...proven, verify_code: VerifyCode }),
})
