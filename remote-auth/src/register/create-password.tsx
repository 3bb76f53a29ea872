import { useErrorText } from '@adcoin/remote/forms'
import type { Destination } from '../proof/flow.ts'
import { PasswordStep } from '../proof/password-step.tsx'
import type { Proof } from '../proof/use-proof.ts'
import { useT } from '../texts.ts'
import { InvitedBy } from './invited-by.tsx'
import { useCreateAccount } from './use-create-account.ts'
import type { useInviter } from './use-inviter.ts'

export function CreatePassword({
  proof,
  sent,
  inviter,
}: {
  proof: Proof
  sent: Destination
  inviter: ReturnType<typeof useInviter>
}) {
  const t = useT()
  const errorText = useErrorText()
  const { region } = sent.method === 'mobile' ? sent.phone : sent
  const { form, submit, isRunning } = useCreateAccount({ proof, sent, inviteCode: inviter.code, region })
  return (
    <PasswordStep
      title={t('password.create')}
      help={t('password.rule')}
      submitLabel={t('password.continue')}
      sent={sent}
      form={form}
      onSubmit={() => void submit()}
      isRunning={isRunning}
    >
      {inviter.code && (
        <InvitedBy
          code={inviter.code}
          onRemove={() => {
            inviter.remove()
            form.clearErrors('root.invite')
          }}
          problem={errorText(form.formState.errors.root?.['invite'])}
        />
      )}
    </PasswordStep>
  )
}
