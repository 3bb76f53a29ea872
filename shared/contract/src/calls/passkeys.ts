import * as v from 'valibot'
import { defineCall, emptyRequest, emptyResponse } from '../call.ts'
import { Id, Instant } from '../fields.ts'
import { PositiveMinorUnits } from '../money.ts'
import { LoginResult, VerifyTicket } from './accounts.ts'

/*
 * Passkeys (WebAuthn): the authenticator's own bytes travel in base64url without padding, under names of this contract.
 * Source: docs/decisions/passkeys.md.
 */

const bytes = (most: number) =>
  v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(most, 'too_long'), v.regex(/^[A-Za-z0-9_-]+$/))

/**
 * The proof that an authenticator signed. `credential`: its own id of the passkey. `user_handle`: the account as the
 * authenticator keeps it; needed to log in.
 */
export const PasskeyProof = v.strictObject({
  credential: bytes(1400),
  client_data: bytes(4000),
  authenticator_data: bytes(4000),
  signature: bytes(2000),
  user_handle: v.optional(bytes(90)),
})
export type PasskeyProof = v.InferOutput<typeof PasskeyProof>

/** Signed once, within five minutes. `rp_id`: the domain that the passkey belongs to. */
const challenge = { challenge: v.string(), rp_id: v.string() }

/** `confirms_from`: withdrawals before are confirmed with a code. */
export const Passkey = v.object({
  id: v.string(),
  user_agent: v.string(),
  created_at: Instant,
  last_used_at: v.nullable(Instant),
  confirms_from: Instant,
})

const owned = { method: 'POST', access: 'private', errors: 'page', origin: 'addition' } as const
const anonymous = { method: 'POST', access: 'public', errors: 'page', origin: 'addition' } as const

export const passkeys = defineCall({
  method: 'GET',
  path: '/app/user/passkeys',
  access: 'private',
  origin: 'addition',
  request: emptyRequest,
  response: v.object({ list: v.array(Passkey) }),
})

/** Begins a new passkey, for the owner who proved it; `exclude`: those of the account, by their own ids. */
export const passkeyToAdd = defineCall({
  ...owned,
  path: '/app/user/passkeys/challenge',
  request: v.strictObject({ verify_ticket: VerifyTicket }),
  response: v.object({ ...challenge, user_handle: v.string(), name: v.string(), exclude: v.array(v.string()) }),
})
export const addPasskey = defineCall({
  ...owned,
  path: '/app/user/passkeys/add',
  request: v.strictObject({ credential: bytes(1400), client_data: bytes(4000), attestation: bytes(20_000) }),
  response: Passkey,
})
export const removePasskey = defineCall({
  ...owned,
  path: '/app/user/passkeys/remove',
  errors: 'toast',
  request: v.strictObject({ id: Id }),
  response: emptyResponse,
})

/** The browser asks which passkey; no account is named before the proof. */
export const passkeyToLogin = defineCall({
  ...anonymous,
  path: '/app/user/login/passkey_challenge',
  request: emptyRequest,
  response: v.object(challenge),
})
export const loginPasskey = defineCall({
  ...anonymous,
  path: '/app/user/login/passkey',
  request: PasskeyProof,
  response: LoginResult,
})

/** Begins the confirmation of one withdrawal, in place of a code; `allow`: the passkeys that confirm it. */
export const passkeyToWithdraw = defineCall({
  ...owned,
  path: '/app/pay/withdraw/passkey_challenge',
  request: v.strictObject({
    amount: v.pipe(v.string('required'), v.regex(PositiveMinorUnits.pipe[1].requirement, 'invalid')),
    user_payway_id: Id,
  }),
  response: v.object({ ...challenge, allow: v.array(v.string()) }),
})
