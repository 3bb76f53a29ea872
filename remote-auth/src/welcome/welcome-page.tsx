import { officialInviteCode, type UserSetting } from '@adcoin/contract'
import { Form, useFields } from '@adcoin/remote/forms'
import { usePerson } from '@adcoin/remote/pages'
import { Failed, Hint, Main, NavBar, Screen, Skeleton, TextLink } from '@adcoin/ui'
import { SelectField, Stack, TextField } from '@adcoin/ui/pages'
import { useState } from 'react'
import { guessRegion, useRegions } from '../account/use-regions.ts'
import { useLaunch } from '../landing/use-launch.ts'
import { NicknameField } from '../profile/nickname-field.tsx'
import { useT } from '../texts.ts'
import { useAfterWelcome, useWelcome } from './use-welcome.ts'

export function Page() {
  const t = useT()
  const { data: user, isError, refetch } = usePerson({ errors: 'page' })
  return (
    <Screen>
      <NavBar end={<TextLink to={useAfterWelcome()}>{t('welcome.skip')}</TextLink>} />
      <Main>
        <Stack gap={2}>
          <h1 className="ac-h1" tabIndex={-1}>
            {t('welcome.title')}
          </h1>
          <p className="ac-2">{t('welcome.note')}</p>
        </Stack>
        {user ? (
          <WelcomeForm user={user} />
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={4} />
        )}
      </Main>
    </Screen>
  )
}

function WelcomeForm({ user }: { user: UserSetting }) {
  const t = useT()
  const { data: launch } = useLaunch()
  const country = useCountry(user)
  const { form, ...sending } = useWelcome(user, country.changed)
  const field = useFields(form)
  const isInvited = user.inviter_id !== null
  const name = field('nick_name')
  const isNothing = form.formState.errors.nick_name?.message === 'at_least_one'
  return (
    <Form {...sending} isStep action={t('welcome.finish')}>
      <NicknameField
        typed={form.watch('nick_name')}
        {...name}
        error={isNothing ? t('welcome.atLeastOne') : name.error}
      />
      {needsCountry(user) && <CountryField country={country} />}
      {isInvited ? (
        <Hint tone="hint" icon="group">
          {t('welcome.bound')}
        </Hint>
      ) : (
        <TextField
          label={t('welcome.invite')}
          help={t('welcome.inviteHelp', { official: launch?.fallback_invite_code ?? officialInviteCode })}
          autoComplete="off"
          autoCapitalize="characters"
          {...field('invite_code')}
        />
      )}
      {!isInvited && <Hint tone="hint">{t('welcome.bonus')}</Hint>}
    </Form>
  )
}

/** Google gives no country: the service guessed one from the language. */
function needsCountry(user: UserSetting): boolean {
  return user.mobile === null && !user.has_passwd && user.is_country_fixed !== true
}

type Country = ReturnType<typeof useCountry>

/** `changed`: the country to save if it differs from that of the service. */
function useCountry(user: UserSetting) {
  const { data: regions = [] } = useRegions(needsCountry(user))
  const [chosen, choose] = useState('')
  const shown = chosen || guessRegion(regions, navigator.languages) || user.country_code
  const changed = needsCountry(user) && regions.length > 0 && shown !== user.country_code ? shown : undefined
  return { regions, shown, choose, changed }
}

function CountryField({ country: { regions, shown, choose } }: { country: Country }) {
  const t = useT()
  if (regions.length === 0) return null
  return (
    <SelectField
      label={t('account.region')}
      help={t('profile.countryHelp')}
      placeholder={null}
      autoComplete="country"
      options={regions.map(({ region, name }) => ({ value: region, label: name }))}
      value={shown}
      onChange={event => choose(event.target.value)}
    />
  )
}
