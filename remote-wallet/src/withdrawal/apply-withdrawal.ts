import {
  balance,
  paywayCurrency,
  statement,
  transactionList,
  userPaywayList,
  userState,
  withdrawLog,
  type Balance,
  type Withdrawal,
} from '@adcoin/contract'
import { refresh, writeCache } from '@adcoin/http'
import { emit, emitBalance } from '../events.ts'
import { saleDraft } from '../price/sale-draft.ts'
import { withdrawalAttemptDraft } from './withdrawal-attempt.ts'

/**
 * Applies a request that was placed or cancelled: the answer carries the new balance, so it is shown without a second
 * call. The event informs other areas.
 */
export function applyWithdrawal(withdrawal: Withdrawal, left?: Balance): void {
  writeCache(withdrawLog, { id: withdrawal.id }, () => ({ list: [withdrawal], next_cursor: null, has_more: false }))
  if (left) {
    writeCache(balance, { fw: 'true' }, cached => ({ ...left, config: left.config ?? cached?.config }))
    emitBalance(left)
  } else {
    void refresh(balance)
  }
  emit('wallet.withdrawalChanged', { withdrawalId: withdrawal.id, status: withdrawal.status })
  void Promise.all([refresh(withdrawLog), refresh(transactionList), refresh(statement), refresh(userState)])
}

/** Applies a placed request: the form and the code of it are done with. */
export function applyPlacedWithdrawal(withdrawal: Withdrawal, left?: Balance): void {
  saleDraft.drop()
  withdrawalAttemptDraft.drop()
  applyWithdrawal(withdrawal, left)
}

/** Reads the prices again after a change of rate or fee (rulings.md R5). */
export function readPricesAgain(): void {
  void Promise.all([refresh(balance), refresh(paywayCurrency), refresh(userPaywayList)])
}
