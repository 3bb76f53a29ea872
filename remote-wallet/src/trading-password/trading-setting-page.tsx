import type { UserSetting } from '@adcoin/contract'
import { appPaths, useBack } from '@adcoin/remote'
import { Form, useFields } from '@adcoin/remote/forms'
import { usePerson } from '@adcoin/remote/pages'
import { Navigate } from '@adcoin/router'
import { Failed, Main, NavBar, Screen, Skeleton, TextLink } from '@adcoin/ui'
import { Lead, PasswordField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { isFirstByCode, useSetPassword } from './use-trading-password.ts'

/** A person without a login password (Google) sets the first one with a code. */
export function Page() {
  const t = useT()
  const back = useBack(appPaths.settings)
  const { data: person, isError, refetch } = usePerson()
  if (person && isFirstByCode(person))
    return <Navigate to={appPaths.resetTradingPassword({ findType: person.mobile ? 'mobile' : 'email' })} replace />
  return (
    <Screen>
      <NavBar title={t('titles.tradingSetting')} onBack={back} />
      <Main>
        {person ? (
          <SetPasswordForm person={person} />
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton lines={2} />
            <Skeleton shape="card" />
          </>
        )}
      </Main>
    </Screen>
  )
}

function SetPasswordForm({ person }: { person: UserSetting }) {
  const t = useT()
  const mode = person.is_pay_passwd ? 'change' : 'set'
  const { form, ...sending } = useSetPassword(mode)
  const field = useFields(form)
  const current = field('current', { required: t(mode === 'set' ? 'trading.loginMissing' : 'trading.currentMissing') })
  return (
    <Form {...sending} action={t('trading.save')}>
      <Lead level={2} title={t(`trading.${mode}`)} note={t('trading.setNote')} />
      {mode === 'set' ? (
        <PasswordField
          label={t('trading.login')}
          help={current.error ? undefined : t('trading.loginHelp')}
          autoComplete="current-password"
          {...current}
        />
      ) : (
        <PasswordField
          label={t('trading.current')}
          autoComplete="off"
          action={
            <TextLink to={appPaths.resetTradingPassword({ findType: person.mobile ? 'mobile' : 'email' })}>
              {t('trading.forgot')}
            </TextLink>
          }
          {...current}
        />
      )}
      <NewPasswordFields field={field} isFirst={mode === 'set'} />
    </Form>
  )
}
