import type { Balance, UserSetting } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import { amountExample, formatCash, formatCoin } from '@adcoin/i18n/formats'
import { appPaths, useBack, withQuery } from '@adcoin/remote'
import { Form } from '@adcoin/remote/forms'
import { OperatorNotices, usePerson } from '@adcoin/remote/pages'
import { useNavigate } from '@adcoin/router'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { AmountField, AmountText, Chips } from '@adcoin/ui/pages'
import { useState } from 'react'
import { computePortion, toTypedAmount, type PriceOffer } from '../price/quote.ts'
import { QuoteReceipt } from '../receipt/quote-receipt.tsx'
import { useT } from '../texts.ts'
import { AccountPicker } from './account-picker.tsx'
import { Obstacles, usePause } from './obstacles.tsx'
import { useSell, type AmountError } from './use-sell.ts'

/** Step one: the amount. Nothing is posted here; cost and payout are shown above the button (rulings.md R8). */
export function Page() {
  const t = useT()
  const { money, offer, hasFailed, retry, ...sale } = useSell()
  const person = usePerson().data
  return (
    <Screen>
      <NavBar title={t('titles.sell')} onBack={useBack(appPaths.money)} />
      <Main>
        {money && offer ? (
          <SellForm {...{ ...sale, money, offer, person }} />
        ) : hasFailed ? (
          <Failed onRetry={retry} />
        ) : (
          <>
            <Skeleton shape="amount" />
            <Skeleton shape="rows" lines={1} />
            <Skeleton shape="card" lines={6} />
          </>
        )}
      </Main>
    </Screen>
  )
}

type Sale = ReturnType<typeof useSell>
type SellFormProps = Pick<Sale, 'accounts' | 'account' | 'typed' | 'change' | 'quote' | 'error'> & {
  money: Balance
  offer: PriceOffer
  person: UserSetting | undefined
}

function SellForm({ money, offer, person, accounts, account, typed, change, quote, error }: SellFormProps) {
  const t = useT()
  const navigate = useNavigate()
  const pause = usePause(money)
  const [isTouched, setTouched] = useState(false)
  const { currency, scale } = offer
  const continueSale = () => {
    setTouched(true)
    if (error || !quote) return
    if (!account) return navigate(appPaths.addCard)
    if (person && !person.is_pay_passwd) return navigate(appPaths.tradingPassword)
    return navigate(withQuery(appPaths.withdraw, { step: 'confirm' }))
  }
  const cash = quote && formatCash({ amount: quote.payout, currency, scale })
  const action = cash ? <AmountText text={t('sell.continue', { cash })} amounts={[cash]} /> : t('sell.continueEmpty')
  return (
    <Form submit={continueSale} action={action} wait={pause}>
      <SellAmount
        {...{ money, offer, typed }}
        error={isTouched || (error !== 'empty' && typed !== '') ? error : undefined}
        onType={text => change({ typed: text })}
      />
      <AccountPicker {...{ account, accounts }} onChoose={id => change({ accountId: id })} note={t('sell.paidInto')} />
      {quote ? <QuoteReceipt {...{ quote, offer, money }} amountLabel={t('sell.youSell')} /> : null}
      <Obstacles money={money} person={person} hasAccount={account !== undefined} />
      <OperatorNotices />
    </Form>
  )
}

type SellAmountProps = {
  money: Balance
  offer: PriceOffer
  typed: string
  error: AmountError
  onType: (text: string) => void
}

function SellAmount({ money, offer, typed, error, onType }: SellAmountProps) {
  const t = useT()
  const language = useLanguage()
  const limits = { min: formatCoin(offer.min), max: formatCoin(offer.max) }
  const coin = formatCoin(money.amount)
  const errorText = (key: NonNullable<AmountError>) => {
    if (key === 'insufficient') return t('sell.error.insufficient', { coin })
    if (key === 'range') return t('sell.error.range', limits)
    return t(`sell.error.${key}`, { example: amountExample(language) })
  }
  return (
    <>
      <AmountField
        label={t('sell.amount')}
        value={typed}
        onChange={onType}
        error={error && errorText(error)}
        help={
          <>
            <AmountText text={t('sell.available', { coin })} amounts={[coin]} />
            <br />
            <AmountText text={t('sell.limits', limits)} amounts={Object.values(limits)} />
          </>
        }
        autoFocus
      />
      <Chips
        label={t('sell.portion')}
        value=""
        options={[
          { value: '25', label: '25%' },
          { value: '50', label: '50%' },
          { value: '100', label: t('sell.all') },
        ]}
        onChange={percent => onType(toTypedAmount(computePortion(money.amount, BigInt(percent)), language))}
      />
    </>
  )
}
