import {
  balance,
  paywayCurrency,
  transactionList,
  userPaywayList,
  userState,
  withdrawLog,
  type Balance,
  type Withdrawal,
} from '@adcoin/contract'
import { refresh, writeCache } from '@adcoin/http'
import { emit, tellBalance } from '../events.ts'
import { saleDraft } from '../sell/sell-form.ts'
import { attemptDraft } from './attempt.ts'

/**
 * What a placed request changes, once it is known: the answer carries the new balance, so every place that shows it
 * repaints without a second call; the event only informs others.
 */
export function takeOver(withdrawal: Withdrawal, left?: Balance): void {
  writeCache(withdrawLog, { id: withdrawal.id }, () => ({ list: [withdrawal], next_cursor: null, has_more: false }))
  if (left) {
    writeCache(balance, { fw: 'true' }, cached => ({ ...left, config: left.config ?? cached?.config }))
    tellBalance(left)
  } else {
    void refresh(balance)
  }
  emit('wallet.withdrawalChanged', { withdrawalId: withdrawal.id, status: withdrawal.status })
  saleDraft.drop()
  attemptDraft.drop()
  void Promise.all([refresh(withdrawLog), refresh(transactionList), refresh(userState)])
}

/** The rate or the fee has changed: the figures are read again, and shown before anything is sent (rulings.md R5). */
export function readPricesAgain(): void {
  void Promise.all([refresh(balance), refresh(paywayCurrency), refresh(userPaywayList)])
}
