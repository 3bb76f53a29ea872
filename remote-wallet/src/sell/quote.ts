import { feeOf, payoutOf } from '@adcoin/contract'

/** A price with its limits: the money config's, or an account's own. Rates are payout minor units per coin minor unit. */
export type Price = { fee_bps: number; rate_num: string; rate_den: string; min: string; max: string }

/** What a person sees before the confirming tap and what the service compares: minor units as strings. */
export type Quote = { amount: string; fee: string; net: string; payout: string; rate_num: string; rate_den: string }

/** fee = ceil(2 % of A), payout = floor((A − fee) × rate); nothing else is charged. Source: ruling R5. */
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

/** What one whole Ad Coin is worth, in payout minor units. */
export function pricePerCoin(price: Pick<Price, 'rate_num' | 'rate_den'>): string {
  return String(payoutOf(100n, BigInt(price.rate_num), BigInt(price.rate_den)))
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
export function typedAmount(minor: string, decimalSeparator: string): string {
  const digits = minor.padStart(3, '0')
  return `${digits.slice(0, -2)}${decimalSeparator}${digits.slice(-2)}`
}
