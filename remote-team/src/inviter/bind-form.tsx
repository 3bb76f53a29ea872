import type { UserSetting } from '@adcoin/contract'
import { Button, Hint } from '@adcoin/ui'
import { Dock, TextField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useBindInviter } from './use-bind-inviter.ts'

/** One code, once per account: the rules stand under the field before anything is typed. */
export function BindForm({ person }: { person: UserSetting }) {
  const t = useT()
  const { form, submit, error, hasFailed, isRunning, wait } = useBindInviter(person)
  return (
    <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
      {hasFailed ? (
        <Hint tone="bad" icon="alert" announce>
          {t('inviter.failed')}
        </Hint>
      ) : null}
      <TextField label={t('inviter.account')} value={person.user_id} readOnly />
      <TextField
        label={t('inviter.code')}
        help={t('inviter.help')}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        {...form.register('invite_code')}
      />
      <Dock>
        <Button block type="submit" busy={isRunning} disabledReason={wait}>
          {t('inviter.submit')}
        </Button>
      </Dock>
    </form>
  )
}
