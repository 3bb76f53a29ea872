import { appPaths, useBack } from '@adcoin/remote'
import { Navigate } from '@adcoin/router'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { isFirstByCode } from './rules.ts'
import { SetPasswordForm } from './set-password-form.tsx'
import { usePerson } from './use-person.ts'

/** A person without a login password (Google) proves with a code that it is them. */
export function Page() {
  const t = useT()
  const back = useBack(appPaths.settings)
  const { data: person, isError, refetch } = usePerson()
  if (person && isFirstByCode(person))
    return <Navigate to={appPaths.resetTradingPassword({ findType: person.mobile ? 'mobile' : 'email' })} replace />
  return (
    <Screen>
      <NavBar title={t('titles.tradingSetting')} onBack={back} />
      <Main>
        {person ? (
          <SetPasswordForm person={person} />
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton lines={2} />
            <Skeleton shape="card" />
          </>
        )}
      </Main>
    </Screen>
  )
}
