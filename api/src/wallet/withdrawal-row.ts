import { coin, type ApiCode, type Withdrawal } from '@adcoin/contract'
import type { Queries } from '../database/database.ts'
import { describeReason, isAccountReason } from '../refusals/reasons.ts'
import { writeServiceText, textOf } from '../refusals/languages.ts'

const etaHours = 24

/** Of withdrawals whose Ad Coin went back to the person. */
export const returnedStatuses = ['rejected', 'cancelled'] as const

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
  'withdrawal.payout_state',
  'withdrawal.approved_at',
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
    is_account_reason: isAccountReason(row.reject_reason),
    bank_reference: row.status === 'paid' ? row.provider_ref : null,
    eta_hours: etaHours,
    can_cancel: isCancellable(row),
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

/** Whether the person may still cancel it: no operator has approved it, so no payout was ever queued. */
export function isCancellable({
  status,
  approved_at,
  payout_state,
}: Pick<Row, 'status' | 'approved_at' | 'payout_state'>): boolean {
  const isOpen = status === 'submitted' || status === 'awaiting_approval'
  return isOpen && approved_at === null && payout_state === 'none'
}

/** The only shown part of an account's number. */
export const maskAccount = (last4: string): string => `•••• ${last4}`
