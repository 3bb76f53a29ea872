import type { ApiCode, Balance } from '@adcoin/contract'
import { amountExample, formatCoin } from '@adcoin/i18n/formats'
import type { useT } from '../texts.ts'
import type { AmountError, Offer } from './use-sell.ts'

/** What is wrong with the amount and what to do, with an example in the language's own form. */
export function amountErrorText(
  t: ReturnType<typeof useT>,
  error: AmountError,
  { money, offer, language }: { money: Balance; offer: Offer; language: ApiCode },
): string {
  if (error === 'insufficient') return t('sell.error.insufficient', { coin: formatCoin(money.amount) })
  if (error === 'range') return t('sell.error.range', { min: formatCoin(offer.min), max: formatCoin(offer.max) })
  return t(`sell.error.${error}`, { example: amountExample(language) })
}
