import * as v from 'valibot'
import { defineCall, emptyRequest, emptyResponse, definePagedList, paging } from '../call.ts'
import { Id, Instant, PasswordAttempt, VerifyCode } from '../fields.ts'
import { Currency, MinorUnits, PositiveMinorUnits } from '../money.ts'
import { PasskeyProof } from './passkeys.ts'
import { Balance, rate, scale } from '../person.ts'

export const balance = defineCall({
  method: 'GET',
  path: '/app/user/finance/balance',
  access: 'private',
  loader: false,
  request: v.strictObject({ fw: v.optional(v.picklist(['true', 'false'])) }),
  response: Balance,
})

/** Days of a chart. */
export const chartDays = ['7', '30', '90'] as const
export type ChartDays = (typeof chartDays)[number]

/**
 * Ad Coin minor units. `days` are the last ones, seven if nothing else was asked for, oldest first. They begin at
 * midnight in `time_zone`, the person's own.
 */
export const UserState = v.object({
  coin_amount: MinorUnits,
  hold_amount: MinorUnits,
  today_income: MinorUnits,
  yesterday_income: MinorUnits,
  ad_income: MinorUnits,
  share_income: MinorUnits,
  total_income: MinorUnits,
  /** Rewards of proofs that are being reviewed; not part of the balance. */
  review_amount: v.optional(MinorUnits),
  task_done_total: v.number(),
  days: v.array(v.object({ day: v.string(), ad_income: MinorUnits, share_income: MinorUnits })),
  time_zone: v.optional(v.string()),
})
export const userState = defineCall({
  method: 'GET',
  path: '/app/state/user',
  access: 'private',
  request: v.strictObject({ days: v.optional(v.picklist(chartDays)) }),
  response: UserState,
})

/** A kind of account that money can be paid to in a country. */
export const Payway = v.object({
  payway_id: v.string(),
  code: v.string(),
  name: v.string(),
  kind: v.picklist(['bank', 'payment']),
  currency: Currency,
  scale,
  country: v.string(),
  ...rate,
  fee_bps: v.number(),
  min: MinorUnits,
  max: MinorUnits,
  need_bank: v.boolean(),
  /**
   * The meaning of `account`, and further fields; `regex` is anchored, `check` names a checksum: iban, clabe, aba, or
   * none.
   */
  fields: v.array(
    v.object({
      key: v.string(),
      label: v.string(),
      regex: v.string(),
      max: v.number(),
      check: v.picklist(['none', 'iban', 'clabe', 'aba']),
      example: v.string(),
      inputmode: v.picklist(['text', 'numeric', 'email', 'tel']),
    }),
  ),
})
export const paywayCurrency = defineCall({
  method: 'GET',
  path: '/app/payway_currency/query',
  access: 'private',
  request: v.strictObject({ country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))) }),
  response: v.object({ list: v.array(Payway) }),
})

/**
 * A value that this release does not know yet is read as 'other': shown neutrally, nothing can be done with it. Source:
 * faults.md J18.
 */
const orOther = <const Known extends readonly string[]>(known: Known) =>
  v.fallback(v.picklist([...known, 'other']), 'other')

export const transactionKinds = ['ad_income', 'share_income', 'withdraw', 'withdraw_refund', 'adjust'] as const
/** `amount` is signed: + income, − expense. A hold is shown once, as the withdrawal, with its `status`. */
export const Transaction = v.object({
  id: v.string(),
  direction: v.picklist(['income', 'expense']),
  kind: orOther(transactionKinds),
  title: v.string(),
  amount: MinorUnits,
  currency: Currency,
  scale,
  balance_after: MinorUnits,
  ref_id: v.nullable(v.string()),
  /** Whose task brought team income, as the list of members shows them. */
  friend: v.optional(v.nullable(v.object({ user_id: v.string(), nick_name: v.nullable(v.string()) }))),
  status: v.nullable(v.string()),
  created_at: Instant,
})
export const transactionList = defineCall({
  method: 'GET',
  path: '/app/pay/transaction/list',
  access: 'private',
  request: v.strictObject({
    type: v.optional(v.picklist(['all', 'income', 'expense'])),
    kind: v.optional(v.picklist(transactionKinds)),
    ...paging,
  }),
  response: v.object({
    ...definePagedList(Transaction).entries,
    month: v.object({ income: MinorUnits, expense: MinorUnits }),
  }),
})

