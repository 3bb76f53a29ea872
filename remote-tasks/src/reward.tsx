import { calculatePayout } from '@adcoin/contract'
import { formatCash } from '@adcoin/i18n/formats'
import { useSession } from '@adcoin/session'
import { Amount, Receipt } from '@adcoin/ui/pages'
import { useT } from './texts.ts'

/**
 * What an amount of Ad Coin is worth in the person's currency at the present price, before the fee; undefined while the
 * price is unknown. The price is that of the last known balance.
 */
export function useWorth(): (minor: string) => string | undefined {
  const t = useT()
  const config = useSession(session => session.money?.config)
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
      {worth === undefined ? null : <span translate="no"> {worth}</span>}
    </>
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
 * What a passed task brought, what that is worth, and from which amount on it can be withdrawn. Nothing while price and
 * least amount are unknown: the reward itself is shown elsewhere.
 */
export function RewardReceipt({ title, reward }: { title: string; reward: string }) {
  const t = useT()
  const worth = useWorth()(reward)
  const least = useSession(session => session.money?.config?.min)
  if (worth === undefined || least === undefined) return null
  return (
    <Receipt
      label={title}
      rows={[
        { label: title, value: <Amount minor={reward} sign="always" />, strong: true },
        { label: t('reward.worth'), value: <span translate="no">{worth}</span> },
        { label: t('reward.withdrawFrom'), value: <Amount minor={least} /> },
      ]}
    />
  )
}
