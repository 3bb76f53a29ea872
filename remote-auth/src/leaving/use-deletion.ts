import { deletionState } from '@adcoin/contract'
import { useCall, type HttpFailure } from '@adcoin/http'
import { appPaths, useHost, withQuery } from '@adcoin/remote'
import { failureText } from '@adcoin/remote/pages'
import { useNavigate, useSearchParams } from '@adcoin/router'
import { useState } from 'react'

export type Deletion = ReturnType<typeof useDeletion>

/** The state of a deletion. Steps are entries of the history; a reload starts again. */
export function useDeletion() {
  const host = useHost()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { data: state, isError, refetch } = useCall(deletionState, {}, { errors: 'page' })
  const [isAgreed, setAgreed] = useState(false)
  const [ticket, setTicket] = useState<string>()
  const wantedStep = query.get('step')
  const step: 'what' | 'owner' | 'code' =
    !isAgreed || !wantedStep ? 'what' : wantedStep === 'code' && ticket ? 'code' : 'owner'

  function go(to: 'owner' | 'code'): void {
    void navigate(withQuery(appPaths.settings, { own: 'delete', step: to }), { replace: to === wantedStep })
  }

  return {
    state,
    hasFailed: isError && !state,
    retry: () => void refetch(),
    step,
    ticket,
    agree(): void {
      setAgreed(true)
      go('owner')
    },
    setOwnerTicket(value: string): void {
      setTicket(value)
      go('code')
    },
    /** Starts again when the balance has changed or the ticket of the owner is no longer valid. */
    restart(failure: HttpFailure): boolean {
      if (failure.key !== 'ticket_invalid' && failure.key !== 'conflict' && failure.key !== 'delete_open') return false
      setAgreed(false)
      setTicket(undefined)
      void refetch()
      host.showToast(failureText(failure), 'bad')
      return true
    },
  }
}
