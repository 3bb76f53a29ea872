import { loginEmail, loginMobile, PasswordTried, type LoginResult } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import * as v from 'valibot'
import { accountErrorFields, accountFields } from '../account/account-form.ts'
import { usePhoneReader } from '../account/use-phone-reader.ts'

const Login = v.variant('method', [
  v.object({ ...accountFields.mobile, password: PasswordTried }),
  v.object({ ...accountFields.email, password: PasswordTried }),
])
const fields = { ...accountErrorFields, password: 'password', bad_credentials: 'password' } as const

/** The form of /login. The shell takes the person to the path that was asked for before, else home. */
export function useLogin() {
  const host = useHost()
  const form = useSchemaForm(Login, { method: 'mobile', region: '', mobile: '', email: '', password: '' })
  const readNumber = usePhoneReader()
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
    submit: form.handleSubmit(async values => {
      if (values.method === 'email')
        return void (await byEmail.submit({ email: values.email, password: values.password }))
      const phone = await readNumber(values, form.setError)
      if (phone)
        await byMobile.submit({ mobile_sag: phone.mobile_sag, mobile: phone.mobile, password: values.password })
    }),
  }
}
