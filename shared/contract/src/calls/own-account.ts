import * as v from 'valibot'
import { defineCall, emptyRequest, emptyResponse } from '../call.ts'
import { Email, Mobile, MobileSag, PasswordAttempt, VerifyCode } from '../fields.ts'
import { MinorUnits } from '../money.ts'
import { CodeSent, Ticket, VerifyTicket } from './accounts.ts'
import { CodeSentTo } from './profile.ts'

const owned = { method: 'POST', access: 'private', errors: 'page', origin: 'addition' } as const

/** A code to the account's own number, or address where it has none; `prove` for `proveOwner`, `delete` for the end. */
export const sendOwnCode = defineCall({
  ...owned,
  path: '/app/sms/send_own_verify_code',
  request: v.strictObject({ scene: v.picklist(['prove', 'delete'], 'invalid') }),
  response: CodeSentTo,
})

/**
 * Shows that it is the owner, before something that cannot be taken back: with the login password, or with a code
 * (scene prove) where the account has none. The ticket is the person's alone.
 */
export const proveOwner = defineCall({
  ...owned,
  path: '/app/user/prove_owner',
  request: v.strictObject({ passwd: v.optional(PasswordAttempt), verify_code: v.optional(VerifyCode) }),
  response: Ticket,
})

const mobile = { mobile_sag: MobileSag, mobile: Mobile }
const proven = { verify_ticket: VerifyTicket }

/** Sends a code to the new number or address. A taken one gets the same answer; its owner gets a notice instead. */
const toNew = { ...owned, response: CodeSent } as const
export const sendContactCodeMobile = defineCall({
  ...toNew,
  path: '/app/sms/send_contact_verify_code/mobile',
  request: v.strictObject({ ...mobile, ...proven }),
})
export const sendContactCodeEmail = defineCall({
  ...toNew,
  path: '/app/sms/send_contact_verify_code/email',
  request: v.strictObject({ email: Email, ...proven }),
})

/** Changes the account's number or address. Freezes withdrawals for 24 h; the earlier addresses get a notice. */
const changed = { ...owned, response: emptyResponse } as const
export const changeContactMobile = defineCall({
  ...changed,
  path: '/app/user/contact/mobile',
  idempotency: 'optional',
  request: v.strictObject({ ...mobile, ...proven, verify_code: VerifyCode }),
})
export const changeContactEmail = defineCall({
  ...changed,
  path: '/app/user/contact/email',
  idempotency: 'optional',
  request: v.strictObject({ email: Email, ...proven, verify_code: VerifyCode }),
})

/** All data that the service holds about the person, as one file: no secret, nothing of other people. */
export const exportData = defineCall({
  ...owned,
  path: '/app/user/export',
  request: v.strictObject(proven),
  response: v.record(v.string(), v.unknown()),
})

/** What prevents the end of the account (pending money), and the Ad Coin that it would forfeit. */
export const deletionState = defineCall({
  method: 'GET',
  path: '/app/user/deletion',
  access: 'private',
  errors: 'page',
  origin: 'addition',
  request: emptyRequest,
  response: v.object({ amount: MinorUnits, open_withdrawals: v.number(), open_reviews: v.number() }),
})

/**
 * Ends the account for good. `give_up` is the balance as the person saw it, 0 included: another one is refused.
 * The code is one of scene `delete`.
 */
export const deleteAccount = defineCall({
  ...owned,
  path: '/app/user/delete',
  request: v.strictObject({ ...proven, verify_code: VerifyCode, give_up: MinorUnits }),
  response: emptyResponse,
})
