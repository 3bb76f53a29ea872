import { appPaths, useBack } from '@adcoin/remote'
import { usePerson } from '@adcoin/remote/pages'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { BindForm } from './bind-form.tsx'

export function Page() {
  const t = useT()
  const back = useBack(appPaths.team)
  const { data: person, isError, refetch } = usePerson()
  return (
    <Screen>
      <NavBar title={t('titles.bindInvite')} close onBack={back} />
      <Main>
        {!person ? (
          isError ? (
            <Failed onRetry={() => void refetch()} />
          ) : (
            <>
              <Skeleton shape="card" />
              <Skeleton shape="card" />
            </>
          )
        ) : person.inviter_id ? (
          <Empty
            text={t('inviter.already', { id: person.inviter_id })}
            action={
              <Button kind="secondary" to={appPaths.team}>
                {t('inviter.toTeam')}
              </Button>
            }
          />
        ) : (
          <BindForm person={person} />
        )}
      </Main>
    </Screen>
  )
}
