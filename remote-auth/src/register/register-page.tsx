import { useErrorText, useFormContext } from '@adcoin/remote/forms'
import { Failed, IconButton, Skeleton, Hint, Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { SelectField, Steps } from '@adcoin/ui/pages'
import { appPaths, useBack, useHost } from '@adcoin/remote'
import { failureText, OperatorNotices } from '@adcoin/remote/pages'
import { setPasswordEmail, setPasswordMobile } from '@adcoin/contract'
import { useState, type ReactNode } from 'react'
import { savedInviter } from '@adcoin/session'
import { useT } from '../texts.ts'
import type { AccountValues } from '../account/account-form.ts'
import { useRegions } from '../account/use-regions.ts'
import { AboutLinks } from '../about/about-links.tsx'
import { GoogleFirst } from '../google/google-button.tsx'
import { LanguageButton } from '../language-button.tsx'
import { AccountStep } from '../verification/account-step.tsx'
import { CodeStep } from '../verification/code-step.tsx'
import { type AccountVerification, useVerification } from '../verification/use-verification.ts'
import type { Destination } from '../verification/flow.ts'
import { PasswordStep } from '../verification/password-step.tsx'
import { useNewPassword } from '../verification/use-new-password.ts'
import styles from './register.module.css'

export function Page() {
  return (
    <RegisterScreen>
      <OperatorNotices />
    </RegisterScreen>
  )
}

/** The country of an account without a number: it decides the currency. */
function RegionField() {
  const t = useT()
  const errorText = useErrorText()
  const { watch, setValue, clearErrors, formState } = useFormContext<AccountValues>()
  const { data: regions, likely, isError, refetch } = useRegions()
  if (watch('method') !== 'email') return null
  if (isError && !regions) return <Failed onRetry={() => void refetch()} />
  if (!regions) return <Skeleton shape="text" lines={2} />
  return (
    <SelectField
      label={t('account.region')}
      help={t('account.regionHelp')}
      error={errorText(formState.errors.region)}
      placeholder={null}
      autoComplete="country"
      options={regions.map(({ region, name }) => ({ value: region, label: name }))}
      value={watch('region') || likely}
      onChange={event => {
        setValue('region', event.target.value)
        clearErrors('region')
      }}
    />
  )
}

/** What everybody sees first. What a link decides follows below it, so that nothing moves. */
export function RegisterScreen({ children }: { children?: ReactNode }) {
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
            above={<GoogleFirst />}
            below={
              <p className="ac-dock__why">
                {t('register.already')} <TextLink to={appPaths.login}>{t('register.login')}</TextLink>
              </p>
            }
          >
            <RegionField />
            {inviter.code && <InvitedBy code={inviter.code} onRemove={inviter.remove} />}
            {children}
          </AccountStep>
        )}
        {step === 'account' && <AboutLinks screen={appPaths.launch} isSmall />}
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
      rule={t('password.rule')}
      action={t('password.continue')}
    >
      {code && <InvitedBy code={code} onRemove={remove} problem={problem} isLast />}
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
  /** The account is created with it now. */
  isLast?: boolean
}

function InvitedBy({ code, onRemove, problem, isLast = false }: InvitedByProps) {
  const t = useT()
  const invited = t(isLast ? 'register.invitedForGood' : 'register.invited', { code })
  return (
    <Hint tone={problem ? 'bad' : 'hint'} icon={problem ? 'alert' : 'group'} announce={problem !== undefined}>
      <div className={styles.invited}>
        <p className="ac-grow">{problem ? t('register.inviteWrong', { reason: problem }) : invited}</p>
        <IconButton icon="close" size={20} label={t('register.removeInvite')} onClick={onRemove} />
      </div>
    </Hint>
  )
}
