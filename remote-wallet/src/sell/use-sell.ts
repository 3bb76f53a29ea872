import { paywayCurrency } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useLanguage } from '@adcoin/i18n'
import { parseAmount } from '@adcoin/i18n/formats'
import { useAccounts } from '../accounts/use-accounts.ts'
import { offerOf, problemOf, quoteOf, type SaleProblem } from '../price/quote.ts'
import { useSale } from '../price/sale-draft.ts'
import { useBalance } from '../price/use-balance.ts'

export type AmountError = Exclude<ReturnType<typeof parseAmount>, { ok: true }>['why'] | SaleProblem | undefined

/** The sale of both steps. `money` is undefined until balance and accounts are loaded. */
export function useSell() {
  const language = useLanguage()
  const balance = useBalance()
  const all = useAccounts()
  // Until the current price has arrived, the account's own applies.
  const ways = useCall(paywayCurrency, {}, { errors: 'page' })
  const [{ typed, accountId }, change] = useSale()
  const accounts = all.data?.list.filter(one => one.status === 'ready') ?? []
  const account = accounts.find(one => one.id === accountId) ?? accounts.find(one => one.is_default) ?? accounts[0]
  const offer = offerOf(account, balance.data, ways.data?.list)
  const parsed = parseAmount(typed, language, 2)
  const error: AmountError = parsed.ok
    ? offer && balance.data && problemOf(parsed.minor, balance.data.amount, offer)
    : parsed.why
  // A payout below an error would read as a promise.
  const quote =
    parsed.ok && offer && error === undefined && BigInt(parsed.minor) > 0n ? quoteOf(parsed.minor, offer) : undefined
  return {
    money: all.data && balance.data,
    hasFailed: balance.isError || all.isError,
    retry: () => void Promise.all([balance.refetch(), all.refetch()]),
    accounts,
    account,
    offer,
    typed,
    change,
    quote,
    error,
  }
}
