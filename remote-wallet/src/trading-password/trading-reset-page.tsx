import type { UserSetting } from '@adcoin/contract'
import { appPaths, NotFound, useBack } from '@adcoin/remote'
import { useParams } from '@adcoin/router'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { isFirstByCode } from './rules.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { usePerson } from './use-person.ts'
import type { FindType } from './use-reset-password.ts'

export function Page() {
  const t = useT()
  const { findType } = useParams()
  const back = useBack(appPaths.tradingPassword)
  const { data: person, isError, refetch } = usePerson()
  const isFirst = person !== undefined && isFirstByCode(person)
  if (findType !== 'mobile' && findType !== 'email') return <NotFound />
  return (
    <Screen>
      <NavBar title={t(isFirst ? 'titles.tradingSetting' : 'titles.tradingReset')} onBack={back} />
      <Main>
        {person ? (
          <Reset key={findType} findType={findType} person={person} />
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

/** Where nothing is registered to send a code to: the other way. */
function Reset({ findType, person }: { findType: FindType; person: UserSetting }) {
  const t = useT()
  const destination = person[findType]
  if (destination) return <ResetPasswordForm findType={findType} person={person} destination={destination} />
  return findType === 'mobile' ? (
    <Empty
      text={t('trading.noMobile')}
      action={<Button to={appPaths.resetTradingPassword({ findType: 'email' })}>{t('trading.byEmail')}</Button>}
    />
  ) : (
    <Empty
      text={t('trading.noEmail')}
      action={<Button to={appPaths.resetTradingPassword({ findType: 'mobile' })}>{t('trading.byMobile')}</Button>}
    />
  )
}
