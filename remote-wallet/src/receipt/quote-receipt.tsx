import type { Balance, UserPayway } from '@adcoin/contract'
import { formatCoin, formatPercent } from '@adcoin/i18n/formats'
import { Amount, AmountText, Receipt } from '@adcoin/ui/pages'
import { formatAccountName } from '../accounts/use-accounts.ts'
import { computeQuote, type PriceOffer, type Quote } from '../price/quote.ts'
import { usePriceText } from '../price/use-price-text.ts'
import { useT } from '../texts.ts'
import styles from './receipt.module.css'

type QuoteReceiptProps = {
  quote: Quote
  offer: PriceOffer
  payHours: number
  /** Named where the person confirms; the form of the sale shows it above. */
  account?: UserPayway
}

/** Price, fee, time and payout: the same receipt on both steps, before the confirming tap. */
export function QuoteReceipt({ quote, offer, payHours, account }: QuoteReceiptProps) {
  const t = useT()
  const priceText = usePriceText()
  const { currency, scale } = offer
  const price = priceText(offer, offer)
  return (
    <Receipt
      rows={[
        ...(account ? [{ label: t('withdraw.to'), value: formatAccountName(account) }] : []),
        { label: t('sell.youSell'), value: <Amount minor={quote.amount} /> },
        { label: t('sell.price'), value: <AmountText text={price} amounts={[price]} /> },
        { label: t('sell.serviceFee'), value: t('sell.included') },
        {
          label: t('sell.fee', { percent: formatPercent(offer.fee_bps / 10_000) }),
          value: <Amount minor={`-${quote.fee}`} sign="always" />,
        },
        { label: t('sell.paid'), value: t('sell.within', { count: payHours }) },
        { label: t('sell.receive'), value: <Amount minor={quote.payout} {...{ currency, scale }} />, strong: true },
      ]}
    />
  )
}

/** 100 Ad Coin. */
const exampleAmount = 10_000n

/** The receipt of a round amount, in grey, until an amount is typed. */
export function ExampleReceipt({ offer, payHours }: Pick<QuoteReceiptProps, 'offer' | 'payHours'>) {
  const t = useT()
  const amount = BigInt(offer.min) > exampleAmount ? offer.min : String(exampleAmount)
  return (
    <section className={styles.example} aria-label={t('sell.example')}>
      <p className="ac-small">{t('sell.example')}</p>
      <QuoteReceipt quote={computeQuote(amount, offer)} {...{ offer, payHours }} />
    </section>
  )
}

export function BalanceAfter({ quote, money }: { quote: Quote; money: Balance }) {
  const t = useT()
  const after = BigInt(money.amount) - BigInt(quote.amount)
  if (after < 0n) return null
  const left = formatCoin(String(after))
  return (
    <p className="ac-small ac-2">
      <AmountText text={t('sell.after', { coin: left })} amounts={[left]} />
    </p>
  )
}
