import { appPaths, useBack } from '@adcoin/remote'
import { useSearchParams } from '@adcoin/router'
import { Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { GoogleButton } from '../google/google-button.tsx'
import { LanguageButton } from '../language-button.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { ResetFromLogin } from '../reset/reset-from-login.tsx'
import { useT } from '../texts.ts'
import { LoginForm } from './login-form.tsx'
import styles from './login.module.css'

/** `?reset=mobile` or `?reset=email` runs the reset here: the guard protects /resetPwd (rulings.md R2). */
export function Page() {
  const [query] = useSearchParams()
  const reset = query.get('reset')
  return reset === 'mobile' || reset === 'email' ? <ResetFromLogin method={reset} /> : <LogIn />
}

function LogIn() {
  const t = useT()
  const back = useBack(appPaths.launch)
  return (
    <Screen>
      <NavBar onBack={back} end={<LanguageButton />} />
      <Main>
        <LoginForm />
        <GoogleButton />
        <PasskeyLogin />
        <p className={styles.newHere}>
          {t('login.newHere')} <TextLink to={appPaths.register}>{t('login.create')}</TextLink>
        </p>
      </Main>
    </Screen>
  )
}
