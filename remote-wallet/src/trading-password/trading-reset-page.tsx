import type { UserSetting } from '@adcoin/contract'
import { appPaths, NotFound, useBack } from '@adcoin/remote'
import { Controller, Form, useErrorText, useFields } from '@adcoin/remote/forms'
import { usePerson } from '@adcoin/remote/pages'
import { useParams } from '@adcoin/router'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton, TextLink } from '@adcoin/ui'
import { CodeField, Lead } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { ResendCode } from './resend-code.tsx'
import { isFirstByCode, useResetPassword, type FindType } from './use-trading-password.ts'

export function Page() {
  const t = useT()
  const { findType } = useParams()
  const back = useBack(appPaths.tradingPassword)
  const { data: person, isError, refetch } = usePerson()
  const isFirst = person !== undefined && isFirstByCode(person)
  if (findType !== 'mobile' && findType !== 'email') return <NotFound />
  return (
    <Screen>
      <NavBar title={t(isFirst ? 'titles.tradingSetting' : 'titles.tradingReset')} onBack={back} />
      <Main>
        {person ? (
          <Reset key={findType} findType={findType} person={person} />
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

/** Offers the other method if this one has no registered address. */
function Reset({ findType, person }: { findType: FindType; person: UserSetting }) {
  const t = useT()
  const destination = person[findType]
  if (destination) return <ResetPasswordForm findType={findType} person={person} destination={destination} />
  return findType === 'mobile' ? (
    <Empty
      text={t('trading.noMobile')}
      action={<Button to={appPaths.resetTradingPassword({ findType: 'email' })}>{t('trading.byEmail')}</Button>}
    />
  ) : (
    <Empty
      text={t('trading.noEmail')}
      action={<Button to={appPaths.resetTradingPassword({ findType: 'mobile' })}>{t('trading.byMobile')}</Button>}
    />
  )
}

type ResetPasswordFormProps = { findType: FindType; person: UserSetting; destination: string }

/**
 * A code to the registered phone or e-mail, then the new trading password. The first one of a person without a login
 * password takes the same form, but replaces and pauses nothing.
 */
function ResetPasswordForm({ findType, person, destination }: ResetPasswordFormProps) {
  const t = useT()
  const errorText = useErrorText()
  const isFirst = isFirstByCode(person)
  const { form, dest, left, requestCode, isAsking, ...sending } = useResetPassword(findType, isFirst)
  const field = useFields(form)
  return (
    <Form {...sending} action={t('trading.save')}>
      <Lead
        level={2}
        title={t(isFirst ? 'trading.set' : 'trading.reset')}
        note={t(isFirst ? 'trading.firstNote' : 'trading.resetNote', { dest: destination })}
      />
      <Controller
        control={form.control}
        name="verify_code"
        render={({ field: { name, value, onChange }, fieldState }) => (
          <CodeField
            label={t('withdraw.code')}
            help={dest && t('withdraw.sentTo', { dest })}
            action={<ResendCode send={requestCode} isRunning={isAsking} left={left} isFirst={!dest} />}
            error={errorText(fieldState.error)}
            name={name}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <NewPasswordFields field={field} isFirst={isFirst} />
      <OtherMethod findType={findType} person={person} />
    </Form>
  )
}

/** The same by the other address, where the person has both. */
function OtherMethod({ findType, person }: { findType: FindType; person: UserSetting }) {
  const t = useT()
  if (!person.mobile || !person.email) return null
  return findType === 'mobile' ? (
    <TextLink to={appPaths.resetTradingPassword({ findType: 'email' })}>{t('trading.byEmail')}</TextLink>
  ) : (
    <TextLink to={appPaths.resetTradingPassword({ findType: 'mobile' })}>{t('trading.byMobile')}</TextLink>
  )
}
