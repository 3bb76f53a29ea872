import {
  calculateFee,
  calculatePayout,
  type ApiCode,
  type Balance,
  type Payway,
  type UserPayway,
} from '@adcoin/contract'
import { separatorsOf } from '@adcoin/i18n/formats'
import type { InferOutput } from 'valibot'

/** A price with its limits. Rates are payout minor units per coin minor unit. */
type Price = { fee_bps: number; rate_num: string; rate_den: string; min: string; max: string }
export type PriceOffer = Price & { currency: string; scale: number }

/** The values that a person sees before the confirming tap and that the service compares: minor units as strings. */
export type Quote = { amount: string; fee: string; net: string; payout: string; rate_num: string; rate_den: string }

/**
 * The price of an account: the current one of its pay way within the account's own limits; without an account,
 * what the money config offers. Source: rulings.md R5.
 */
export function findOffer(
  account: UserPayway | undefined,
  money: Balance | undefined,
  ways: readonly InferOutput<typeof Payway>[] = [],
): PriceOffer | undefined {
  if (account) {
    const way = ways.find(payWay => payWay.payway_id === account.payway_id)
    return way ? { ...account, rate_num: way.rate_num, rate_den: way.rate_den, fee_bps: way.fee_bps } : account
  }
  const config = money?.config
  return config && { ...config, currency: config.payout_currency, scale: config.payout_scale }
}

/** fee = ceil(2 % of A), payout = floor((A − fee) × rate); nothing else is charged. Source: rulings.md R5. */
export function computeQuote(amount: string, { fee_bps, rate_num, rate_den }: Omit<Price, 'min' | 'max'>): Quote {
  const gross = BigInt(amount)
  const fee = calculateFee(gross, BigInt(fee_bps))
  const net = gross - fee
  const payout = calculatePayout(net, BigInt(rate_num), BigInt(rate_den))
  return { amount, fee: String(fee), net: String(net), payout: String(payout), rate_num, rate_den }
}

/**
 * The worth of one Ad Coin, in payout minor units; below ten of them, that of 10, 100, 1,000 … coins: a
 * coin of 0.8 cent must not be shown as 0.00.
 */
export function toReadablePrice({ rate_num, rate_den }: Pick<Price, 'rate_num' | 'rate_den'>) {
  const computeWorth = (coins: number) => calculatePayout(BigInt(coins) * 100n, BigInt(rate_num), BigInt(rate_den))
  let coins = 1
  while (computeWorth(coins) < 10n && coins < 1_000_000) coins *= 10
  return { coins, cash: String(computeWorth(coins)) }
}

export type SaleProblem = 'insufficient' | 'low' | 'high'

/** Why an amount cannot be withdrawn. */
export function findSaleProblem(
  amount: string,
  available: string,
  { min, max }: Pick<Price, 'min' | 'max'>,
): SaleProblem | undefined {
  const wantedAmount = BigInt(amount)
  if (wantedAmount > BigInt(available)) return 'insufficient'
  if (wantedAmount < BigInt(min)) return 'low'
  if (wantedAmount > BigInt(max)) return 'high'
  return undefined
}

/** The most that can be sold: the balance, or less where the pay way has a lower limit. */
export function findMost(available: string, { max }: Pick<Price, 'max'>): string {
  return BigInt(available) < BigInt(max) ? available : max
}

/** A share of an amount in minor units, rounded down. */
export function computePortion(amount: string, percent: bigint): string {
  return String((BigInt(amount) * percent) / 100n)
}

/** Minor units as a person types them in the language's own separator, without grouping: `1284,50`. */
export function toTypedAmount(minor: string, language: ApiCode): string {
  const digits = minor.padStart(3, '0')
  return `${digits.slice(0, -2)}${separatorsOf(language).decimal}${digits.slice(-2)}`
}
