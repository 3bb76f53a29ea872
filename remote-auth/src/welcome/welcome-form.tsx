import { officialInviteCode, type UserSetting } from '@adcoin/contract'
import { useErrorText } from '@adcoin/remote/forms'
import { Button, Hint } from '@adcoin/ui'
import { Dock, TextField } from '@adcoin/ui/pages'
import { useLaunch } from '../landing/use-launch.ts'
import { NicknameField } from '../profile/nickname-field.tsx'
import { useT } from '../texts.ts'
import { asksCountry, CountryField, useCountry } from './country-field.tsx'
import { useWelcome } from './use-welcome.ts'

export function WelcomeForm({ user }: { user: UserSetting }) {
  const t = useT()
  const errorText = useErrorText()
  const { data: launch } = useLaunch()
  const country = useCountry(user)
  const { form, submit, isRunning } = useWelcome(user, country.changed)
  const {
    register,
    formState: { errors },
  } = form
  const isInvited = user.inviter_id !== null
  const nameError = errors.nick_name?.message === 'at_least_one' ? t('welcome.atLeastOne') : errorText(errors.nick_name)
  return (
    <form className="ac-stack ac-stack--5" noValidate onSubmit={event => void submit(event)}>
      <NicknameField typed={form.watch('nick_name')} error={nameError} {...register('nick_name')} />
      {asksCountry(user) && <CountryField country={country} />}
      {isInvited ? (
        <Hint tone="hint" icon="group">
          {t('welcome.bound')}
        </Hint>
      ) : (
        <TextField
          label={t('welcome.invite')}
          help={t('welcome.inviteHelp', { official: launch?.fallback_invite_code ?? officialInviteCode })}
          error={errorText(errors.invite_code)}
          autoComplete="off"
          autoCapitalize="characters"
          {...register('invite_code')}
        />
      )}
      {!isInvited && <Hint tone="hint">{t('welcome.bonus')}</Hint>}
      <Dock>
        <Button block type="submit" busy={isRunning}>
          {t('welcome.finish')}
        </Button>
      </Dock>
    </form>
  )
}
