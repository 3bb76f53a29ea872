import { type Address, loginEmail, loginMobile, resetPasswordEmail, resetPasswordMobile } from '@adcoin/contract'
import { joined } from '@adcoin/i18n/formats'
import { useBack, useHost } from '@adcoin/remote'
import { useFormCall } from '@adcoin/remote/forms'
import { useSession } from '@adcoin/session'
import { Hint, Main, NavBar, Screen } from '@adcoin/ui'
import { Steps } from '@adcoin/ui/pages'
import { useEffect, useEffectEvent } from 'react'
import type { Method } from '../account/account-form.ts'
import { LanguageButton } from '../language-button.tsx'
import { useT } from '../texts.ts'
import { AccountStep } from '../verification/account-step.tsx'
import { CodeStep } from '../verification/code-step.tsx'
import { toAccountInput, type Destination } from '../verification/flow.ts'
import { PasswordStep } from '../verification/password-step.tsx'
import { useNewPassword } from '../verification/use-new-password.ts'
import { useVerification, type AccountVerification } from '../verification/use-verification.ts'

type ResetFlowProps = {
  method: Method
  /** The person chose the other method: the address follows. `fixed`: the account has no other. */
  onMethod: ((method: Method) => void) | 'fixed'
  note: string
  /** Target of Back on a fresh page. */
  leaveTo: Address
  /** Opened with the new session; default: the path that was requested before, else home. */
  next?: string
  /** The password is saved, but the login with it failed. */
  onLoggedOut: () => void
}

/** Account, code, new password: for a forgotten password at /login, and for a signed-in person at /resetPwd. */
export function ResetFlow({ method, onMethod, note, leaveTo, ...end }: ResetFlowProps) {
  const t = useT()
  const verification = useVerification('reset')
  const { step, typed, sent } = verification
  const back = useBack(leaveTo)
  const isVisitor = useSession(session => session.person === null)

  const followAddress = useEffectEvent(() => {
    if (typed.method !== method) verification.onTyped({ method })
  })
  useEffect(() => followAddress(), [method])

  return (
    <Screen>
      <NavBar
        onBack={back}
        end={
          <>
            <Steps count={3} current={{ account: 1, code: 2, password: 3 }[step]} />
            {isVisitor && <LanguageButton />}
          </>
        }
      />
      <Main>
        {step === 'account' && typed.method === method && (
          <AccountStep verification={verification} title={t('reset.title')} note={note} onMethod={onMethod} />
        )}
        {step === 'code' && sent && <CodeStep verification={verification} sent={sent} />}
        {step === 'password' && sent && <NewPasswordStep {...{ verification, sent, ...end }} />}
      </Main>
    </Screen>
  )
}

type NewPasswordStepProps = Pick<ResetFlowProps, 'next' | 'onLoggedOut'> & {
  verification: AccountVerification
  sent: Destination
}

/** The last step of a reset. It ends every other session of the account, and begins a new one here. */
function NewPasswordStep({ verification, sent, next, onLoggedOut }: NewPasswordStepProps) {
  const t = useT()
  const host = useHost()
  const newPassword = useNewPassword(verification, sent, {
    call: sent.method === 'mobile' ? resetPasswordMobile : resetPasswordEmail,
    onSaved: (_answer, password) => login.submit({ ...toAccountInput(sent), password }),
  })
  const login = useFormCall(sent.method === 'mobile' ? loginMobile : loginEmail, {
    doing: 'login',
    onSuccess(result) {
      host.showToast(t('loginPassword.saved'), 'good')
      return host.signIn?.(result, next === undefined ? undefined : { next })
    },
    onFailure() {
      host.showToast(t('reset.done'), 'good')
      onLoggedOut()
      return true
    },
  })
  return (
    <PasswordStep
      {...newPassword}
      title={t('reset.new')}
      isRunning={newPassword.isRunning || login.isRunning}
      rule={joined([t('password.rule'), t('reset.rule')])}
      action={t('reset.save')}
    >
      <Hint tone="hint">{t('reset.freeze')}</Hint>
    </PasswordStep>
  )
}
