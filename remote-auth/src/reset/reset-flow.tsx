import { joined } from '@adcoin/i18n/formats'
import { useBack } from '@adcoin/remote'
import { Main, NavBar, Screen } from '@adcoin/ui'
import { Steps } from '@adcoin/ui/pages'
import { useEffect, useEffectEvent } from 'react'
import type { Method } from '../account/account-form.ts'
import { AccountStep } from '../proof/account-step.tsx'
import { CodeStep } from '../proof/code-step.tsx'
import type { Destination } from '../proof/flow.ts'
import { PasswordStep } from '../proof/password-step.tsx'
import { useProof, type Proof } from '../proof/use-proof.ts'
import { useT } from '../texts.ts'
import { useNewPassword } from './use-new-password.ts'

type ResetFlowProps = {
  method: Method
  /** The tab was changed: the address follows. */
  onMethod: (method: Method) => void
  note: string
  /** Where Back leads from a fresh page. */
  leaveTo: string
  onDone: () => void
}

/**
 * Account, code, new password: once for those who forgot it at /login, once for those who are signed in at /resetPwd.
 */
export function ResetFlow({ method, onMethod, note, leaveTo, onDone }: ResetFlowProps) {
  const t = useT()
  const proof = useProof('reset')
  const { step, flow } = proof
  const back = useBack(leaveTo)

  const followAddress = useEffectEvent(() => {
    if (flow.method !== method) proof.keep({ method })
  })
  useEffect(() => followAddress(), [method])

  return (
    <Screen>
      <NavBar onBack={back} end={<Steps count={3} current={{ account: 1, code: 2, password: 3 }[step]} />} />
      <Main>
        {step === 'account' && flow.method === method && (
          <AccountStep proof={proof} title={t('reset.title')} note={note} onMethod={onMethod} />
        )}
        {step === 'code' && flow.sent && <CodeStep proof={proof} sent={flow.sent} />}
        {step === 'password' && flow.sent && <NewPasswordStep proof={proof} sent={flow.sent} onDone={onDone} />}
      </Main>
    </Screen>
  )
}

function NewPasswordStep({ proof, sent, onDone }: { proof: Proof; sent: Destination; onDone: () => void }) {
  const t = useT()
  const { form, submit, isRunning } = useNewPassword({ proof, sent, onDone })
  return (
    <PasswordStep
      title={t('reset.new')}
      help={joined([t('password.rule'), t('reset.rule')])}
      submitLabel={t('reset.save')}
      note={t('reset.freeze')}
      sent={sent}
      form={form}
      onSubmit={() => void submit()}
      isRunning={isRunning}
    />
  )
}
