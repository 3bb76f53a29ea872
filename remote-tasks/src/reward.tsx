import { balance, calculatePayout, type Balance } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { formatCash } from '@adcoin/i18n/formats'
import { useSession } from '@adcoin/session'
import { Amount, Receipt } from '@adcoin/ui/pages'
import { useT } from './texts.ts'

/** The person's balance with its price: the last known one. Where the browser has none, it is asked for. */
export function useMoney(): Balance | undefined {
  const saved = useSession(session => session.money)
  const { data } = useCall(balance, { fw: 'true' }, { enabled: !saved?.config, errors: 'page' })
  return saved?.config ? saved : (data ?? saved ?? undefined)
}

/**
 * What an amount of Ad Coin is worth in the person's currency at the present price, before the fee; undefined while the
 * price is unknown.
 */
export function useWorth(): (minor: string) => string | undefined {
  const t = useT()
  const config = useMoney()?.config
  return minor => {
    if (!config) return undefined
    const { rate_num, rate_den, payout_currency: currency, payout_scale: scale } = config
    const amount = String(calculatePayout(BigInt(minor), BigInt(rate_num), BigInt(rate_den)))
    return t('home.approx', { cash: formatCash({ amount, currency, scale }) })
  }
}

/** α60.00 ≈ MX$10.80 */
export function Worth({ minor }: { minor: string }) {
  const worth = useWorth()(minor)
  return (
    <>
      <Amount minor={minor} />
      {worth === undefined ? <WorthToCome /> : <span translate="no"> {worth}</span>}
    </>
  )
}

/** Keeps the width of most amounts until the price is known, so that no line wraps as it arrives. */
function WorthToCome() {
  return (
    <span className="ac-unseen" aria-hidden="true">
      {' ≈\u00a0MX$00.00'}
    </span>
  )
}

/** A sentence with an amount and its worth in the place of `|`. */
export function SentenceWithWorth({ text, minor }: { text: string; minor: string }) {
  const [before = '', after = ''] = text.split('|')
  return (
    <>
      {before}
      <Worth minor={minor} />
      {after}
    </>
  )
}

/**
 * The receipt of a person's first reward: what it is worth, and from which amount on it can be withdrawn. Shown while
 * that reward is all that the person has.
 */
export function FirstReward({ reward }: { reward: string }) {
  const t = useT()
  const worth = useWorth()(reward)
  const money = useMoney()
  if (worth === undefined || !money?.config || reward === '0' || reward !== money.amount) return null
  return (
    <Receipt
      label={t('reward.first')}
      rows={[
        { label: t('reward.first'), value: <Amount minor={reward} sign="always" />, strong: true },
        { label: t('reward.worth'), value: <span translate="no">{worth}</span> },
        { label: t('reward.withdrawFrom'), value: <Amount minor={money.config.min} /> },
      ]}
    />
  )
}
