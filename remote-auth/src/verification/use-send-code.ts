import { useFormCall, type SetError } from '@adcoin/remote/forms'
import { useRef } from 'react'
import { accountErrorFields, type Method } from '../account/account-form.ts'
import type { Destination } from './flow.ts'
import type { Verification } from './verification.ts'

type SendOptions = {
  /** Without a form, refusals are toasts. */
  setError?: SetError<'mobile' | 'email'>
  /** `wasEarlier`: an earlier code is still valid. */
  onSent: (to: Destination, wasEarlier: boolean) => void
}

/** Sends a code. The service decides when another may be sent; a request before that is no error. */
export function useSendCode(verification: Verification, method: Method, { setError, onSent }: SendOptions) {
  const { calls, toInput, resend, onFailure } = verification
  const to = useRef<Destination>(undefined)
  const call = useFormCall(calls[method].send, {
    ...(setError && { setError }),
    fields: accountErrorFields,
    onSuccess(answer, _input, isOpen) {
      if (isOpen) startWait(answer.resend_in, false)
    },
    onFailure: failure =>
      failure.key === 'code_too_soon' ? startWait(failure.retryAfter ?? 60, true) : (onFailure?.(failure) ?? false),
  })

  function startWait(seconds: number, wasEarlier: boolean): true {
    resend.start(seconds)
    if (to.current) onSent(to.current, wasEarlier)
    return true
  }

  return {
    isRunning: call.isRunning,
    send(destination: Destination) {
      to.current = destination
      return call.submit(toInput(destination))
    },
  }
}
