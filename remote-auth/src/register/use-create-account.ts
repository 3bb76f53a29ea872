import { setPasswordEmail, setPasswordMobile, type LoginResult } from '@adcoin/contract'
import { appPaths, useHost } from '@adcoin/remote'
import { failureText } from '@adcoin/remote/pages'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { NewPassword, newPasswordRefusals } from '../login-password/new-password.ts'
import { accountOf, type Destination } from '../proof/flow.ts'
import type { Proof } from '../proof/use-proof.ts'

const calls = { mobile: setPasswordMobile, email: setPasswordEmail } as const

/**
 * The last step of a registration: creates the account and signs in. The nickname follows on /welcome (rulings.md R2).
 */
export function useCreateAccount({
  proof,
  sent,
  inviteCode,
  region,
}: {
  proof: Proof
  sent: Destination
  inviteCode: string | null
  region: string
}) {
  const host = useHost()
  const form = useSchemaForm(NewPassword, { password: '', confirm_password: '' })
  const create = useFormCall(calls[sent.method], {
    doing: 'save',
    setError: form.setError,
    fields: { ...newPasswordRefusals, invite_code: 'root.invite' },
    async onSuccess(result: LoginResult) {
      proof.end()
      await host.signIn?.(result, { next: appPaths.welcome })
    },
    onFailure(failure) {
      if (failure.key?.startsWith('invite_'))
        form.setError('root.invite', { type: failure.key, message: failureText(failure) })
      else if (failure.key === 'ticket_invalid') {
        proof.proveAgain()
        host.showToast(failureText(failure), 'bad')
      } else return false
      return true
    },
  })
  return {
    form,
    isRunning: create.isRunning,
    submit: form.handleSubmit(
      async passwords =>
        void (await create.submit({
          ...accountOf(sent),
          ...passwords,
          verify_ticket: proof.flow.ticket?.value ?? '',
          ...(inviteCode ? { invite_code: inviteCode } : {}),
          ...(region ? { region } : {}),
        })),
    ),
  }
}
