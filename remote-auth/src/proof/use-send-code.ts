import type { Call, RequestOf } from '@adcoin/contract'
import type { HttpFailure } from '@adcoin/http'
import { useFormCall, type SetError } from '@adcoin/remote/forms'
import { useRef } from 'react'
import { accountErrorFields } from '../account/account-form.ts'
import type { Destination } from './flow.ts'

type Sending<C extends Call> = {
  /** The countdown to the next code. */
  resend: { start: (seconds: number) => void }
  inputOf: (to: Destination) => RequestOf<C>
  setError: SetError<'mobile' | 'email'>
  /** A code is on its way, or one that was sent a moment ago still counts (`wasEarlier`). */
  onSent: (to: Destination, wasEarlier: boolean) => void
  /** Deals with a failure that the page understands better; `true`: it is told. */
  onFailure?: (failure: HttpFailure) => boolean
}

/**
 * Asks for a code; the seconds until the next one are the service's. A code asked for too soon is no error: the earlier
 * one counts.
 */
export function useSendCode<C extends Call>(sendCode: C, { resend, inputOf, setError, onSent, onFailure }: Sending<C>) {
  const to = useRef<Destination>(undefined)
  const call = useFormCall(sendCode, {
    setError,
    fields: accountErrorFields,
    onSuccess(answer, _input, isOpen) {
      if (isOpen) noteSent((answer as { resend_in: number }).resend_in, false)
    },
    onFailure: failure =>
      failure.key === 'code_too_soon' ? noteSent(failure.retryAfter ?? 60, true) : (onFailure?.(failure) ?? false),
  })

  function noteSent(seconds: number, wasEarlier: boolean): true {
    resend.start(seconds)
    if (to.current) onSent(to.current, wasEarlier)
    return true
  }

  return {
    isRunning: call.isRunning,
    send(destination: Destination) {
      to.current = destination
      return call.submit(inputOf(destination))
    },
  }
}
