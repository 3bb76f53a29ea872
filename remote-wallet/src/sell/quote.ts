import { feeOf, payoutOf, type ApiCode } from '@adcoin/contract'
import { separatorsOf } from '@adcoin/i18n/formats'

/**
 * A price with its limits: the money config's, or an account's own. Rates are payout minor units per coin minor unit.
 */
export type Price = { fee_bps: number; rate_num: string; rate_den: string; min: string; max: string }

/** What a person sees before the confirming tap and what the service compares: minor units as strings. */
export type Quote = { amount: string; fee: string; net: string; payout: string; rate_num: string; rate_den: string }

/** fee = ceil(2 % of A), payout = floor((A − fee) × rate); nothing else is charged. Source: rulings.md R5. */
export function quoteOf(amount: string, price: Price): Quote {
  const gross = BigInt(amount)
  const fee = feeOf(gross, BigInt(price.fee_bps))
  const net = gross - fee
  const payout = payoutOf(net, BigInt(price.rate_num), BigInt(price.rate_den))
  return {
    amount,
    fee: String(fee),
    net: String(net),
    payout: String(payout),
    rate_num: price.rate_num,
    rate_den: price.rate_den,
  }
}

/** A price that can be read: how much so many whole Ad Coin are worth, `cash` in payout minor units. */
export type ReadablePrice = { coins: number; cash: string }

/**
 * What one Ad Coin is worth; where that is below ten of the currency's smallest units, what 10, 100, 1,000 … are: a
 * coin of 0.8 cent must not be shown as 0.00.
 */
export function readablePrice({ rate_num, rate_den }: Pick<Price, 'rate_num' | 'rate_den'>): ReadablePrice {
  const worth = (coins: number) => payoutOf(BigInt(coins) * 100n, BigInt(rate_num), BigInt(rate_den))
  let coins = 1
  while (worth(coins) < 10n && coins < 1_000_000) coins *= 10
  return { coins, cash: String(worth(coins)) }
}

export type AmountProblem = 'insufficient' | 'range'

/** Why an amount cannot be taken out, if it cannot. */
export function problemOf(
  amount: string,
  available: string,
  { min, max }: Pick<Price, 'min' | 'max'>,
): AmountProblem | undefined {
  const asked = BigInt(amount)
  if (asked > BigInt(available)) return 'insufficient'
  if (asked < BigInt(min) || asked > BigInt(max)) return 'range'
  return undefined
}

/** A share of the balance in minor units, rounded down. */
export function portionOf(available: string, percent: bigint): string {
  return String((BigInt(available) * percent) / 100n)
}

/** Minor units as a person types them in the language's own separator, without grouping: `1284,50`. */
export function typedAmount(minor: string, language: ApiCode): string {
  const digits = minor.padStart(3, '0')
  return `${digits.slice(0, -2)}${separatorsOf(language).decimal}${digits.slice(-2)}`
}