/** The full number is never returned. */
export const UserPayway = v.object({
  id: v.string(),
  payway_id: v.string(),
  payway_name: v.string(),
  kind: v.picklist(['bank', 'payment']),
  bank_name: v.nullable(v.string()),
  holder_name: v.string(),
  account_mask: v.string(),
  currency: Currency,
  scale,
  ...rate,
  fee_bps: v.number(),
  min: MinorUnits,
  max: MinorUnits,
  /**
   * Until then `max` is a smaller one, because the account was added a short while ago; null once it is as any other.
   */
  usable_from: v.optional(v.nullable(Instant)),
  is_default: v.boolean(),
  status: orOther(['ready', 'checking', 'failed']),
  created_at: Instant,
})
export type UserPayway = v.InferOutput<typeof UserPayway>
export const userPaywayList = defineCall({
  method: 'GET',
  path: '/app/user/payway/list',
  access: 'private',
  request: emptyRequest,
  response: v.object({ list: v.array(UserPayway) }),
})
export const bankList = defineCall({
  method: 'GET',
  path: '/app/pay/bank/list',
  access: 'private',
  request: v.strictObject({ country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))) }),
  response: v.object({
    list: v.array(v.object({ bank_id: v.string(), code: v.string(), name: v.string(), icon: v.nullable(v.string()) })),
  }),
})

/**
 * The trading password is asked for only where one is set (rulings.md R5). `fields` holds what the pay way asks for
 * beside `account`.
 */
export const addPayway = defineCall({
  method: 'POST',
  path: '/app/user/payway',
  access: 'private',
  errors: 'page',
  idempotency: 'optional',
  request: v.strictObject({
    payway_id: Id,
    bank_id: v.optional(Id),
    holder_name: v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(100, 'too_long')),
    account: v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(100, 'too_long')),
    fields: v.optional(
      v.record(v.pipe(v.string(), v.regex(/^[a-z_]{1,30}$/)), v.pipe(v.string(), v.maxLength(100, 'too_long'))),
      {},
    ),
    pay_passwd: v.optional(PasswordAttempt),
  }),
  response: v.object({ id: v.string() }),
})
export const removePayway = defineCall({
  method: 'POST',
  path: '/app/user/payway/remove',
  access: 'private',
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({ id: Id }),
  response: emptyResponse,
})
export const defaultPayway = defineCall({
  method: 'POST',
  path: '/app/user/payway/default',
  access: 'private',
  origin: 'addition',
  request: v.strictObject({ id: Id }),
  response: emptyResponse,
})

