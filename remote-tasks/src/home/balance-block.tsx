import { payoutOf } from '@adcoin/contract'
import { formatCash } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { useHiddenBalance } from '@adcoin/remote/pages'
import { useSession } from '@adcoin/session'
import { Failed, Skeleton } from '@adcoin/ui'
import { Block, CountingAmount } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useBalance } from './use-home.ts'

/** Keeps the place of the value while the price is not known: the stream can tell an amount before the first answer. */
const emptyLine = '\u00a0'

/** The one balance with its value in the account's currency; the last known copy while a fresh one is on its way. */
export function BalanceBlock() {
  const t = useT()
  const saved = useSession(session => session.money)
  const { data, isError, refetch } = useBalance()
  const { isHidden, eye, dots } = useHiddenBalance()
  const money = data ?? saved
  if (!money && isError) return <Failed onRetry={() => void refetch()} />
  if (!money)
    return (
      <Block label={t('home.balance')}>
        <Skeleton shape="amount" />
      </Block>
    )
  const { config } = money
  const cash =
    config &&
    formatCash({
      amount: String(payoutOf(BigInt(money.amount), BigInt(config.rate_num), BigInt(config.rate_den))),
      currency: config.payout_currency,
      scale: config.payout_scale,
    })
  return (
    <Block
      label={t('home.balance')}
      to={appPaths.money}
      end={eye}
      note={isHidden ? undefined : cash ? t('home.approx', { cash }) : emptyLine}
    >
      {isHidden ? dots : <CountingAmount minor={money.amount} size="big" />}
    </Block>
  )
}
