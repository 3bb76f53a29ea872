import { balance, calculatePayout, type Balance } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { formatCash } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { useSession } from '@adcoin/session'
import { Button } from '@adcoin/ui'
import { Amount, Receipt } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import styles from './picture/picture.module.css'
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

/** A sentence with an amount, as `children`, in the place of `|`. */
export function SentenceWith({ text, children }: { text: string; children: ReactNode }) {
  const [before = '', after = ''] = text.split('|')
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}

/** True if the balance can be withdrawn now. */
export function useCanWithdraw(): boolean {
  const money = useMoney()
  if (!money?.config) return false
  const { withdraw_enabled: isOpen, frozen_until: frozenUntil, min } = money.config
  return Boolean(isOpen) && !frozenUntil && BigInt(money.amount) >= BigInt(min)
}

/** True if this reward is all that the person has. */
export function useIsFirstReward(): (reward: string) => boolean {
  const money = useMoney()
  return reward => money?.config !== undefined && reward !== '0' && reward === money.amount
}

/** The receipt of a person's first reward: what it is worth, from which amount on it can be withdrawn, one button. */
export function FirstReward({ reward }: { reward: string }) {
  const t = useT()
  const worth = useWorth()(reward)
  const config = useMoney()?.config
  const canWithdraw = useCanWithdraw()
  if (!config) return null
  return (
    <Receipt
      label={t('reward.first')}
      rows={[
        { label: t('reward.first'), value: <Amount minor={reward} sign="always" />, strong: true },
        { label: t('reward.worth'), value: <span translate="no">{worth}</span> },
        { label: t('reward.withdrawFrom'), value: <Amount minor={config.min} /> },
      ]}
    >
      <Button block className={styles['below']} to={canWithdraw ? appPaths.sell : appPaths.tasks}>
        {t(canWithdraw ? 'done.withdraw' : 'record.toTasks')}
      </Button>
    </Receipt>
  )
}
