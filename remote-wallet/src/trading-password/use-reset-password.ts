import {
  resetPayPasswordEmail,
  resetPayPasswordMobile,
  sendPayCodeEmail,
  sendPayCodeMobile,
  setPayPassword,
  VerifyCode,
} from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { useCountdown } from '@adcoin/remote/pages'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { useState } from 'react'
import * as v from 'valibot'
import { newPasswordErrors, newPasswordFields, sameTwice } from './rules.ts'
import { useSaved } from './use-saved.ts'

export type FindType = 'mobile' | 'email'

const ResetPassword = v.pipe(
  v.object({ verify_code: VerifyCode, ...newPasswordFields }),
  v.forward(v.partialCheck([['pay_passwd'], ['confirm_pay_passwd']], sameTwice, 'pwd_mismatch'), [
    'confirm_pay_passwd',
  ]),
)

/**
 * A new trading password with a code instead of the old one; the first one of somebody without a login password goes
 * the same way.
 */
export function useResetPassword(findType: FindType, isFirst: boolean) {
  const saved = useSaved(appPaths.settings)
  const [dest, setDest] = useState<string>()
  const countdown = useCountdown(`tradingReset.${findType}`)
  const form = useSchemaForm(ResetPassword, { verify_code: '', pay_passwd: '', confirm_pay_passwd: '' })
  const fields = { verify_code: 'verify_code', code_wrong: 'verify_code', ...newPasswordErrors } as const
  const code = useFormCall(findType === 'mobile' ? sendPayCodeMobile : sendPayCodeEmail, {
    setError: form.setError,
    fields,
    onSuccess: answer => {
      setDest(answer.dest_mask)
      countdown.start(answer.resend_in)
    },
    // The button counts down; a code that was sent a moment ago still counts.
    onFailure: ({ retryAfter }) => retryAfter !== undefined && (countdown.start(retryAfter), true),
  })
  const outcome = {
    doing: 'save' as const,
    setError: form.setError,
    fields,
    onSuccess: (_: unknown, __: unknown, isOpen: boolean) => saved(isOpen),
    waitAtButton: true,
  }
  const reset = useFormCall(findType === 'mobile' ? resetPayPasswordMobile : resetPayPasswordEmail, outcome)
  const first = useFormCall(setPayPassword, outcome)
  return {
    form,
    dest,
    left: countdown.left,
    isAsking: code.isRunning,
    isRunning: reset.isRunning || first.isRunning,
    wait: reset.wait ?? first.wait,
    ask: () => void code.submit({ scene: 'reset_pay' }),
    submit: form.handleSubmit(async values => void (await (isFirst ? first : reset).submit(values))),
  }
}
