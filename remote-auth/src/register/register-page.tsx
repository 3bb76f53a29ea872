import { appPaths, useBack, useHost } from '@adcoin/remote'
import { failureText, OperatorNotices } from '@adcoin/remote/pages'
import { Hint, Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { Steps } from '@adcoin/ui/pages'
import { setPasswordEmail, setPasswordMobile } from '@adcoin/contract'
import { useState } from 'react'
import { savedInviter } from '@adcoin/session'
import { AboutLinks } from '../about/about-links.tsx'
import { RegionField } from '../account/region-field.tsx'
import { GoogleButton } from '../google/google-button.tsx'
import { LanguageButton } from '../language-button.tsx'
import { AccountStep } from '../verification/account-step.tsx'
import { CodeStep } from '../verification/code-step.tsx'
import { type AccountVerification, useVerification } from '../verification/use-verification.ts'
import { useT } from '../texts.ts'
import type { Destination } from '../verification/flow.ts'
import { PasswordStep } from '../verification/password-step.tsx'
import { useNewPassword } from '../verification/use-new-password.ts'

export function Page() {
  const t = useT()
  const verification = useVerification('register')
  const inviter = useInviter()
  const { step, sent } = verification
  const back = useBack(step === 'account' ? appPaths.launch : appPaths.register)
  return (
    <Screen>
      <NavBar
        onBack={back}
        end={
          <>
            <Steps count={3} current={step === 'password' ? 2 : 1} />
            <LanguageButton />
          </>
        }
      />
      <Main>
        {step === 'account' && (
          <AccountStep
            verification={verification}
            title={t('register.title')}
            below={
              <p className="ac-dock__why">
                {t('register.already')} <TextLink to={appPaths.login}>{t('register.login')}</TextLink>
              </p>
            }
          >
            <RegionField />
            {inviter.code && <InvitedBy code={inviter.code} onRemove={inviter.remove} />}
            <GoogleButton />
            <AboutLinks screen={appPaths.launch} />
            <OperatorNotices />
          </AccountStep>
        )}
        {step === 'code' && sent && <CodeStep verification={verification} sent={sent} />}
        {step === 'password' && sent && <CreatePassword verification={verification} sent={sent} inviter={inviter} />}
      </Main>
    </Screen>
  )
}

type CreatePasswordProps = {
  verification: AccountVerification
  sent: Destination
  inviter: ReturnType<typeof useInviter>
}

/** The last step of a registration: creates the account and signs in (rulings.md R2). */
function CreatePassword({ verification, sent, inviter: { code, remove } }: CreatePasswordProps) {
  const t = useT()
  const host = useHost()
  const [problem, setProblem] = useState<string>()
  const { region } = sent.method === 'mobile' ? sent.phone : sent
  const newPassword = useNewPassword(verification, sent, {
    call: sent.method === 'mobile' ? setPasswordMobile : setPasswordEmail,
    extra: { ...(code ? { invite_code: code } : {}), ...(region ? { region } : {}) },
    async onSaved(answer) {
      if ('authorized_key' in answer) await host.signIn?.(answer, { next: appPaths.welcome })
    },
    onFailure(failure) {
      const isOfInvite = failure.key?.startsWith('invite_') || failure.fields?.['invite_code'] !== undefined
      if (isOfInvite) setProblem(failureText(failure))
      return isOfInvite
    },
  })
  return (
    <PasswordStep
      {...newPassword}
      title={t('password.create')}
      help={t('password.rule')}
      action={t('password.continue')}
    >
      {code && <InvitedBy code={code} onRemove={remove} problem={problem} />}
    </PasswordStep>
  )
}

/** The code of the link: sent with the registration unless the person removes it. Source: rulings.md R2. */
function useInviter() {
  const host = useHost()
  const [code, setCode] = useState(savedInviter)
  return {
    code,
    remove() {
      host.forgetInviter?.()
      setCode(null)
    },
  }
}

type InvitedByProps = {
  code: string
  onRemove: () => void
  /** Why the code cannot be used. */
  problem?: string | undefined
}

function InvitedBy({ code, onRemove, problem }: InvitedByProps) {
  const t = useT()
  return (
    <Hint tone={problem ? 'bad' : 'hint'} icon={problem ? 'alert' : 'group'} announce={problem !== undefined}>
      <p>{problem ? t('register.inviteWrong', { reason: problem }) : t('register.invited', { code })}</p>
      <TextLink onClick={onRemove}>{t('register.removeInvite')}</TextLink>
    </Hint>
  )
}
