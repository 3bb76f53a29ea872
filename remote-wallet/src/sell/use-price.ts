import { paywayCurrency, type Balance, type UserPayway } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import type { Price } from './quote.ts'

export type Offer = Price & { currency: string; scale: number }

/** The prices of the country's pay ways; asked again every half minute while shown, so that a quote does not grow old. */
export function usePrices() {
  return useCall(paywayCurrency, {}, { refetchInterval: 30_000 })
}

/** What an account is paid at; without an account, what the money config offers. */
export function offerOf(account: UserPayway | undefined, money: Balance | undefined): Offer | undefined {
  if (account) return account
  const config = money?.config
  return config && { ...config, currency: config.payout_currency, scale: config.payout_scale }
}
