import { passkeyToWithdraw, type PasskeyProof } from '@adcoin/contract'
import { useFormCall } from '@adcoin/remote/forms'
import { hasPasskeys, passkeyProblem, provePasskey, usePerson } from '@adcoin/remote/pages'
import { useRef, useState } from 'react'
import type { Payment } from './withdrawal-attempt.ts'

/** How the person proves one payment: a passkey where the account has one and the device can, or else a code. */
export function usePaymentProof(payment: Payment, showProblem: (text: string) => void) {
  const canUsePasskey = usePerson().data?.passkey_confirms === true && hasPasskeys()
  const [wantsCode, setWantsCode] = useState(false)
  const [isRunning, setRunning] = useState(false)
  // A proof whose answer was lost is sent again: another one would be another request, and might withdraw twice.
  const lost = useRef<PasskeyProof>(undefined)
  const begin = useFormCall(passkeyToWithdraw, { doing: 'check', onSuccess: () => {}, onMessage: showProblem })

  /** Lets the passkey sign; undefined if it did not, and the reason was shown. */
  async function prove(): Promise<PasskeyProof | undefined> {
    if (lost.current) return lost.current
    setRunning(true)
    try {
      const challenge = await begin.submit(payment)
      lost.current = challenge && (await provePasskey(challenge))
      return lost.current
    } catch (error) {
      return void showProblem(passkeyProblem(error))
    } finally {
      setRunning(false)
    }
  }
  return {
    canUsePasskey,
    isByPasskey: canUsePasskey && !wantsCode,
    setWantsCode,
    prove,
    /** The service has answered: the next request needs a new proof. */
    forget: () => void (lost.current = undefined),
    isRunning,
  }
}
