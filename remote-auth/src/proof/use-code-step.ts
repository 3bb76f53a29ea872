import { useHost } from '@adcoin/remote'
import { useFormCall } from '@adcoin/remote/forms'
import { useT } from '../texts.ts'
import { accountOf, type Destination } from './flow.ts'
import { proofCalls } from './proof-calls.ts'
import { codeErrorFields, useCodeInput } from './use-code-input.ts'
import { useSendCode } from './use-send-code.ts'
import type { Proof } from './use-proof.ts'

/** The second step: shows the code to the service, which answers with a ticket; or asks for another code. */
export function useCodeStep(proof: Proof, sent: Destination) {
  const t = useT()
  const host = useHost()
  const { form, field } = useCodeInput()
  const calls = proofCalls[proof.purpose][sent.method]
  const verify = useFormCall(calls.verify, {
    doing: 'check',
    setError: form.setError,
    fields: codeErrorFields,
    onSuccess({ verify_ticket, expire_in }, _input, isOpen) {
      proof.keep({ ticket: { value: verify_ticket, until: Date.now() + expire_in * 1000 } })
      if (isOpen) proof.go('password')
    },
  })
  const again = useSendCode(calls.send, {
    resend: proof.resend,
    inputOf: accountOf,
    setError: (_field, { message }) => host.showToast(message, 'bad'),
    onSent(_to, wasEarlier) {
      proof.keep({ ticket: null })
      form.reset()
      if (!wasEarlier) host.showToast(t('code.resent'), 'good')
    },
  })
  return {
    field,
    submit: form.handleSubmit(
      async ({ verify_code }) => void (await verify.submit({ ...accountOf(sent), verify_code })),
    ),
    isRunning: verify.isRunning,
    resend: { left: proof.resend.left, isRunning: again.isRunning, send: () => void again.send(sent) },
  }
}
