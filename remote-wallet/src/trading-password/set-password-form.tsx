import type { UserSetting } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { useErrorText } from '@adcoin/remote/forms'
import { Button, TextLink } from '@adcoin/ui'
import { Dock, Lead, PasswordField, Section } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useSetPassword } from './use-set-password.ts'

/** The first trading password, with the login password; or a new one, with the current one. */
export function SetPasswordForm({ person }: { person: UserSetting }) {
  const t = useT()
  const errorText = useErrorText()
  const mode = person.is_pay_passwd ? 'change' : 'set'
  const { form, submit, isRunning, wait } = useSetPassword(mode)
  const {
    register,
    formState: { errors },
  } = form
  return (
    <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
      <Lead level={2} title={t(`trading.${mode}`)} note={t('trading.setNote')} />
      {mode === 'set' ? (
        <PasswordField
          label={t('trading.login')}
          help={t('trading.loginHelp')}
          error={errorText(errors.current)}
          autoComplete="current-password"
          {...register('current')}
        />
      ) : (
        <PasswordField
          label={t('trading.current')}
          error={errorText(errors.current)}
          autoComplete="off"
          {...register('current')}
        />
      )}
      <PasswordField
        label={mode === 'set' ? t('trading.new') : t('trading.newOne')}
        help={t('trading.rule')}
        error={errorText(errors.pay_passwd)}
        autoComplete="new-password"
        {...register('pay_passwd')}
      />
      <PasswordField
        label={t('trading.confirm')}
        error={errorText(errors.confirm_pay_passwd)}
        autoComplete="new-password"
        {...register('confirm_pay_passwd')}
      />
      {mode === 'change' ? (
        <Section title={t('trading.forgot')}>
          {person.mobile ? (
            <TextLink to={appPaths.resetTradingPassword({ findType: 'mobile' })}>{t('trading.byMobile')}</TextLink>
          ) : null}
          {person.email ? (
            <TextLink to={appPaths.resetTradingPassword({ findType: 'email' })}>{t('trading.byEmail')}</TextLink>
          ) : null}
        </Section>
      ) : null}
      <Dock>
        <Button block type="submit" busy={isRunning} disabledReason={wait}>
          {t('trading.save')}
        </Button>
      </Dock>
    </form>
  )
}
