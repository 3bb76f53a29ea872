import { resetPasswordEmail, resetPasswordMobile } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { failureText } from '@adcoin/remote/pages'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { NewPassword, newPasswordRefusals } from '../login-password/new-password.ts'
import { accountOf, type Destination } from '../proof/flow.ts'
import type { Proof } from '../proof/use-proof.ts'

const calls = { mobile: resetPasswordMobile, email: resetPasswordEmail } as const

/** The last step of a reset. It ends every session of the account. */
export function useNewPassword({ proof, sent, onDone }: { proof: Proof; sent: Destination; onDone: () => void }) {
  const host = useHost()
  const form = useSchemaForm(NewPassword, { password: '', confirm_password: '' })
  const reset = useFormCall(calls[sent.method], {
    doing: 'save',
    setError: form.setError,
    fields: newPasswordRefusals,
    onSuccess() {
      proof.end()
      onDone()
    },
    onFailure(failure) {
      if (failure.key !== 'ticket_invalid') return false
      proof.proveAgain()
      host.showToast(failureText(failure), 'bad')
      return true
    },
  })
  return {
    form,
    isRunning: reset.isRunning,
    submit: form.handleSubmit(
      async passwords =>
        void (await reset.submit({ ...accountOf(sent), ...passwords, verify_ticket: proof.flow.ticket?.value ?? '' })),
    ),
  }
}
