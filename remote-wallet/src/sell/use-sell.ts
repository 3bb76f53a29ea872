import { paywayCurrency } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useLanguage } from '@adcoin/i18n'
import { parseAmount } from '@adcoin/i18n/formats'
import { useAccounts } from '../accounts/use-accounts.ts'
import { findOffer, findSaleProblem, computeQuote, type SaleProblem } from '../price/quote.ts'
import { useSale } from '../price/sale-draft.ts'
import { useEmittedBalance } from '../price/use-emitted-balance.ts'

export type AmountError = Exclude<ReturnType<typeof parseAmount>, { ok: true }>['why'] | SaleProblem | undefined

/** The sale of both steps. `money` is undefined until balance and accounts are loaded. */
export function useSell() {
  const language = useLanguage()
  const balance = useEmittedBalance()
  const all = useAccounts()
  // Until the current price has arrived, the account's own applies.
  const ways = useCall(paywayCurrency, {}, { errors: 'page' })
  const [{ typed, accountId }, change] = useSale()
  const accounts = all.data?.list.filter(saved => saved.status === 'ready') ?? []
  const account =
    accounts.find(ready => ready.id === accountId) ?? accounts.find(ready => ready.is_default) ?? accounts[0]
  const offer = findOffer(account, balance.data, ways.data?.list)
  const parsed = parseAmount(typed, language, 2)
  const error: AmountError = parsed.ok
    ? offer && balance.data && findSaleProblem(parsed.minor, balance.data.amount, offer)
    : parsed.why
  // A payout below an error would read as a promise.
  const quote =
    parsed.ok && offer && error === undefined && BigInt(parsed.minor) > 0n
      ? computeQuote(parsed.minor, offer)
      : undefined
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
