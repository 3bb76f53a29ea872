import { transactionList, type Transaction } from '@adcoin/contract'
import { useCall, usePages } from '@adcoin/http'
import type { InferOutput } from 'valibot'
import { isWaiting } from '../withdrawal/use-withdrawals.ts'

export type TransactionItem = InferOutput<typeof Transaction>
export type TypeFilter = 'all' | 'income' | 'expense'

/** Newest first; polls while a withdrawal is undecided. */
export function useTransactions(type: TypeFilter) {
  return usePages(
    transactionList,
    { type },
    { idOf: transaction => transaction.id, undecided: list => list.some(isWaiting) },
  )
}

export function useLatestTransactions() {
  return useCall(transactionList, { type: 'all', limit: '3' }, { undecided: data => data.list.some(isWaiting) })
}
