import { appPaths } from '@adcoin/remote'
import { useErrorText } from '@adcoin/remote/forms'
import { Button, TextLink } from '@adcoin/ui'
import { Dock, PasswordField } from '@adcoin/ui/pages'
import styles from '../login/login.module.css'
import { useT } from '../texts.ts'
import { useChangePassword } from './use-change-password.ts'

export function ChangePasswordForm({ findType }: { findType: 'mobile' | 'email' }) {
  const t = useT()
  const errorText = useErrorText()
  const { form, submit, isRunning } = useChangePassword()
  const {
    register,
    formState: { errors },
  } = form
  return (
    <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
      <PasswordField
        label={t('loginPassword.current')}
        error={errorText(errors.old_passwd)}
        autoComplete="current-password"
        {...register('old_passwd')}
      />
      <p className={styles.forgot}>
        <TextLink to={appPaths.resetPassword({ findType })}>{t('loginPassword.forgot')}</TextLink>
      </p>
      <PasswordField
        label={t('loginPassword.new')}
        help={t('password.rule')}
        error={errorText(errors.password)}
        autoComplete="new-password"
        {...register('password')}
      />
      <PasswordField
        label={t('loginPassword.confirm')}
        help={t('loginPassword.rule')}
        error={errorText(errors.confirm_password)}
        autoComplete="new-password"
        {...register('confirm_password')}
      />
      <Dock>
        <Button block type="submit" busy={isRunning}>
          {t('loginPassword.save')}
        </Button>
      </Dock>
    </form>
  )
}
