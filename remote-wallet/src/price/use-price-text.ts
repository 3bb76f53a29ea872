import { formatCash, formatNumber } from '@adcoin/i18n/formats'
import { useT } from '../texts.ts'
import { toReadablePrice } from './quote.ts'

type Rate = Parameters<typeof toReadablePrice>[0]

/** `100 Ad Coin = 0.86 €`: the price of as many coins as make it readable. */
export function usePriceText(): (rate: Rate, payout: { currency: string; scale: number }) => string {
  const t = useT()
  return (rate, { currency, scale }) => {
    const { coins, cash } = toReadablePrice(rate)
    return t('sell.each', { coins: formatNumber(coins), price: formatCash({ amount: cash, currency, scale }) })
  }
}
