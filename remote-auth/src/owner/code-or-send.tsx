import type { UserSetting } from '@adcoin/contract'
import { Button } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import { CodeForm } from '../proof/code-form.tsx'
import { StepHead } from '../proof/step-head.tsx'
import type { CodeInput } from '../proof/use-code-input.ts'
import { useT } from '../texts.ts'
import { useOwnCode } from './use-own-code.ts'

type CodeOrSendProps = {
  scene: 'prove' | 'delete'
  title: string
  user: UserSetting
  field: CodeInput['field']
  submit: () => Promise<void>
  isRunning: boolean
}

/** Says where a code goes, sends it when the person says so, then takes it. */
export function CodeOrSend({ scene, title, user, ...form }: CodeOrSendProps) {
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
