import type { Balance } from '@adcoin/contract'
import { formatCash, formatCoin, formatPercent } from '@adcoin/i18n/formats'
import { Amount, Receipt } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { Quote } from './quote.ts'
import { usePriceText } from './use-price-text.ts'
import type { Offer } from './use-sell.ts'

/** Price, fee, time and what arrives: the same receipt on both steps, before the confirming tap. */
export function QuoteReceipt({
  quote,
  offer,
  balance,
  first,
}: {
  quote: Quote
  offer: Offer
  balance: Balance
  first: string
}) {
  const t = useT()
  const priceText = usePriceText()
  const cash = (amount: string) => formatCash({ amount, currency: offer.currency, scale: offer.scale })
  const after = BigInt(balance.amount) - BigInt(quote.amount)
  return (
    <>
      <Receipt
        rows={[
          { label: first, value: <Amount minor={quote.amount} /> },
          { label: t('sell.price'), value: priceText(offer, { currency: offer.currency, scale: offer.scale }) },
          { label: t('sell.serviceFee'), value: t('sell.included') },
          {
            label: t('sell.fee', { percent: formatPercent(offer.fee_bps / 10_000) }),
            value: <Amount minor={`-${quote.fee}`} sign="always" />,
          },
          { label: t('sell.paid'), value: t('sell.within', { count: balance.config?.pay_hours ?? 24 }) },
          { label: t('sell.receive'), value: cash(quote.payout), strong: true },
        ]}
      />
      {after >= 0n ? <p className="ac-small ac-2">{t('sell.after', { coin: formatCoin(String(after)) })}</p> : null}
    </>
  )
}
