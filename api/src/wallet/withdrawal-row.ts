import { coin, type ApiCode, type Withdrawal } from '@adcoin/contract'
import type { Queries } from '../database/database.ts'
import { describeReason } from '../refusals/reasons.ts'
import { writeServiceText, textOf } from '../refusals/languages.ts'

const etaHours = 24

export const withdrawalColumns = [
  'withdrawal.id',
  'withdrawal.public_id',
  'withdrawal.user_id',
  'withdrawal.amount',
  'withdrawal.fee',
  'withdrawal.net',
  'withdrawal.payout',
  'withdrawal.payout_currency',
  'withdrawal.payout_scale',
  'withdrawal.rate_num',
  'withdrawal.rate_den',
  'withdrawal.status',
  'withdrawal.reject_reason',
  'withdrawal.provider_ref',
  'withdrawal.created_at',
  'withdrawal.decided_at',
] as const

/** The destination as shown to people. */
export const accountNames = ['payway.name_i18n', 'bank.name as bank_name', 'user_payway.account_last4'] as const

/** Withdrawals with the names that people see; the caller adds whose and which. */
export function selectWithdrawals(db: Queries) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('user_payway', 'user_payway.id', 'withdrawal.user_payway_id')
    .innerJoin('payway', 'payway.id', 'user_payway.payway_id')
    .leftJoin('bank', 'bank.id', 'user_payway.bank_id')
    .select(withdrawalColumns)
    .select(accountNames)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWithdrawals>['executeTakeFirstOrThrow']>>

export function toWireWithdrawal(row: Row, language: ApiCode): Withdrawal {
  return {
    id: row.public_id,
    amount: String(row.amount),
    fee: String(row.fee),
    net: String(row.net),
    ...coin,
    payout: String(row.payout),
    payout_currency: row.payout_currency,
    payout_scale: row.payout_scale,
    rate_num: String(row.rate_num),
    rate_den: String(row.rate_den),
    status: row.status,
    status_text: writeServiceText(language, `withdraw.${row.status}`),
    payway_name: textOf(row.name_i18n, language),
    bank_name: row.bank_name,
    account_mask: maskAccount(row.account_last4),
    reason: describeReason(row.reject_reason, language),
    bank_reference: row.status === 'paid' ? row.provider_ref : null,
    eta_hours: etaHours,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

/** The only shown part of an account's number. */
export const maskAccount = (last4: string): string => `•••• ${last4}`
