import { changePassword, PasswordAttempt } from '@adcoin/contract'
import { joined } from '@adcoin/i18n/formats'
import { appPaths, useBack, useHost } from '@adcoin/remote'
import { Form, useFields, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { useNavigate } from '@adcoin/router'
import { useSession } from '@adcoin/session'
import { Button, Empty, Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { PasswordField } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { NewPasswordField } from '../account/new-password-field.tsx'
import { newPasswordFields, newPasswordRefusals, isPasswordRepeated } from '../account/new-password.ts'
import { useT } from '../texts.ts'

export function Page() {
  const t = useT()
  const back = useBack(appPaths.settings)
  const user = useSession(session => session.user)
  return (
    <Screen>
      <NavBar title={t('titles.loginPassword')} onBack={back} />
      <Main>
        {user?.has_passwd === false ? (
          <Empty
            text={t('loginPassword.none')}
            action={
              <Button to={appPaths.resetPassword({ findType: user.login_type })}>{t('loginPassword.create')}</Button>
            }
          />
        ) : (
          <ChangePasswordForm findType={user?.login_type ?? 'mobile'} />
        )}
      </Main>
    </Screen>
  )
}

function ChangePasswordForm({ findType }: { findType: 'mobile' | 'email' }) {
  const t = useT()
  const { form, ...sending } = useChangePassword()
  const field = useFields(form)
  return (
    <Form {...sending} action={t('loginPassword.save')}>
      <PasswordField
        label={t('loginPassword.current')}
        autoComplete="current-password"
        action={<TextLink to={appPaths.resetPassword({ findType })}>{t('loginPassword.forgot')}</TextLink>}
        {...field('old_passwd', { required: t('login.passwordMissing') })}
      />
      <NewPasswordField
        label={t('loginPassword.new')}
        rule={joined([t('password.rule'), t('reset.rule')])}
        typed={form.watch('password')}
        {...field('password')}
      />
      <PasswordField
        label={t('loginPassword.confirm')}
        autoComplete="new-password"
        {...field('confirm_password', { required: t('password.again') })}
      />
    </Form>
  )
}

const ChangePassword = v.pipe(
  v.object({ old_passwd: PasswordAttempt, ...newPasswordFields }),
  v.forward(v.partialCheck([['password'], ['confirm_password']], isPasswordRepeated, 'pwd_mismatch'), [
    'confirm_password',
  ]),
)

function useChangePassword() {
  const t = useT()
  const host = useHost()
  const navigate = useNavigate()
  const form = useSchemaForm(ChangePassword, { old_passwd: '', password: '', confirm_password: '' })
  const change = useFormCall(changePassword, {
    doing: 'save',
    setError: form.setError,
    fields: { ...newPasswordRefusals, old_passwd: 'old_passwd', old_pwd_wrong: 'old_passwd' },
    onSuccess(_answer, _input, isOpen) {
      host.showToast(t('loginPassword.saved'), 'good')
      if (isOpen) void navigate(appPaths.settings, { replace: true })
    },
  })
  return { form, submit: form.handleSubmit(values => void change.submit(values)), isRunning: change.isRunning }
}
