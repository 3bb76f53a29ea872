import {
  PasswordTried,
  sendPayCodeEmail,
  sendPayCodeMobile,
  VerifyCode,
  withdrawLog,
  withdrawRequest,
  type UserPayway,
} from '@adcoin/contract'
import { useCall, useSubmit, type HttpFailure } from '@adcoin/http'
import { appPaths, withQuery } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { doingText, useCountdown, usePerson } from '@adcoin/remote/pages'
import { useNavigate } from '@adcoin/router'
import { useState } from 'react'
import * as v from 'valibot'
import type { Quote } from '../price/quote.ts'
import { useT } from '../texts.ts'
import { keepAttempt, readAttempt, type Payment } from './attempt.ts'
import { readPricesAgain, takeOver } from './take-over.ts'

const Confirm = v.object({ pay_passwd: PasswordTried, verify_code: VerifyCode })

/** The field of an error. Everything else is shown above the button, never as a toast (specification.md 8). */
const fields = {
  pay_passwd: 'pay_passwd',
  pay_pwd_wrong: 'pay_passwd',
  pay_pwd_locked: 'pay_passwd',
  verify_code: 'verify_code',
  code_wrong: 'verify_code',
} as const

type ConfirmOptions = { account: UserPayway | undefined; quote: Quote; onChanged: () => void }

/**
 * Trading password and code, both bound to this amount and account. The request is made once, however often it is sent.
 */
export function useConfirm({ account, quote, onChanged }: ConfirmOptions) {
  const t = useT()
  const navigate = useNavigate()
  const hasMobile = usePerson().data?.mobile != null
  const form = useSchemaForm(Confirm, { pay_passwd: '', verify_code: '' })
  const [problem, setProblem] = useState<{ text: string; isUnanswered: boolean }>()
  const newest = useCall(withdrawLog, { limit: '1' })
  const payment = { amount: quote.amount, user_payway_id: account?.id ?? '' }
  const code = useWithdrawCode({ payment, hasMobile, onSent: () => form.resetField('verify_code') })
  const withdraw = useFormCall(withdrawRequest, {
    doing: 'withdraw',
    setError: form.setError,
    fields,
    waitAtButton: true,
    onSuccess: ({ withdrawal, balance }, _, isOpen) => {
      takeOver(withdrawal, balance)
      if (isOpen) void navigate(withQuery(appPaths.withdraw, { id: withdrawal.id, new: '1' }), { replace: true })
    },
    onFailure: ({ key }) => {
      if (key !== 'quote_changed') return false
      readPricesAgain()
      setProblem({ text: t('withdraw.changed'), isUnanswered: false })
      onChanged()
      return true
    },
    onMessage: (text: string, { isUnanswered }: HttpFailure) => setProblem({ text, isUnanswered }),
  })
  const submit = form.handleSubmit(async values => {
    if (!account) return
    setProblem(undefined)
    // Identifies the request in the log if its answer is lost.
    if (newest.data) keepAttempt({ before: newest.data.list[0]?.id ?? null })
    const { fee, payout, rate_num, rate_den } = quote
    await withdraw.submit({ ...payment, ...values, quote: { fee, payout, rate_num, rate_den } })
  })
  return { form, submit, code, problem, hasMobile, isRunning: withdraw.isRunning, wait: withdraw.wait }
}

export type Confirming = ReturnType<typeof useConfirm>

type CodeOptions = { payment: Payment; hasMobile: boolean; onSent: () => void }

/** The code for one payment: to the registered phone, or by e-mail where there is none (rulings.md R5). */
function useWithdrawCode({ payment, hasMobile, onSent }: CodeOptions) {
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
