import type { Balance } from '@adcoin/contract'
import { formatCash, formatCoin, formatPercent } from '@adcoin/i18n/formats'
import { Amount, Receipt } from '@adcoin/ui/pages'
import type { PriceOffer, Quote } from '../price/quote.ts'
import { usePriceText } from '../price/use-price-text.ts'
import { useT } from '../texts.ts'

type QuoteReceiptProps = {
  quote: Quote
  offer: PriceOffer
  money: Balance
  amountLabel: string
}

/** Price, fee, time and payout: the same receipt on both steps, before the confirming tap. */
export function QuoteReceipt({ quote, offer, money, amountLabel }: QuoteReceiptProps) {
  const t = useT()
  const priceText = usePriceText()
  const { currency, scale } = offer
  const after = BigInt(money.amount) - BigInt(quote.amount)
  return (
    <>
      <Receipt
        rows={[
          { label: amountLabel, value: <Amount minor={quote.amount} /> },
          { label: t('sell.price'), value: priceText(offer, offer) },
          { label: t('sell.serviceFee'), value: t('sell.included') },
          {
            label: t('sell.fee', { percent: formatPercent(offer.fee_bps / 10_000) }),
            value: <Amount minor={`-${quote.fee}`} sign="always" />,
          },
          { label: t('sell.paid'), value: t('sell.within', { count: money.config?.pay_hours ?? 24 }) },
          { label: t('sell.receive'), value: formatCash({ amount: quote.payout, currency, scale }), strong: true },
        ]}
      />
      {after >= 0n ? <p className="ac-small ac-2">{t('sell.after', { coin: formatCoin(String(after)) })}</p> : null}
    </>
  )
}
