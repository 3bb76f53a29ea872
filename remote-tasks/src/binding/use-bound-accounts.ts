import { bindStatuses, boundAccounts, type ResponseOf } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useEffect, useRef } from 'react'
import { emit } from '../events.ts'

export type BoundAccounts = ResponseOf<typeof boundAccounts>
export type SocialPlatform = BoundAccounts['platforms'][number]

/** Polls while an account is being checked, and emits each decision. */
export function useBoundAccounts() {
  const answer = useCall(
    boundAccounts,
    {},
    { undecided: data => data.list.some(account => account.bind_status === bindStatuses.binding) },
  )
  const before = useRef(new Map<string, number>())
  useEffect(() => {
    for (const { id, bind_status } of answer.data?.list ?? []) {
      const earlier = before.current.get(id)
      before.current.set(id, bind_status)
      if (earlier !== undefined && earlier !== bind_status)
        emit('tasks.accountBound', { accountId: id, bindStatus: bind_status })
    }
  }, [answer.data])
  return answer
}
