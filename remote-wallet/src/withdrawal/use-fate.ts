import { withdrawLog, withdrawRequest } from '@adcoin/contract'
import { settle, settleAsNotPlaced, useCall, type Unanswered } from '@adcoin/http'
import { appPaths, withQuery } from '@adcoin/remote'
import { useNavigate } from '@adcoin/router'
import { useEffect, useEffectEvent, useState } from 'react'
import { fateOf, readAttempt } from './attempt.ts'
import { takeOver } from './take-over.ts'

/**
 * Asks the log until the fate of an unanswered request is known; then shows its track, or says that it was never made.
 */
export function useFate(pending: Unanswered, onFound: () => void) {
  const navigate = useNavigate()
  const [before] = useState(() => readAttempt().before)
  const log = useCall(withdrawLog, { limit: '10' }, { refetchInterval: 2_000, staleTime: 0 })
  const isFresh = log.data !== undefined && log.dataUpdatedAt > pending.at
  const fate = isFresh ? fateOf(pending, before, log.data.list, log.dataUpdatedAt) : 'waiting'
  const found = typeof fate === 'object' ? fate : undefined
  const close = useEffectEvent(() => {
    if (!found) return settleAsNotPlaced(withdrawRequest)
    settle(withdrawRequest)
    takeOver(found)
    onFound()
    void navigate(withQuery(appPaths.withdraw, { id: found.id, new: '1' }), { replace: true })
  })
  const isKnown = fate !== 'waiting'
  useEffect(() => {
    if (isKnown) close()
  }, [isKnown])
  return { isNotPlaced: fate === 'notPlaced', isError: log.isError, retry: () => void log.refetch() }
}
