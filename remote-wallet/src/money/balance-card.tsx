import { formatCash, formatCoin } from '@adcoin/i18n/formats'
import { useHiddenBalance } from '@adcoin/remote/pages'
import { useSession } from '@adcoin/session'
import { Failed, Skeleton } from '@adcoin/ui'
import { Amount, Block } from '@adcoin/ui/pages'
import { pricePerCoin, quoteOf } from '../sell/quote.ts'
import { useT } from '../texts.ts'
import { useBalance } from './use-balance.ts'

/** What can be sold now, what it is worth, and what is on hold and why. Never 0 while unknown. */
export function BalanceCard() {
  const t = useT()
  const saved = useSession(session => session.money)
  const { data, isError, refetch } = useBalance()
  const { isHidden, eye, dots } = useHiddenBalance()
  const money = data ?? saved
  if (!money && isError) return <Failed onRetry={() => void refetch()} />
  if (!money)
    return (
      <Block label={t('money.balance')}>
        <Skeleton shape="amount" />
      </Block>
    )
  const { config } = money
  const cash = (amount: string) =>
    config && formatCash({ amount, currency: config.payout_currency, scale: config.payout_scale })
  const worth =
    config &&
    t('money.worth', {
      cash: cash(quoteOf(money.amount, { ...config, fee_bps: 0 }).payout) ?? '',
      price: cash(pricePerCoin(config)) ?? '',
    })
  return (
    <Block label={t('money.balance')} note={isHidden ? undefined : worth} end={eye}>
      {isHidden ? dots : <Amount minor={money.amount} size="big" />}
      {money.hold !== '0' && !isHidden ? (
        <span className="ac-block__s">{t('money.onHold', { coin: formatCoin(money.hold) })}</span>
      ) : null}
    </Block>
  )
}
