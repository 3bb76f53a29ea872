import { useFormCall, type SetError } from '@adcoin/remote/forms'
import { useRef } from 'react'
import { accountErrorFields } from '../account/account-form.ts'
import { accountOf, type Destination } from './flow.ts'
import { proofCalls } from './proof-calls.ts'
import type { Proof } from './use-proof.ts'

type SendCode = {
  setError: SetError<'mobile' | 'email'>
  /** A code is on its way, or one that was sent a moment ago still counts (`wasEarlier`). */
  onSent: (to: Destination, wasEarlier: boolean) => void
}

/**
 * Asks for a code; the seconds until the next one are the service's. A code asked for too soon is no error: the earlier
 * one counts.
 */
export function useSendCode({ purpose, flow, resend }: Proof, { setError, onSent }: SendCode) {
  const to = useRef<Destination>(undefined)
  const call = useFormCall(proofCalls[purpose][flow.method].send, {
    setError,
    fields: accountErrorFields,
    onSuccess({ resend_in }, _input, isOpen) {
      if (isOpen) sent(resend_in, false)
    },
    onFailure: failure => failure.key === 'code_too_soon' && sent(failure.retryAfter ?? 60, true),
  })

  function sent(seconds: number, wasEarlier: boolean): true {
    resend.start(seconds)
    if (to.current) onSent(to.current, wasEarlier)
    return true
  }

  return {
    isRunning: call.isRunning,
    send(destination: Destination) {
      to.current = destination
      return call.submit(accountOf(destination))
    },
  }
}
