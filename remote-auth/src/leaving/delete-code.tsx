import { deleteAccount, type UserSetting } from '@adcoin/contract'
import type { HttpFailure } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { useFormCall } from '@adcoin/remote/forms'
import { CodeOrSend } from '../owner/code-or-send.tsx'
import { codeErrorFields, useCodeInput } from '../proof/use-code-input.ts'
import { useT } from '../texts.ts'

type DeleteCodeProps = {
  user: UserSetting
  ticket: string
  giveUp: string
  restart: (failure: HttpFailure) => boolean
}

/** The last step: a right code ends the account and the session. */
export function DeleteCode({ user, ticket, giveUp, restart }: DeleteCodeProps) {
  const t = useT()
  const host = useHost()
  const { form, field } = useCodeInput()
  const end = useFormCall(deleteAccount, {
    doing: 'save',
    setError: form.setError,
    fields: codeErrorFields,
    onSuccess() {
      host.showToast(t('leaving.done'), 'good')
      void host.signOut()
    },
    onFailure: restart,
  })
  return (
    <CodeOrSend
      scene="delete"
      title={t('leaving.lastStep')}
      user={user}
      field={field}
      isRunning={end.isRunning}
      submit={form.handleSubmit(
        async ({ verify_code }) => void (await end.submit({ verify_ticket: ticket, verify_code, give_up: giveUp })),
      )}
    />
  )
}
