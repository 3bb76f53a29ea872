import { VerifyCode } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { useController, useErrorText, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import { accountOf, type Destination } from './flow.ts'
import { proofCalls } from './proof-calls.ts'
import { useSendCode } from './use-send-code.ts'
import type { Proof } from './use-proof.ts'

const Code = v.object({ verify_code: VerifyCode })

/** The second step: shows the code to the service, which answers with a ticket; or asks for another code. */
export function useCodeStep(proof: Proof, sent: Destination) {
  const t = useT()
  const host = useHost()
  const errorText = useErrorText()
  const form = useSchemaForm(Code, { verify_code: '' })
  const { field, fieldState } = useController({ control: form.control, name: 'verify_code' })
  const verify = useFormCall(proofCalls[proof.purpose][sent.method].verify, {
    doing: 'check',
    setError: form.setError,
    fields: { verify_code: 'verify_code', code_wrong: 'verify_code' },
    onSuccess({ verify_ticket, expire_in }, _input, isOpen) {
      proof.keep({ ticket: { value: verify_ticket, until: Date.now() + expire_in * 1000 } })
      if (isOpen) proof.go('password')
    },
  })
  const again = useSendCode(proof, {
    setError: (_field, { message }) => host.showToast(message, 'bad'),
    onSent(_to, wasEarlier) {
      proof.keep({ ticket: null })
      form.reset()
      if (!wasEarlier) host.showToast(t('code.resent'), 'good')
    },
  })
  return {
    field: { ...field, error: errorText(fieldState.error) },
    submit: form.handleSubmit(
      async ({ verify_code }) => void (await verify.submit({ ...accountOf(sent), verify_code })),
    ),
    isRunning: verify.isRunning,
    resend: { left: proof.resend.left, isRunning: again.isRunning, send: () => void again.send(sent) },
  }
}
