import { changePassword, PasswordTried } from '@adcoin/contract'
import { appPaths, useHost } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { useNavigate } from '@adcoin/router'
import * as v from 'valibot'
import { newPasswordFields, newPasswordRefusals, sameTwice } from './new-password.ts'
import { useT } from '../texts.ts'

const ChangePassword = v.pipe(
  v.object({ old_passwd: PasswordTried, ...newPasswordFields }),
  v.forward(v.partialCheck([['password'], ['confirm_password']], sameTwice, 'pwd_mismatch'), ['confirm_password']),
)

/** The form of /pwdSetting: the rules, the call, and where the service's refusals stand. */
export function useChangePassword() {
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
