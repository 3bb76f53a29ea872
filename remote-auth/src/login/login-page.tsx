import { appPaths, withQuery, useBack, useDocumentTitle, useHost } from '@adcoin/remote'
import { useNavigate, useSearchParams } from '@adcoin/router'
import { Button, Hint, Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { ButtonRow } from '@adcoin/ui/pages'
import { loginPasskey, passkeyToLogin } from '@adcoin/contract'
import { useFormCall } from '@adcoin/remote/forms'
import { hasPasskeys, passkeyProblem, provePasskey } from '@adcoin/remote/pages'
import { useState, type ReactNode } from 'react'
import type { Method } from '../account/account-form.ts'
import { useT } from '../texts.ts'
import { ResetFlow } from '../reset/reset-flow.tsx'
import { GoogleButton, Or } from '../google/google-button.tsx'
import { useLaunch } from '../landing/use-launch.ts'
import { LanguageButton } from '../language-button.tsx'
import { LoginForm } from './login-form.tsx'
import styles from './login.module.css'

/** `?reset=mobile` or `?reset=email` runs the reset here: the guard protects /resetPwd (rulings.md R2). */
export function Page() {
  const [query] = useSearchParams()
  const reset = query.get('reset')
  return reset === 'mobile' || reset === 'email' ? <ResetFromLogin method={reset} /> : <LogIn />
}

function ResetFromLogin({ method }: { method: Method }) {
  const t = useT()
  const navigate = useNavigate()
  useDocumentTitle(t('titles.resetPassword'))
  return (
    <ResetFlow
      method={method}
      note={t('reset.note')}
      leaveTo={appPaths.login}
      onMethod={next => void navigate(withQuery(appPaths.login, { reset: next }), { replace: true })}
      onLoggedOut={() => void navigate(appPaths.login, { replace: true })}
    />
  )
}

function LogIn() {
  const t = useT()
  return (
    <LoginScreen>
      <OtherWays />
      <p className={styles.newHere}>
        {t('login.newHere')} <TextLink to={appPaths.register}>{t('login.create')}</TextLink>
      </p>
    </LoginScreen>
  )
}

/** What everybody sees first: number and password. The other ways to log in follow where there are some. */
export function LoginScreen({ children }: { children?: ReactNode }) {
  const back = useBack(appPaths.launch)
  return (
    <Screen>
      <NavBar onBack={back} end={<LanguageButton />} />
      <Main>
        <LoginForm />
        {children}
      </Main>
    </Screen>
  )
}

/** Google where the service has it, a passkey where the browser has them; side by side. */
function OtherWays() {
  const t = useT()
  const { data } = useLaunch()
  const { logIn, isRunning, problem } = usePasskeyLogin()
  if (!data?.oauth && !hasPasskeys()) return null
  return (
    <>
      <Or />
      <ButtonRow>
        <GoogleButton isShort />
        {hasPasskeys() && (
          <Button
            kind="secondary"
            block
            icon="key"
            busy={isRunning}
            aria-label={t('login.passkey')}
            onClick={() => void logIn()}
          >
            {t('login.passkeyShort')}
          </Button>
        )}
      </ButtonRow>
      {problem === undefined ? null : (
        <Hint tone="bad" icon="alert" announce>
          {problem}
        </Hint>
      )}
    </>
  )
}

function usePasskeyLogin() {
  const host = useHost()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string>()
  const begin = useFormCall(passkeyToLogin, { doing: 'login', onSuccess: () => {}, onMessage: setProblem })
  const login = useFormCall(loginPasskey, {
    doing: 'login',
    onSuccess: result => host.signIn?.(result),
    onMessage: setProblem,
  })

  async function logIn(): Promise<void> {
    setProblem(undefined)
    setRunning(true)
    try {
      const challenge = await begin.submit({})
      if (challenge) await login.submit(await provePasskey(challenge))
    } catch (error) {
      setProblem(passkeyProblem(error))
    }
    setRunning(false)
  }
  return { logIn, isRunning, problem }
}
