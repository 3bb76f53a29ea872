import { PasswordAttempt, VerifyCode, withdrawRequest, type UserPayway } from '@adcoin/contract'
import type { HttpFailure } from '@adcoin/http'
import { appPaths, withQuery } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { failureText, usePerson } from '@adcoin/remote/pages'
import { useNavigate } from '@adcoin/router'
import { useState } from 'react'
import * as v from 'valibot'
import type { Quote } from '../price/quote.ts'
import { useT } from '../texts.ts'
import { applyPlacedWithdrawal, readPricesAgain } from './apply-withdrawal.ts'
import { useNewestRequest } from './use-newest-request.ts'
import { usePaymentProof } from './use-payment-proof.ts'
import { useWithdrawCode } from './use-withdraw-code.ts'

const ByCode = v.object({ pay_passwd: PasswordAttempt, verify_code: VerifyCode })
const ByPasskey = v.object({ pay_passwd: PasswordAttempt, verify_code: v.string() })

/** The field of an error. Everything else is shown above the button, never as a toast (specification.md 8). */
const fields = {
  pay_passwd: 'pay_passwd',
  pay_pwd_wrong: 'pay_passwd',
  pay_pwd_locked: 'pay_passwd',
  verify_code: 'verify_code',
  code_wrong: 'verify_code',
} as const

type ConfirmOptions = { account: UserPayway; quote: Quote; onChanged: () => void }
export type Confirmation = ReturnType<typeof useConfirm>

/**
 * Trading password, and a code or a passkey for this amount and account alone. The request is made once, however often
 * it is sent.
 */
export function useConfirm({ account, quote, onChanged }: ConfirmOptions) {
  const t = useT()
  const navigate = useNavigate()
  const hasMobile = usePerson().data?.mobile != null
  const [problem, setProblem] = useState<{ text: string; isUnanswered: boolean }>()
  const showProblem = (text: string, failure?: HttpFailure) =>
    setProblem({ text, isUnanswered: failure?.isUnanswered ?? false })
  const saveNewest = useNewestRequest()
  const payment = { amount: quote.amount, user_payway_id: account.id }
  const proof = usePaymentProof(payment, showProblem)
  const form = useSchemaForm(proof.isByPasskey ? ByPasskey : ByCode, { pay_passwd: '', verify_code: '' })
  const code = useWithdrawCode({ payment, hasMobile, onSent: () => form.resetField('verify_code') })
  const withdraw = useFormCall(withdrawRequest, {
    doing: 'withdraw',
    setError: form.setError,
    fields,
    waitAtButton: true,
    onSuccess: ({ withdrawal, balance }, _, isOpen) => {
      applyPlacedWithdrawal(withdrawal, balance)
      if (isOpen) void navigate(withQuery(appPaths.withdraw, { id: withdrawal.id, new: '1' }), { replace: true })
    },
    onFailure: ({ key, isUnanswered }) => {
      if (!isUnanswered && key !== 'idem_mismatch') proof.forget()
      if (key !== 'quote_changed') return false
      readPricesAgain()
      setProblem({ text: t('withdraw.changed'), isUnanswered: false })
      onChanged()
      return true
    },
    onMessage: showProblem,
  })
  const submit = form.handleSubmit(async ({ pay_passwd, verify_code }) => {
    setProblem(undefined)
    const passkey = proof.isByPasskey ? await proof.prove() : undefined
    if (proof.isByPasskey && !passkey) return
    const failure = await saveNewest()
    if (failure) return showProblem(failureText(failure))
    const { fee, payout, rate_num, rate_den } = quote
    await withdraw.submit({
      ...payment,
      pay_passwd,
      ...(passkey ? { passkey } : { verify_code }),
      quote: { fee, payout, rate_num, rate_den },
    })
  })
  const { canUsePasskey, isByPasskey, setWantsCode } = proof
  return {
    ...{ form, submit, code, problem, hasMobile, canUsePasskey, isByPasskey, setWantsCode },
    isRunning: withdraw.isRunning || proof.isRunning,
    wait: withdraw.wait,
  }
}
