import { formatCash, formatNumber } from '@adcoin/i18n/formats'
import { useT } from '../texts.ts'
import { readablePrice } from './quote.ts'

type Rate = { rate_num: string; rate_den: string }
type Payout = { currency: string; scale: number }

/** `100 Ad Coin = 0.86 €`: the price in words, with as many coins as it takes to be read. */
export function usePriceText(): (rate: Rate, payout: Payout) => string {
  const t = useT()
  return (rate, payout) => {
    const { coins, cash } = readablePrice(rate)
    return t('sell.each', { coins: formatNumber(coins), price: formatCash({ amount: cash, ...payout }) })
  }
}
