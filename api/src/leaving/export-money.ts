import type { ApiCode } from '@adcoin/contract'
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { readBalances } from '../ledger/ledger.ts'
import { describeReason } from '../refusals/reasons.ts'

/** Every entry of the person's Ad Coin, the accounts to be paid to (masked), and each withdrawal. */
export async function exportMoney(
  tx: Transaction,
  userId: bigint,
  language: ApiCode,
): Promise<Record<string, unknown>> {
  const { amount, hold } = await readBalances(tx, userId)
  const entries = await tx
    .selectFrom('ledger_entry')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .innerJoin('ledger_txn', 'ledger_txn.id', 'ledger_entry.txn_id')
    .select([
      'ledger_account.kind as account',
      sql<string>`ledger_entry.amount::text`.as('amount'),
      'ledger_entry.label',
      sql<string>`ledger_entry.balance_after::text`.as('balance_after'),
      'ledger_txn.kind',
      // A friend's tasks are private: the reference of team income stays out.
      sql<string | null>`CASE WHEN ledger_entry.label = 'share_income' THEN NULL ELSE ledger_txn.ref_id END`.as(
        'ref_id',
      ),
      'ledger_entry.created_at',
    ])
    .where('ledger_account.user_id', '=', userId)
    .orderBy('ledger_entry.id')
    .execute()
  const accounts = await tx
    .selectFrom('user_payway')
    .innerJoin('payway', 'payway.id', 'user_payway.payway_id')
    .leftJoin('bank', 'bank.id', 'user_payway.bank_id')
    .select([
      'user_payway.public_id as id',
      'payway.code as pay_way',
      'bank.name as bank',
      'user_payway.holder_name',
      'user_payway.account_last4',
      'user_payway.is_default',
      'user_payway.created_at',
      'user_payway.removed_at',
    ])
    .where('user_payway.user_id', '=', userId)
    .orderBy('user_payway.id')
    .execute()
  return {
    ledger: { balance: String(amount), on_hold: String(hold), entries },
    payment_accounts: accounts,
    withdrawals: await withdrawalsOf(tx, userId, language),
  }
}

async function withdrawalsOf(tx: Transaction, userId: bigint, language: ApiCode) {
  const withdrawals = await tx
    .selectFrom('withdrawal')
    .innerJoin('user_payway', 'user_payway.id', 'withdrawal.user_payway_id')
    .select([
      'withdrawal.public_id as id',
      'user_payway.public_id as payment_account',
      sql<string>`withdrawal.amount::text`.as('amount'),
      sql<string>`withdrawal.fee::text`.as('fee'),
      sql<string>`withdrawal.payout::text`.as('payout'),
      'withdrawal.payout_currency',
      'withdrawal.payout_scale',
      'withdrawal.status',
      'withdrawal.reject_reason',
      'withdrawal.decided_at',
      'withdrawal.created_at',
    ])
    .where('withdrawal.user_id', '=', userId)
    .orderBy('withdrawal.id')
    .execute()
  return withdrawals.map(({ reject_reason, ...withdrawal }) => ({
    ...withdrawal,
    reject_reason: describeReason(reject_reason, language),
  }))
}
