import {
  passkeyToWithdraw,
  PasswordAttempt,
  sendPayCodeEmail,
  sendPayCodeMobile,
  VerifyCode,
  withdrawLog,
  withdrawRequest,
  type PasskeyProof,
  type UserPayway,
} from '@adcoin/contract'
import { unanswered, useCall, useSubmit, type HttpFailure } from '@adcoin/http'
import { appPaths, withQuery } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import {
  doingText,
  failureText,
  hasPasskeys,
  passkeyProblem,
  provePasskey,
  useCountdown,
  usePerson,
} from '@adcoin/remote/pages'
import { useNavigate } from '@adcoin/router'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import type { Quote } from '../price/quote.ts'
import { useT } from '../texts.ts'
import { saveAttempt, readAttempt, type Payment } from './withdrawal-attempt.ts'
import { readPricesAgain, applyWithdrawal } from './apply-withdrawal.ts'

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

type ConfirmOptions = { account: UserPayway | undefined; quote: Quote; onChanged: () => void }

/**
 * Trading password, and a code or a passkey for this amount and account alone. The request is made once, however often
 * it is sent.
 */
export function useConfirm({ account, quote, onChanged }: ConfirmOptions) {
  const t = useT()
  const navigate = useNavigate()
  const person = usePerson().data
  const hasMobile = person?.mobile != null
  const canUsePasskey = person?.passkey_confirms === true && hasPasskeys()
  const [wantsCode, setWantsCode] = useState(false)
  const isByPasskey = canUsePasskey && !wantsCode
  const form = useSchemaForm(isByPasskey ? ByPasskey : ByCode, { pay_passwd: '', verify_code: '' })
  const [problem, setProblem] = useState<{ text: string; isUnanswered: boolean }>()
  const showProblem = (text: string, failure?: HttpFailure) =>
    setProblem({ text, isUnanswered: failure?.isUnanswered ?? false })
  const saveNewest = useNewestRequest()
  const payment = { amount: quote.amount, user_payway_id: account?.id ?? '' }
  const code = useWithdrawCode({ payment, hasMobile, onSent: () => form.resetField('verify_code') })
  // A proof whose answer was lost is sent again: another one would be another request, and might withdraw twice.
  const lost = useRef<PasskeyProof>(undefined)
  const withdraw = useFormCall(withdrawRequest, {
    doing: 'withdraw',
    setError: form.setError,
    fields,
    waitAtButton: true,
    onSuccess: ({ withdrawal, balance }, _, isOpen) => {
      applyWithdrawal(withdrawal, balance)
      if (isOpen) void navigate(withQuery(appPaths.withdraw, { id: withdrawal.id, new: '1' }), { replace: true })
    },
    onFailure: ({ key, isUnanswered }) => {
      if (!isUnanswered && key !== 'idem_mismatch') lost.current = undefined
      if (key !== 'quote_changed') return false
      readPricesAgain()
      setProblem({ text: t('withdraw.changed'), isUnanswered: false })
      onChanged()
      return true
    },
    onMessage: showProblem,
  })
  const passkey = usePasskeyProof(payment, showProblem)
  const submit = form.handleSubmit(async ({ pay_passwd, verify_code }) => {
    if (!account) return
    setProblem(undefined)
    const proof = isByPasskey ? (lost.current ?? (await passkey.prove())) : undefined
    if (isByPasskey && !proof) return
    lost.current = proof
    const failure = await saveNewest()
    if (failure) return showProblem(failureText(failure))
    const { fee, payout, rate_num, rate_den } = quote
    await withdraw.submit({
      ...payment,
      pay_passwd,
      ...(proof ? { passkey: proof } : { verify_code }),
      quote: { fee, payout, rate_num, rate_den },
    })
  })
  const isRunning = withdraw.isRunning || passkey.isRunning
  return {
    ...{ form, submit, code, problem, hasMobile, isRunning, wait: withdraw.wait },
    ...{ canUsePasskey, isByPasskey, setWantsCode },
  }
}

/**
 * Saves the newest request before the one that is sent next: it identifies that in the log if its answer is lost. A
 * second try of a lost one has it already. Returns why it could not be read.
 */
function useNewestRequest(): () => Promise<HttpFailure | undefined> {
  const newest = useCall(withdrawLog, { limit: '1' })
  return async () => {
    if (unanswered(withdrawRequest)) return undefined
    const { data, error } = newest.data ? newest : await newest.refetch()
    if (data) saveAttempt({ before: data.list[0]?.id ?? null })
    return data ? undefined : (error ?? undefined)
  }
}

/** Lets a passkey sign one payment; undefined if it did not, and the reason was shown. */
function usePasskeyProof(payment: Payment, showProblem: (text: string) => void) {
  const [isRunning, setRunning] = useState(false)
  const begin = useFormCall(passkeyToWithdraw, { doing: 'check', onSuccess: () => {}, onMessage: showProblem })
  async function prove(): Promise<PasskeyProof | undefined> {
    setRunning(true)
    try {
      const challenge = await begin.submit(payment)
      return challenge && (await provePasskey(challenge))
    } catch (error) {
      return void showProblem(passkeyProblem(error))
    } finally {
      setRunning(false)
    }
  }
  return { prove, isRunning }
}

export type Confirmation = ReturnType<typeof useConfirm>

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
