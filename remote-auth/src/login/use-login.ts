import { loginEmail, loginMobile, PasswordTried, type LoginResult } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import * as v from 'valibot'
import { accountErrorFields, accountFields, type Method } from '../account/account-form.ts'
import { usePhoneReader } from '../account/use-phone-reader.ts'

const Login = v.variant('method', [
  v.object({ ...accountFields.mobile, password: PasswordTried }),
  v.object({ ...accountFields.email, password: PasswordTried }),
])
type Values = v.InferOutput<typeof Login>

const fields = { ...accountErrorFields, password: 'password', bad_credentials: 'password' } as const

/** The form of /login. The shell takes the person to the path that was asked for before, else home. */
export function useLogin() {
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
    /** Another way to log in: what was wrong with the first is no matter any more. */
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

  /** The schema knows no numbers: with the password missing as well, both fields are marked. */
  async function markNumber(): Promise<void> {
    const values = form.getValues()
    if (values.method === 'mobile') await readNumber(values, form.setError)
  }
}
