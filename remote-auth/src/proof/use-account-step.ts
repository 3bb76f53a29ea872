import { useSchemaForm } from '@adcoin/remote/forms'
import { useEffect, useEffectEvent } from 'react'
import { Account } from '../account/account-form.ts'
import { useRegions } from '../account/use-regions.ts'
import { usePhoneReader } from '../account/use-phone-reader.ts'
import { accountOf, afterSending, isSame, type Destination } from './flow.ts'
import { proofCalls } from './proof-calls.ts'
import { useSendCode } from './use-send-code.ts'
import type { Proof } from './use-proof.ts'

/** The first step: which account, and a code to it. What is typed survives a reload and Back. */
export function useAccountStep(proof: Proof) {
  const { method, region, mobile, email } = proof.flow
  const form = useSchemaForm(Account, { method, region, mobile, email })
  const readNumber = usePhoneReader(proof.purpose === 'register')
  const { likely } = useRegions()
  const code = useSendCode(proofCalls[proof.purpose][method].send, {
    resend: proof.resend,
    inputOf: accountOf,
    setError: form.setError,
    onSent(to) {
      proof.keep(afterSending(proof.flow, to))
      proof.go('code')
    },
  })

  const keepTyped = useEffectEvent(proof.keep)
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) }), [form])

  async function send(to: Destination): Promise<void> {
    // Back and forth with the same account: the code that was sent still counts.
    if (isSame(proof.flow.sent, to) && proof.resend.left > 0) proof.go('code')
    else await code.send(to)
  }

  /** The country decides the currency of a new account, so the one that is shown counts, chosen or only likely. */
  async function sendToAddress({ email, region: chosen }: { email: string; region: string }): Promise<void> {
    const region = proof.purpose === 'register' ? chosen || likely : ''
    if (region === '' && proof.purpose === 'register')
      return form.setError('region', { type: 'required', message: 'required' })
    await send({ method: 'email', email, region })
  }

  return {
    form,
    isRunning: code.isRunning || form.formState.isSubmitting,
    submit: form.handleSubmit(async values => {
      if (values.method === 'email') return sendToAddress(values)
      const phone = await readNumber(values, form.setError)
      if (phone) await send({ method: 'mobile', phone })
    }),
  }
}
