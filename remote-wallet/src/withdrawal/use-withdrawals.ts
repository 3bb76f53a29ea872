import { balance, withdrawLog, type Withdrawal, type withdrawalStatuses } from '@adcoin/contract'
import { refresh, useCall, usePages } from '@adcoin/http'
import { useEffect, useRef } from 'react'
import { emit } from '../events.ts'

export type StatusFilter = 'all' | (typeof withdrawalStatuses)[number]

/** The requests so far; polls while one is undecided. */
export function useWithdrawals(status: StatusFilter) {
  const pages = usePages(withdrawLog, status === 'all' ? {} : { status }, { undecided: list => list.some(isWaiting) })
  useDecisions(pages.items)
  return pages
}

export const isWaiting = ({ status }: { readonly status: string | null }): boolean =>
  status === 'submitted' || status === 'awaiting_approval'

export function useWithdrawal(id: string) {
  const answer = useCall(withdrawLog, { id }, { undecided: data => data.list.some(isWaiting) })
  useDecisions(answer.data?.list)
  return { ...answer, withdrawal: answer.data?.list[0] }
}

/** A decision changes the balance. */
function useDecisions(withdrawals: readonly Withdrawal[] | undefined): void {
  const before = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { id, status } of withdrawals ?? []) {
      const earlier = before.current.get(id)
      before.current.set(id, status)
      if (earlier === undefined || earlier === status) continue
      emit('wallet.withdrawalChanged', { withdrawalId: id, status })
      void refresh(balance)
    }
  }, [withdrawals])
}
