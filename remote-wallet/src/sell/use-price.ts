import type { Balance, UserPayway } from '@adcoin/contract'
import type { Price } from './quote.ts'

export type Offer = Price & { currency: string; scale: number }

/** What an account is paid at; without an account, what the money config offers. */
export function offerOf(account: UserPayway | undefined, money: Balance | undefined): Offer | undefined {
  if (account) return account
  const config = money?.config
  return config && { ...config, currency: config.payout_currency, scale: config.payout_scale }
}
