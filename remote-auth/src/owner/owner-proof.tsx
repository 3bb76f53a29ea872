import type { UserSetting } from '@adcoin/contract'
import { useErrorText } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { Dock, PasswordField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { StepHead } from '../proof/step-head.tsx'
import { CodeOrSend } from './code-or-send.tsx'
import { useOwnerCode, useOwnerPassword, type OnProven } from './use-owner-proof.ts'

type OwnerProofProps = { user: UserSetting; onProven: OnProven }

/**
 * The first step before what only the owner may do: the login password, or a code to the own address where there is
 * none.
 */
export function OwnerProof({ user, onProven }: OwnerProofProps) {
  return user.has_passwd ? <ByPassword onProven={onProven} /> : <ByCode user={user} onProven={onProven} />
}

function ByPassword({ onProven }: { onProven: OnProven }) {
  const t = useT()
  const errorText = useErrorText()
  const { form, submit, isRunning } = useOwnerPassword(onProven)
  return (
    <form className="ac-stack ac-stack--5" noValidate onSubmit={event => void submit(event)}>
      <StepHead title={t('owner.title')} note={t('owner.byPassword')} />
      <PasswordField
        label={t('login.password')}
        error={errorText(form.formState.errors.passwd)}
        autoComplete="current-password"
        autoFocus
        {...form.register('passwd')}
      />
      <Dock>
        <Button block type="submit" busy={isRunning}>
          {t('code.continue')}
        </Button>
      </Dock>
    </form>
  )
}

function ByCode({ user, onProven }: OwnerProofProps) {
  const t = useT()
  return <CodeOrSend scene="prove" title={t('owner.title')} user={user} {...useOwnerCode(onProven)} />
}
