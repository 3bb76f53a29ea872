import { changePayPassword, PasswordTried, setPayPassword } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import * as v from 'valibot'
import { newPasswordErrors, newPasswordFields, sameTwice } from './rules.ts'
import { useSaved } from './use-saved.ts'

const SetPassword = v.pipe(
  v.object({ current: PasswordTried, ...newPasswordFields }),
  v.forward(v.partialCheck([['pay_passwd'], ['confirm_pay_passwd']], sameTwice, 'pwd_mismatch'), [
    'confirm_pay_passwd',
  ]),
)

/** Sets the first trading password (with the login password) or changes it (with the current one). */
export function useSetPassword(mode: 'set' | 'change') {
  const saved = useSaved(appPaths.settings)
  const form = useSchemaForm(SetPassword, { current: '', pay_passwd: '', confirm_pay_passwd: '' })
  const outcome = {
    doing: 'save',
    setError: form.setError,
    fields: {
      passwd: 'current',
      old_pay_passwd: 'current',
      bad_credentials: 'current',
      old_pwd_wrong: 'current',
      pay_pwd_wrong: 'current',
      pay_pwd_locked: 'current',
      ...newPasswordErrors,
    },
    onSuccess: (_: unknown, __: unknown, isOpen: boolean) => saved(isOpen),
    waitAtButton: true,
  } as const
  const first = useFormCall(setPayPassword, outcome)
  const change = useFormCall(changePayPassword, outcome)
  const submit = form.handleSubmit(async ({ current, ...next }) => {
    if (mode === 'set') await first.submit({ ...next, passwd: current })
    else await change.submit({ ...next, old_pay_passwd: current })
  })
  return { form, submit, isRunning: first.isRunning || change.isRunning, wait: first.wait ?? change.wait }
}
