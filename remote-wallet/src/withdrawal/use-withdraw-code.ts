import { sendPayCodeEmail, sendPayCodeMobile } from '@adcoin/contract'
import { useSubmit } from '@adcoin/http'
import { doingText, useCountdown } from '@adcoin/remote/pages'
import { useState } from 'react'
import { keepAttempt, readAttempt, type Payment } from './attempt.ts'

/**
 * The code that is bound to amount and account: to the registered phone, or by e-mail where there is none (rulings.md
 * R5).
 */
export function useWithdrawCode({ hasMobile, onSent }: { hasMobile: boolean; onSent: () => void }) {
  const [sent, setSent] = useState(() => readAttempt().sent)
  const countdown = useCountdown('withdraw')
  const code = useSubmit(hasMobile ? sendPayCodeMobile : sendPayCodeEmail, {
    loaderText: doingText('send'),
    errors: 'page',
    onSuccess: ({ resend_in, dest_mask }, input) => {
      countdown.start(resend_in)
      if (input.scene !== 'withdraw') return
      const next = { amount: input.amount, user_payway_id: input.user_payway_id, dest: dest_mask }
      keepAttempt({ sent: next })
      setSent(next)
      onSent()
    },
    onFailure: failure => failure.retryAfter !== undefined && countdown.start(failure.retryAfter),
  })
  return {
    ask: ({ amount, user_payway_id }: Payment) => void code.submit({ scene: 'withdraw', amount, user_payway_id }),
    isRunning: code.isRunning,
    /** Too soon is no failure: the button counts down. */
    failure: code.failure?.retryAfter === undefined ? code.failure : null,
    left: countdown.left,
    /** Where it went, if it was sent for this very payment. */
    destFor: ({ amount, user_payway_id }: Payment) =>
      sent?.amount === amount && sent.user_payway_id === user_payway_id ? sent.dest : undefined,
    /** A code was sent, but for another amount or account. */
    isForAnother: ({ amount, user_payway_id }: Payment) =>
      sent !== undefined && (sent.amount !== amount || sent.user_payway_id !== user_payway_id),
  }
}
