import { sendOwnCode, type UserSetting } from '@adcoin/contract'
import { useFormCall } from '@adcoin/remote/forms'
import { useCountdown } from '@adcoin/remote/pages'
import { Button } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { CodeForm, type CodeInput } from '../verification/code-form.tsx'
import { StepHead } from '../verification/step-head.tsx'

type OwnCodeStepProps = {
  scene: 'prove' | 'delete'
  title: string
  user: UserSetting
  field: CodeInput['field']
  submit: () => Promise<void>
  isRunning: boolean
}

/** Names the destination of a code, sends it at a tap, then asks for it. */
export function OwnCodeStep({ scene, title, user, ...form }: OwnCodeStepProps) {
  const t = useT()
  const own = useOwnCode(scene)
  const to = own.sentTo || user.mobile || user.email || ''
  if (own.sentTo === undefined)
    return (
      <>
        <StepHead title={title} note={t('owner.byCode', { to })} />
        <Dock>
          <Button block busy={own.isRunning} onClick={own.send}>
            {t('account.sendCode')}
          </Button>
        </Dock>
      </>
    )
  return (
    <CodeForm {...form} resend={own}>
      <StepHead title={t('code.title')} note={t('owner.codeSent', { to })} />
    </CodeForm>
  )
}

function useOwnCode(scene: 'prove' | 'delete') {
  const wait = useCountdown(`auth.own.${scene}`)
  const [sentTo, setSentTo] = useState<string>()
  const call = useFormCall(sendOwnCode, {
    onSuccess({ resend_in, dest_mask }) {
      wait.start(resend_in)
      setSentTo(dest_mask)
    },
    onFailure(failure) {
      if (failure.key !== 'code_too_soon') return false
      // The earlier code is still valid.
      wait.start(failure.retryAfter ?? 60)
      setSentTo(before => before ?? '')
      return true
    },
  })
  return { sentTo, left: wait.left, isRunning: call.isRunning, send: () => void call.submit({ scene }) }
}
