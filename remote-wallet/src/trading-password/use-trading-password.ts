import {
  balance,
  changePayPassword,
  getSetting,
  normalisePassword,
  Password,
  PasswordAttempt,
  resetPayPasswordEmail,
  resetPayPasswordMobile,
  sendPayCodeEmail,
  sendPayCodeMobile,
  setPayPassword,
  VerifyCode,
  type UserSetting,
} from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { appPaths, useBack, useHost } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { useCountdown } from '@adcoin/remote/pages'
import { useState } from 'react'
import * as v from 'valibot'
import { emit } from '../events.ts'
import { useT } from '../texts.ts'

export type FindType = 'mobile' | 'email'

/** The first trading password of a person without a login password is set with a code. */
export function isFirstByCode({ is_pay_passwd, has_passwd }: UserSetting): boolean {
  return !is_pay_passwd && !has_passwd
}

/** The two fields of every new trading password; letters allowed. Source: rulings.md R5. */
const newPassword = {
  pay_passwd: Password,
  confirm_pay_passwd: v.pipe(v.string('required'), v.minLength(1, 'required')),
}

/** Compared as the service compares them: é typed on two keyboards is one password. */
const isSamePassword = (values: { pay_passwd: string; confirm_pay_passwd: string }): boolean =>
  normalisePassword(values.pay_passwd) === normalisePassword(values.confirm_pay_passwd)

const SetPassword = v.pipe(
  v.object({ current: PasswordAttempt, ...newPassword }),
  v.forward(v.partialCheck([['pay_passwd'], ['confirm_pay_passwd']], isSamePassword, 'pwd_mismatch'), [
    'confirm_pay_passwd',
  ]),
)
const ResetPassword = v.pipe(
  v.object({ verify_code: VerifyCode, ...newPassword }),
  v.forward(v.partialCheck([['pay_passwd'], ['confirm_pay_passwd']], isSamePassword, 'pwd_mismatch'), [
    'confirm_pay_passwd',
  ]),
)

/** The field of each refusal of a new password. */
const newPasswordFields = {
  pay_passwd: 'pay_passwd',
  pwd_short: 'pay_passwd',
  pwd_reused: 'pay_passwd',
  confirm_pay_passwd: 'confirm_pay_passwd',
  pwd_mismatch: 'confirm_pay_passwd',
} as const

/** The consequences of a saved trading password: fresh settings and balance, an event, a toast, and the way back. */
function useAfterSave() {
  const t = useT()
  const host = useHost()
  const goBack = useBack(appPaths.settings)
  return async (_answer: unknown, _input: unknown, isOpen: boolean): Promise<void> => {
    await Promise.all([refresh(getSetting), refresh(balance)])
    emit('wallet.tradingPasswordChanged', {})
    host.showToast(t('trading.saved'), 'good')
    if (isOpen) goBack()
  }
}

/** Sets the first trading password (with the login password) or changes it (with the current one). */
export function useSetPassword(mode: 'set' | 'change') {
  const form = useSchemaForm(SetPassword, { current: '', pay_passwd: '', confirm_pay_passwd: '' })
  const options = {
    doing: 'save',
    setError: form.setError,
    fields: {
      passwd: 'current',
      old_pay_passwd: 'current',
      bad_credentials: 'current',
      old_pwd_wrong: 'current',
      pay_pwd_wrong: 'current',
      pay_pwd_locked: 'current',
      ...newPasswordFields,
    },
    onSuccess: useAfterSave(),
    waitAtButton: true,
  } as const
  const first = useFormCall(setPayPassword, options)
  const change = useFormCall(changePayPassword, options)
  const submit = form.handleSubmit(async ({ current, ...next }) => {
    if (mode === 'set') await first.submit({ ...next, passwd: current })
    else await change.submit({ ...next, old_pay_passwd: current })
  })
  return { form, submit, isRunning: first.isRunning || change.isRunning, wait: first.wait ?? change.wait }
}

/**
 * A new trading password with a code instead of the current one; `isFirst`: with a code instead of the login password.
 */
export function useResetPassword(findType: FindType, isFirst: boolean) {
  const [dest, setDest] = useState<string>()
  const countdown = useCountdown(`tradingReset.${findType}`)
  const form = useSchemaForm(ResetPassword, { verify_code: '', pay_passwd: '', confirm_pay_passwd: '' })
  const fields = { verify_code: 'verify_code', code_wrong: 'verify_code', ...newPasswordFields } as const
  const code = useFormCall(findType === 'mobile' ? sendPayCodeMobile : sendPayCodeEmail, {
    setError: form.setError,
    fields,
    onSuccess: answer => {
      setDest(answer.dest_mask)
      countdown.start(answer.resend_in)
    },
    // The button counts down; the earlier code is still valid.
    onFailure: ({ retryAfter }) => retryAfter !== undefined && (countdown.start(retryAfter), true),
  })
  const options = {
    doing: 'save',
    setError: form.setError,
    fields,
    onSuccess: useAfterSave(),
    waitAtButton: true,
  } as const
  const reset = useFormCall(findType === 'mobile' ? resetPayPasswordMobile : resetPayPasswordEmail, options)
  const first = useFormCall(setPayPassword, options)
  return {
    form,
    dest,
    left: countdown.left,
    isAsking: code.isRunning,
    isRunning: reset.isRunning || first.isRunning,
    wait: reset.wait ?? first.wait,
    requestCode: () => void code.submit({ scene: 'reset_pay' }),
    submit: form.handleSubmit(async values => void (await (isFirst ? first : reset).submit(values))),
  }
}
