import { paywayCurrency } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useLanguage } from '@adcoin/i18n'
import { parseAmount } from '@adcoin/i18n/formats'
import { useAccounts } from '../accounts/use-accounts.ts'
import { useBalance } from '../money/use-balance.ts'
import { problemOf, quoteOf, type AmountProblem, type Quote } from './quote.ts'
import { useSelling } from './sell-form.ts'
import { offerOf, type Offer } from './use-price.ts'

export type AmountError = Exclude<ReturnType<typeof parseAmount>, { ok: true }>['why'] | AmountProblem

/**
 * Everything that both steps of selling need: what is offered, what was typed, what it comes to, and what stands in the
 * way.
 */
export function useSell() {
  const language = useLanguage()
  const balance = useBalance()
  const accounts = useAccounts()
  // The price of this moment; until it is there, the account's own stands.
  const ways = useCall(paywayCurrency, {}, { errors: 'page' })
  const [selling, change] = useSelling()
  const ready = accounts.data?.list.filter(account => account.status === 'ready') ?? []
  const account = ready.find(one => one.id === selling.accountId) ?? ready.find(one => one.is_default) ?? ready[0]
  const offer = offerOf(account, balance.data, ways.data?.list)
  const parsed = parseAmount(selling.typed, language, 2)
  const error = parsed.ok
    ? offer && balance.data
      ? problemOf(parsed.minor, balance.data.amount, offer)
      : undefined
    : parsed.why
  // What cannot be sold is not priced: a result beneath an error reads as a promise.
  const quote: Quote | undefined =
    parsed.ok && offer && error === undefined && BigInt(parsed.minor) > 0n ? quoteOf(parsed.minor, offer) : undefined
  return { balance, accounts, ready, account, offer, selling, change, quote, error: error as AmountError | undefined }
}

export type Sell = ReturnType<typeof useSell>
export type { Offer }
