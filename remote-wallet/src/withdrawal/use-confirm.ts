import { PasswordTried, VerifyCode, withdrawLog, withdrawRequest } from '@adcoin/contract'
import { useCall, type HttpFailure } from '@adcoin/http'
import { appPaths, withQuery } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { useNavigate } from '@adcoin/router'
import { useState } from 'react'
import * as v from 'valibot'
import type { Sell } from '../sell/use-sell.ts'
import { useT } from '../texts.ts'
import { usePerson } from '../trading-password/use-person.ts'
import { keepAttempt } from './attempt.ts'
import { readPricesAgain, takeOver } from './take-over.ts'
import { useWithdrawCode } from './use-withdraw-code.ts'

const Confirm = v.object({ pay_passwd: PasswordTried, verify_code: VerifyCode })

/**
 * Which field an error belongs to; everything else stands above the button. The withdraw call never shows a toast
 * (specification.md 8).
 */
const fields = {
  pay_passwd: 'pay_passwd',
  pay_pwd_wrong: 'pay_passwd',
  pay_pwd_locked: 'pay_passwd',
  verify_code: 'verify_code',
  code_wrong: 'verify_code',
} as const

/**
 * Step two: is it you. Trading password and code, both bound to this amount and account; the request is made once,
 * however often it is sent.
 */
export function useConfirm({ account, quote }: Sell, { onChanged }: { onChanged: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const person = usePerson().data
  const hasMobile = person?.mobile != null
  const form = useSchemaForm(Confirm, { pay_passwd: '', verify_code: '' })
  const [problem, setProblem] = useState<{ text: string; isUnanswered: boolean }>()
  const newest = useCall(withdrawLog, { limit: '1' })
  const code = useWithdrawCode({ hasMobile, onSent: () => form.resetField('verify_code') })
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
  const payment = account && quote ? { amount: quote.amount, user_payway_id: account.id } : undefined
  const submit = form.handleSubmit(async values => {
    if (!payment || !quote) return
    setProblem(undefined)
    // To know the request in the log if its answer gets lost.
    if (newest.data) keepAttempt({ before: newest.data.list[0]?.id ?? null })
    const { fee, payout, rate_num, rate_den } = quote
    await withdraw.submit({ ...payment, ...values, quote: { fee, payout, rate_num, rate_den } })
  })
  return { form, submit, code, payment, problem, hasMobile, isRunning: withdraw.isRunning, wait: withdraw.wait }
}

export type Confirming = ReturnType<typeof useConfirm>
