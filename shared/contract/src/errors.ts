/**
 * Every code that the service answers, by the key that fields and locale files use. Source: reference-api.md 3.3.
 * The sentences in six languages are the service's (`msg`); the browser shows `msg`, never the code.
 */
export const errorCodes = {
  ok: 0,
  invalid_input: 400,
  session_expired: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  bad_credentials: 1001,
  code_wrong: 1002,
  code_too_soon: 1003,
  ticket_invalid: 1004,
  pwd_short: 1005,
  pwd_mismatch: 1006,
  pwd_reused: 1007,
  old_pwd_wrong: 1008,
  email_invalid: 1009,
  mobile_invalid: 1010,
  region_unsupported: 1011,
  oauth_failed: 1012,
  account_disabled: 1013,
  delete_open: 1014,
  pwd_common: 1015,
  pwd_same: 1016,
  name_reserved: 1017,
  too_young: 1018,
  google_off: 1019,
  passkey_failed: 1020,
  /** The limit of passkeys is reached. */
  passkey_most: 1021,
  /** The device to refuse is the one that asks. */
  device_own: 1022,
  pwd_long: 1023,
  insufficient: 2001,
  amount_range: 2002,
  no_payway: 2003,
  pay_pwd_unset: 2004,
  pay_pwd_wrong: 2005,
  pay_pwd_locked: 2006,
  quote_changed: 2007,
  idem_mismatch: 2008,
  withdraw_frozen: 2009,
  payway_invalid: 2010,
  payway_taken: 2011,
  withdraw_off: 2012,
  /** The limit of payment accounts is reached. */
  payway_most: 2013,
  task_full: 3001,
  task_taken: 3002,
  task_closed: 3003,
  task_limit: 3004,
  need_bind: 3005,
  submit_state: 3006,
  link_invalid: 3007,
  disclosure_needed: 3008,
  /** A proof with the same post or picture was paid before. */
  proof_repeated: 3009,
  bind_rules: 4001,
  bind_taken: 4002,
  unbind_open: 4003,
  bind_name: 4004,
  invite_unknown: 4101,
  invite_done: 4102,
  invite_self: 4103,
  invite_cycle: 4104,
  file_type: 5001,
  file_size: 5002,
  file_broken: 5003,
} as const

export type ErrorKey = keyof typeof errorCodes
export type ErrorCode = (typeof errorCodes)[ErrorKey]

/**
 * Keys in `data.fields` of code 400, beside the error keys above: what is wrong with one field.
 * `required` empty · `invalid` malformed · `too_short` · `too_long` · `unknown_field` not part of the call.
 */
export const fieldErrorKeys = ['required', 'invalid', 'too_short', 'too_long', 'unknown_field'] as const
export type FieldErrorKey = (typeof fieldErrorKeys)[number] | ErrorKey

export function errorKeyOf(code: number): ErrorKey | undefined {
  return (Object.keys(errorCodes) as ErrorKey[]).find(key => errorCodes[key] === code)
}
