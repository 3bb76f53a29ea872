import { getSetting } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { Failed, Main, NavBar, Screen, Skeleton, TextLink } from '@adcoin/ui'
import { Stack } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useAfterWelcome } from './use-welcome.ts'
import { WelcomeForm } from './welcome-form.tsx'

export function Page() {
  const t = useT()
  const { data: user, isError, refetch } = useCall(getSetting, {}, { errors: 'page' })
  return (
    <Screen>
      <NavBar end={<TextLink to={useAfterWelcome()}>{t('welcome.skip')}</TextLink>} />
      <Main>
        <Stack gap={2}>
          <h1 className="ac-h1" tabIndex={-1}>
            {t('welcome.title')}
          </h1>
          <p className="ac-2">{t(user?.inviter_id ? 'welcome.noteName' : 'welcome.note')}</p>
        </Stack>
        {user ? (
          <WelcomeForm user={user} />
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={4} />
        )}
      </Main>
    </Screen>
  )
}
