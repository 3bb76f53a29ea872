import { sendOwnCode } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { useCountdown } from '@adcoin/remote/pages'
import { useFormCall } from '@adcoin/remote/forms'
import { useState } from 'react'

/** A code to the account's own number or address, which the service knows and the browser does not. */
export function useOwnCode(scene: 'prove' | 'delete') {
  const host = useHost()
  const wait = useCountdown(`auth.own.${scene}`)
  const [sentTo, setSentTo] = useState<string>()
  const call = useFormCall(sendOwnCode, {
    setError: (_field, { message }) => host.showToast(message, 'bad'),
    fields: {},
    onSuccess({ resend_in, dest_mask }) {
      wait.start(resend_in)
      setSentTo(dest_mask)
    },
    onFailure(failure) {
      if (failure.key !== 'code_too_soon') return false
      // The one that was sent a moment ago still counts.
      wait.start(failure.retryAfter ?? 60)
      setSentTo(before => before ?? '')
      return true
    },
  })
  return { sentTo, left: wait.left, isRunning: call.isRunning, send: () => void call.submit({ scene }) }
}
