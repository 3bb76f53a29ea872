import { sendPayCodeEmail, sendPayCodeMobile } from '@adcoin/contract'
import { useSubmit } from '@adcoin/http'
import { doingText, useCountdown } from '@adcoin/remote/pages'
import { useState } from 'react'
import { readAttempt, saveAttempt, type Payment } from './withdrawal-attempt.ts'

type CodeOptions = { payment: Payment; hasMobile: boolean; onSent: () => void }

/** The code for one payment: to the registered phone, or by e-mail where there is none (rulings.md R5). */
export function useWithdrawCode({ payment, hasMobile, onSent }: CodeOptions) {
  const [sent, setSent] = useState(() => readAttempt().sent)
  const countdown = useCountdown('withdraw')
  const code = useSubmit(hasMobile ? sendPayCodeMobile : sendPayCodeEmail, {
    loaderText: doingText('send'),
    errors: 'page',
    onSuccess: ({ resend_in, dest_mask }, input) => {
      countdown.start(resend_in)
      if (input.scene !== 'withdraw') return
      const next = { amount: input.amount, user_payway_id: input.user_payway_id, dest: dest_mask }
      saveAttempt({ sent: next })
      setSent(next)
      onSent()
    },
    onFailure: failure => failure.retryAfter !== undefined && countdown.start(failure.retryAfter),
  })
  const isForThis = sent?.amount === payment.amount && sent.user_payway_id === payment.user_payway_id
  return {
    send: () => void code.submit({ scene: 'withdraw', ...payment }),
    isRunning: code.isRunning,
    /** Too soon is no failure: the button counts down. */
    failure: code.failure?.retryAfter === undefined ? code.failure : null,
    left: countdown.left,
    dest: isForThis ? sent.dest : undefined,
    isForAnother: sent !== undefined && !isForThis,
  }
}
