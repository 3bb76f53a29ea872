import { formatCash, formatCoin } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import type { useHiddenBalance } from '@adcoin/remote/pages'
import { useSession } from '@adcoin/session'
import { Failed, Skeleton, TextLink } from '@adcoin/ui'
import { Block, CountingAmount } from '@adcoin/ui/pages'
import { quoteOf } from '../price/quote.ts'
import { usePriceText } from '../price/use-price-text.ts'
import { useT } from '../texts.ts'
import { useBalance } from '../price/use-balance.ts'
import { useIncome } from './use-income.ts'

/** Keeps the height of the line while the price is unknown. */
const emptyLine = '\u00a0'

/** The balance, its worth, and the amounts in review and on hold. Never 0 while unknown. */
export function BalanceCard({ isHidden, eye, dots }: ReturnType<typeof useHiddenBalance>) {
  const t = useT()
  const priceText = usePriceText()
  const saved = useSession(session => session.money)
  const { data, isError, refetch } = useBalance()
  const inReview = useIncome().data?.review_amount ?? '0'
  const money = data ?? saved
  if (!money && isError) return <Failed onRetry={() => void refetch()} />
  if (!money)
    return (
      <Block label={t('money.balance')}>
        <Skeleton shape="amount" />
      </Block>
    )
  const { config } = money
  const payout = config && { currency: config.payout_currency, scale: config.payout_scale }
  const worth =
    payout &&
    t('money.worth', {
      cash: formatCash({ amount: quoteOf(money.amount, { ...config, fee_bps: 0 }).payout, ...payout }),
      price: priceText(config, payout),
    })
  return (
    <Block label={t('money.balance')} note={isHidden ? undefined : (worth ?? emptyLine)} end={eye}>
      {isHidden ? dots : <CountingAmount minor={money.amount} size="big" />}
      {inReview !== '0' && !isHidden ? (
        <TextLink to={appPaths.adRecord}>{t('money.inReview', { coin: formatCoin(inReview) })}</TextLink>
      ) : null}
      {money.hold !== '0' && !isHidden ? (
        <span className="ac-block__s">{t('money.onHold', { coin: formatCoin(money.hold) })}</span>
      ) : null}
    </Block>
  )
}
