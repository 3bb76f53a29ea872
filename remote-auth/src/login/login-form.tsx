import { loginEmail, loginMobile, PasswordAttempt, type LoginResult } from '@adcoin/contract'
import { appPaths, useHost, withQuery } from '@adcoin/remote'
import { FormProvider, takeFilled, useFields, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { Button, TextLink } from '@adcoin/ui'
import { PasswordField, Stack } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { AccountField, MethodChoice } from '../account/account-field.tsx'
import { accountErrorFields, accountFields, type Method } from '../account/account-form.ts'
import { usePhoneReader } from '../account/read-phone.ts'
import { useT } from '../texts.ts'

export function LoginForm() {
  const t = useT()
  const { form, choose, submit, isRunning } = useLogin()
  const field = useFields(form)
  const method = form.watch('method')
  return (
    <FormProvider {...form}>
      <Stack gap={5}>
        <h1 className="ac-h1" tabIndex={-1}>
          {t('login.title')}
        </h1>
        <MethodChoice label={t('login.with')} value={method} onChange={choose} />
      </Stack>
      <form
        className="ac-stack"
        noValidate
        onSubmit={event => {
          takeFilled(event.currentTarget)
          void submit(event)
        }}
      >
        <AccountField isLogin />
        <PasswordField
          label={t('login.password')}
          autoComplete="current-password"
          {...field('password', { required: t('login.passwordMissing') })}
        />
        <p className="ac-field__after">
          <TextLink to={withQuery(appPaths.login, { reset: method })}>{t('login.forgot')}</TextLink>
        </p>
        <Button block type="submit" busy={isRunning}>
          {t('login.submit')}
        </Button>
      </form>
    </FormProvider>
  )
}

const Login = v.variant('method', [
  v.object({ ...accountFields.mobile, password: PasswordAttempt }),
  v.object({ ...accountFields.email, password: PasswordAttempt }),
])
type Values = v.InferOutput<typeof Login>

const fields = { ...accountErrorFields, password: 'password', bad_credentials: 'password' } as const

/** The shell opens the path that was requested before the login, else home. */
function useLogin() {
  const host = useHost()
  const form = useSchemaForm(Login, { method: 'mobile', region: '', mobile: '', email: '', password: '' })
  const readNumber = usePhoneReader(false)
  const outcome = {
    doing: 'login' as const,
    setError: form.setError,
    fields,
    onSuccess: (result: LoginResult) => host.signIn?.(result),
  }
  const byMobile = useFormCall(loginMobile, outcome)
  const byEmail = useFormCall(loginEmail, outcome)
  return {
    form,
    isRunning: byMobile.isRunning || byEmail.isRunning || form.formState.isSubmitting,
    choose(method: Method): void {
      form.setValue('method', method)
      form.clearErrors()
    },
    submit: form.handleSubmit(send, markNumber),
  }

  async function send(values: Values): Promise<void> {
    if (values.method === 'email')
      return void (await byEmail.submit({ email: values.email, password: values.password }))
    const phone = await readNumber(values, form.setError)
    if (phone) await byMobile.submit({ mobile_sag: phone.mobile_sag, mobile: phone.mobile, password: values.password })
  }

  /** Marks an invalid number, and both fields if both are empty: the schema does not validate numbers. */
  async function markNumber(): Promise<void> {
    const values = form.getValues()
    if (values.method === 'mobile') await readNumber(values, form.setError)
  }
}
