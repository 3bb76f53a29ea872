import { appPaths, useBack } from '@adcoin/remote'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { AccountFields } from './account-fields.tsx'
import { useAddAccount } from './use-add-account.ts'

export function Page() {
  const t = useT()
  const adding = useAddAccount()
  const { ways, banks } = adding
  return (
    <Screen>
      <NavBar title={t('titles.cardAdd')} close onBack={useBack(appPaths.cards)} />
      <Main>
        {ways.data && banks.data ? (
          <AccountFields adding={adding} banks={banks.data.list} />
        ) : ways.isError || banks.isError ? (
          <Failed onRetry={() => void Promise.all([ways.refetch(), banks.refetch()])} />
        ) : (
          <>
            <Skeleton shape="card" />
            <Skeleton lines={4} />
          </>
        )}
      </Main>
    </Screen>
  )
}
