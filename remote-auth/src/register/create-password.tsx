import { setPasswordEmail, setPasswordMobile } from '@adcoin/contract'
import { appPaths, useHost } from '@adcoin/remote'
import { failureText } from '@adcoin/remote/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import type { Destination } from '../verification/flow.ts'
import { PasswordStep } from '../verification/password-step.tsx'
import { useNewPassword } from '../verification/use-new-password.ts'
import type { AccountVerification } from '../verification/use-verification.ts'
import { InvitedBy, type useInviter } from './invited-by.tsx'

type CreatePasswordProps = {
  verification: AccountVerification
  sent: Destination
  inviter: ReturnType<typeof useInviter>
}

/** The last step of a registration: creates the account and signs in (rulings.md R2). */
export function CreatePassword({ verification, sent, inviter: { code, remove } }: CreatePasswordProps) {
  const t = useT()
  const host = useHost()
  const [problem, setProblem] = useState<string>()
  const { region } = sent.method === 'mobile' ? sent.phone : sent
  const newPassword = useNewPassword(verification, sent, {
    call: sent.method === 'mobile' ? setPasswordMobile : setPasswordEmail,
    extra: { ...(code ? { invite_code: code } : {}), ...(region ? { region } : {}) },
    async onSaved(answer) {
      if ('authorized_key' in answer) await host.signIn?.(answer, { next: appPaths.welcome })
    },
    onFailure(failure) {
      const isOfInvite = failure.key?.startsWith('invite_') || failure.fields?.['invite_code'] !== undefined
      if (isOfInvite) setProblem(failureText(failure))
      return isOfInvite
    },
  })
  return (
    <PasswordStep
      {...newPassword}
      title={t('password.create')}
      help={t('password.rule')}
      action={t('password.continue')}
    >
      {code && <InvitedBy code={code} onRemove={remove} problem={problem} />}
    </PasswordStep>
  )
}
