import { balance, getSetting } from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { appPaths, useHost } from '@adcoin/remote'
import { useFormCall } from '@adcoin/remote/forms'
import { useNavigate } from '@adcoin/router'
import { accountOf, type Destination } from '../proof/flow.ts'
import { codeErrorFields, useCodeInput } from '../proof/use-code-input.ts'
import { useSendCode } from '../proof/use-send-code.ts'
import { useT } from '../texts.ts'
import { contactCalls, type Contact } from './use-contact.ts'

/** The last step of a change: the code, or another one. */
export function useContactCode({ method, resend, restart }: Contact, ticket: string, sent: Destination) {
  const t = useT()
  const host = useHost()
  const navigate = useNavigate()
  const { form, field } = useCodeInput()
  const calls = contactCalls[method]
  const inputOf = (to: Destination) => ({ ...accountOf(to), verify_ticket: ticket })
  const change = useFormCall(calls.change, {
    doing: 'save',
    setError: form.setError,
    fields: codeErrorFields,
    onSuccess(_answer, _input, isOpen) {
      // The masked number, and that withdrawals are paused.
      void Promise.all([refresh(getSetting), refresh(balance)])
      host.showToast(t('contact.done'), 'good')
      if (isOpen) void navigate(appPaths.profile, { replace: true })
    },
    onFailure: restart,
  })
  const again = useSendCode(calls.send, {
    resend,
    inputOf,
    setError: (_field, { message }) => host.showToast(message, 'bad'),
    onSent(_to, wasEarlier) {
      form.reset()
      if (!wasEarlier) host.showToast(t('code.resent'), 'good')
    },
    onFailure: restart,
  })
  return {
    field,
    submit: form.handleSubmit(async ({ verify_code }) => void (await change.submit({ ...inputOf(sent), verify_code }))),
    isRunning: change.isRunning,
    resend: { left: resend.left, isRunning: again.isRunning, send: () => void again.send(sent) },
  }
}
