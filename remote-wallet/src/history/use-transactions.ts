import { transactionList, type Transaction } from '@adcoin/contract'
import { useCall, usePages } from '@adcoin/http'
import type { InferOutput } from 'valibot'

export type TransactionItem = InferOutput<typeof Transaction>
export type TypeFilter = 'all' | 'income' | 'expense'

const isOpen = ({ status }: TransactionItem) => status === 'submitted' || status === 'awaiting_approval'

/** Page by page, newest first; asks again while a withdrawal waits. */
export function useTransactions(type: TypeFilter) {
  return usePages(transactionList, { type }, { idOf: one => one.id, undecided: list => list.some(isOpen) })
}

/** The three newest. */
export function useLatest() {
  return useCall(transactionList, { type: 'all', limit: '3' }, { undecided: data => data.list.some(isOpen) })
}