/** `cancelled`: by the person, before an operator approved it. */
export const withdrawalStatuses = ['submitted', 'awaiting_approval', 'paid', 'rejected', 'cancelled'] as const
/** Amounts in Ad Coin minor units; `payout` in `payout_currency`. Rate, fee and payout are frozen at the request. */
export const Withdrawal = v.object({
  id: v.string(),
  amount: MinorUnits,
  fee: MinorUnits,
  net: MinorUnits,
  currency: Currency,
  scale,
  payout: MinorUnits,
  payout_currency: Currency,
  payout_scale: scale,
  ...rate,
  status: orOther(withdrawalStatuses),
  status_text: v.string(),
  payway_name: v.string(),
  bank_name: v.nullable(v.string()),
  account_mask: v.string(),
  reason: v.nullable(v.string()),
  /** Whether the reason is the account, so that a new try needs another or a corrected one. Absent in older answers. */
  is_account_reason: v.optional(v.boolean()),
  /** The bank's reference of the payment, once it was made. */
  bank_reference: v.optional(v.nullable(v.string())),
  eta_hours: v.number(),
  /** Whether the person may still cancel it: no operator has approved it. Absent in older answers. */
  can_cancel: v.optional(v.boolean()),
  created_at: Instant,
  decided_at: v.nullable(Instant),
})
export type Withdrawal = v.InferOutput<typeof Withdrawal>
export const withdrawLog = defineCall({
  method: 'GET',
  path: '/app/w/log',
  access: 'private',
  request: v.strictObject({ id: v.optional(Id), status: v.optional(v.picklist(withdrawalStatuses)), ...paging }),
  response: definePagedList(Withdrawal),
})
/**
 * Takes money out: holds the Ad Coin until it is paid or returned. `quote` is what the person saw; the service computes
 * again and answers quote_changed (2007) where it differs. `balance` lets the badge repaint without a second call.
 */
export const withdrawRequest = defineCall({
  method: 'POST',
  path: '/app/pay/withdraw/request',
  access: 'private',
  errors: 'page',
  idempotency: 'required',
  request: v.strictObject({
    amount: v.pipe(v.string('required'), v.regex(PositiveMinorUnits.pipe[1].requirement, 'invalid')),
    user_payway_id: Id,
    pay_passwd: PasswordAttempt,
    verify_code: v.optional(VerifyCode),
    /** In place of the code. */
    passkey: v.optional(PasskeyProof),
    quote: v.strictObject({ fee: MinorUnits, payout: MinorUnits, ...rate }),
  }),
  response: v.object({ withdrawal: Withdrawal, balance: Balance }),
})

/**
 * Cancels a withdrawal that no operator has approved: the held Ad Coin returns at once. Doing it again changes nothing;
 * 409 where it is approved, paid or rejected.
 */
export const cancelWithdrawal = defineCall({
  method: 'POST',
  path: '/app/pay/withdraw/cancel',
  access: 'private',
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({ id: Id }),
  response: v.object({ withdrawal: Withdrawal, balance: Balance }),
})

/**
 * Ad Coin minor units of the movements of one month or year, by when they happened. Opening + `ad_income` +
 * `share_income` + `adjusted` − `withdrawn` = closing. `withdrawn` is net of what rejected and cancelled withdrawals
 * returned, and contains `fees`; both are negative where more returned than was withdrawn.
 */
const StatementTotals = v.object({
  ad_income: MinorUnits,
  share_income: MinorUnits,
  adjusted: MinorUnits,
  withdrawn: MinorUnits,
  fees: MinorUnits,
})
/** The most movements in one answer of a statement. */
export const maxStatementRows = 5000
/**
 * Every movement of one calendar month in the person's `time_zone`, oldest first. `opening` + the amounts of `list` =
 * `closing`. A month of more than 5,000 movements comes in parts: `next_cursor` asks for the next one and is null in
 * the last one, whose other fields are those that fit all lists together. The month that is not over reaches to now.
 */
export const Statement = v.object({
  month: v.string(),
  time_zone: v.string(),
  opening: MinorUnits,
  closing: MinorUnits,
  currency: Currency,
  scale,
  list: v.array(Transaction),
  next_cursor: v.nullable(v.string()),
  totals: StatementTotals,
  /** From the first of January of the month's year to the end of the month: the totals of a past month stay. */
  year: StatementTotals,
  /** The months that have a movement, newest first: `YYYY-MM`. */
  months: v.array(v.string()),
})
export type Statement = v.InferOutput<typeof Statement>
export const statement = defineCall({
  method: 'GET',
  path: '/app/pay/statement',
  access: 'private',
  origin: 'addition',
  request: v.strictObject({
    month: v.pipe(v.string('required'), v.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, 'invalid')),
    cursor: paging.cursor,
  }),
  response: Statement,
})
