import { appPaths, useBack } from '@adcoin/remote'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { useSell } from '../sell/use-sell.ts'
import { useT } from '../texts.ts'
import { ConfirmForm } from './confirm-form.tsx'

/** Where to, what it costs, and is it you; confirming posts the request. The amount comes from step one. */
export function ConfirmWithdrawal() {
  const t = useT()
  const back = useBack(appPaths.sell)
  const sell = useSell()
  const { balance, accounts, quote, offer, error } = sell
  const hasFailed = balance.isError || accounts.isError
  return (
    <Screen>
      <NavBar title={t('titles.sell')} onBack={back} />
      <Main>
        {balance.data && accounts.data ? (
          quote && offer && !error ? (
            <ConfirmForm sell={sell} quote={quote} offer={offer} money={balance.data} />
          ) : (
            <Empty text={t('withdraw.noAmount')} action={<Button to={appPaths.sell}>{t('withdraw.toSell')}</Button>} />
          )
        ) : hasFailed ? (
          <Failed onRetry={() => void Promise.all([balance.refetch(), accounts.refetch()])} />
        ) : (
          <>
            <Skeleton shape="card" />
            <Skeleton shape="card" />
          </>
        )}
      </Main>
    </Screen>
  )
}
