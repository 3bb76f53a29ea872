import type {
  resetPasswordEmail,
  resetPasswordMobile,
  ResponseOf,
  setPasswordEmail,
  setPasswordMobile,
} from '@adcoin/contract'
import type { HttpFailure } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { failureText } from '@adcoin/remote/pages'
import { NewPasswordForm, newPasswordRefusals } from '../account/new-password.ts'
import { toAccountInput, type Destination } from './flow.ts'
import type { AccountVerification } from './use-verification.ts'

type PasswordCall =
  | typeof setPasswordMobile
  | typeof setPasswordEmail
  | typeof resetPasswordMobile
  | typeof resetPasswordEmail

type NewPasswordOptions = {
  call: PasswordCall
  extra?: { invite_code?: string; region?: string }
  onSaved: (answer: ResponseOf<PasswordCall>, password: string) => unknown
  /** Return true if you handled the failure. */
  onFailure?: (failure: HttpFailure) => boolean
}

/** The last step of a registration or reset: sends the new password with the ticket of the verified account. */
export function useNewPassword(
  verification: AccountVerification,
  sent: Destination,
  { call, extra, onSaved, onFailure }: NewPasswordOptions,
) {
  const host = useHost()
  const form = useSchemaForm(NewPasswordForm, { password: '', confirm_password: '' })
  const save = useFormCall(call, {
    doing: 'save',
    setError: form.setError,
    fields: newPasswordRefusals,
    async onSuccess(answer, { password }) {
      verification.end()
      await onSaved(answer, password)
    },
    onFailure(failure) {
      if (failure.key !== 'ticket_invalid') return onFailure?.(failure) ?? false
      verification.verifyAgain()
      host.showToast(failureText(failure), 'bad')
      return true
    },
  })
  const submit = form.handleSubmit(
    async passwords =>
      void (await save.submit({ ...toAccountInput(sent), ...passwords, verify_ticket: verification.ticket, ...extra })),
  )
  return { form, sent, submit: () => submit(), isRunning: save.isRunning }
}
