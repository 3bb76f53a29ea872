import { appPaths, withQuery } from '@adcoin/remote'
import { FormProvider, useErrorText } from '@adcoin/remote/forms'
import { Button, TextLink } from '@adcoin/ui'
import { PasswordField, Stack } from '@adcoin/ui/pages'
import { AccountField } from '../account/account-field.tsx'
import { MethodChoice } from '../account/method-choice.tsx'
import { useT } from '../texts.ts'
import { useLogin } from './use-login.ts'

/** The same drawing as in `fragments/login.html`, which stands in the page before this one arrives. */
export function LoginForm() {
  const t = useT()
  const errorText = useErrorText()
  const { form, choose, submit, isRunning } = useLogin()
  const {
    register,
    formState: { errors },
  } = form
  const method = form.watch('method')
  return (
    <FormProvider {...form}>
      <Stack gap={5}>
        <h1 className="ac-h1" tabIndex={-1}>
          {t('login.title')}
        </h1>
        <MethodChoice label={t('login.with')} value={method} onChange={choose} />
      </Stack>
      <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
        <AccountField isLogin />
        <PasswordField
          label={t('login.password')}
          error={errorText(errors.password)}
          autoComplete="current-password"
          {...register('password')}
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
