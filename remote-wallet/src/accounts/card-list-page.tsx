import { appPaths, useBack } from '@adcoin/remote'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Dock, List } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { AccountRow } from './account-row.tsx'
import { useAccounts } from './use-accounts.ts'

export function Page() {
  const t = useT()
  const { data, isError, refetch } = useAccounts()
  return (
    <Screen>
      <NavBar title={t('titles.cards')} onBack={useBack(appPaths.money)} />
      <Main>
        {!data ? (
          isError ? (
            <Failed onRetry={() => void refetch()} />
          ) : (
            <Skeleton shape="rows" lines={2} />
          )
        ) : data.list.length === 0 ? (
          <Empty title={t('accounts.empty')} text={t('accounts.emptyNote')} />
        ) : (
          <>
            <List label={t('titles.cards')}>
              {data.list.map(account => (
                <AccountRow key={account.id} account={account} />
              ))}
            </List>
            <p className="ac-small ac-2">{t('accounts.note')}</p>
          </>
        )}
        <Dock>
          <Button block icon="plus" to={appPaths.addCard}>
            {t('accounts.add')}
          </Button>
        </Dock>
      </Main>
    </Screen>
  )
}
