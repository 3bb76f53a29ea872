import type { Balance, UserPayway } from '@adcoin/contract'
import type { PayWay } from '../accounts/account-checks.ts'
import type { Price } from './quote.ts'

export type Offer = Price & { currency: string; scale: number }

/**
 * What an account is paid at: its way's price of this moment, within the account's own limits; without an account, what
 * the money config offers. Source: rulings.md R5.
 */
export function offerOf(
  account: UserPayway | undefined,
  money: Balance | undefined,
  ways: readonly PayWay[] = [],
): Offer | undefined {
  if (account) {
    const way = ways.find(one => one.payway_id === account.payway_id)
    return way ? { ...account, rate_num: way.rate_num, rate_den: way.rate_den, fee_bps: way.fee_bps } : account
  }
  const config = money?.config
  return config && { ...config, currency: config.payout_currency, scale: config.payout_scale }
}
