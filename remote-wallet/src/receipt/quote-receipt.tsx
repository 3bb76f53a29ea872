import type { Balance } from '@adcoin/contract'
import { formatCoin, formatPercent } from '@adcoin/i18n/formats'
import { Amount, AmountText, Receipt } from '@adcoin/ui/pages'
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
  const price = priceText(offer, offer)
  const after = BigInt(money.amount) - BigInt(quote.amount)
  const left = formatCoin(String(after))
  return (
    <>
      <Receipt
        rows={[
          { label: amountLabel, value: <Amount minor={quote.amount} /> },
          { label: t('sell.price'), value: <AmountText text={price} amounts={[price]} /> },
          { label: t('sell.serviceFee'), value: t('sell.included') },
          {
            label: t('sell.fee', { percent: formatPercent(offer.fee_bps / 10_000) }),
            value: <Amount minor={`-${quote.fee}`} sign="always" />,
          },
          { label: t('sell.paid'), value: t('sell.within', { count: money.config?.pay_hours ?? 24 }) },
          { label: t('sell.receive'), value: <Amount minor={quote.payout} {...{ currency, scale }} />, strong: true },
        ]}
      />
      {after >= 0n ? (
        <p className="ac-small ac-2">
          <AmountText text={t('sell.after', { coin: left })} amounts={[left]} />
        </p>
      ) : null}
    </>
  )
}
