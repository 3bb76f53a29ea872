import * as v from 'valibot'
import { call, empty, nothing } from '../call.ts'
import { Email, Mobile, MobileSag, PasswordAttempt, VerifyCode } from '../fields.ts'
import { MinorUnits } from '../money.ts'
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
  request: v.strictObject({ passwd: v.optional(PasswordAttempt), verify_code: v.optional(VerifyCode) }),
  response: Ticket,
})

const mobile = { mobile_sag: MobileSag, mobile: Mobile }
const proven = { verify_ticket: VerifyTicket }

/** Sends a code to the new number or address. A taken one gets the same answer; its owner gets a notice instead. */
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

/** Changes the account's number or address. Freezes withdrawals for 24 h; the earlier addresses get a notice. */
const changed = { ...owned, response: nothing } as const
export const changeContactMobile = call({
  ...changed,
  path: '/app/user/contact/mobile',
  idempotency: 'optional',
  request: v.strictObject({ ...mobile, ...proven, verify_code: VerifyCode }),
})
export const changeContactEmail = call({
  ...changed,
  path: '/app/user/contact/email',
  idempotency: 'optional',
  request: v.strictObject({ email: Email, ...proven, verify_code: VerifyCode }),
})

/** All data that the service holds about the person, as one file: no secret, nothing of other people. */
export const exportData = call({
  ...owned,
  path: '/app/user/export',
  request: v.strictObject(proven),
  response: v.record(v.string(), v.unknown()),
})

/** Obstacles to ending the account: pending money; and the Ad Coin that would be given up. */
export const deletionState = call({
  method: 'GET',
  path: '/app/user/deletion',
  access: 'private',
  errors: 'page',
  origin: 'addition',
  request: empty,
  response: v.object({ amount: MinorUnits, open_withdrawals: v.number(), open_reviews: v.number() }),
})

/**
 * Ends the account for good. `give_up` is the balance as the person saw it, 0 included: another one is refused.
 * The code is one of scene `delete`.
 */
export const deleteAccount = call({
  ...owned,
  path: '/app/user/delete',
  request: v.strictObject({ ...proven, verify_code: VerifyCode, give_up: MinorUnits }),
  response: nothing,
})
