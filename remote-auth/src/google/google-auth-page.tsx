import { appPaths } from '@adcoin/remote'
import { Button, Empty, Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { LanguageButton } from '../language-button.tsx'
import { useT } from '../texts.ts'
import { Waiting } from '../waiting.tsx'
import { GoogleButton } from './google-button.tsx'
import { useGoogleLogin } from './use-google-login.ts'

export function Page() {
  const t = useT()
  const problem = useGoogleLogin()
  if (problem === undefined) {
    return (
      <Screen>
        <Waiting title={t('google.waiting')} note={t('google.waitingNote')}>
          <TextLink to={appPaths.login}>{t('google.cancel')}</TextLink>
        </Waiting>
      </Screen>
    )
  }
  return (
    <Screen>
      <NavBar title={t('titles.googleAuth')} backTo={appPaths.login} end={<LanguageButton />} />
      <Main>
        <Empty
          area
          title={t('google.failed')}
          text={<span role="alert">{problem}</span>}
          action={<Button to={appPaths.login}>{t('google.other')}</Button>}
        />
        <GoogleButton />
      </Main>
    </Screen>
  )
}
