import type { Balance, UserSetting } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import { formatCash, formatCoin } from '@adcoin/i18n/formats'
import { appPaths, useBack, withQuery } from '@adcoin/remote'
import { OperatorNotices } from '@adcoin/remote/pages'
import { useNavigate } from '@adcoin/router'
import { Button, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { AmountField, Chips, Dock } from '@adcoin/ui/pages'
import { useState } from 'react'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { usePerson } from '../trading-password/use-person.ts'
import { useT } from '../texts.ts'
import { amountErrorText } from './amount-text.ts'
import { Obstacles } from './obstacles.tsx'
import { portionOf, typedAmount } from './quote.ts'
import { QuoteReceipt } from './quote-receipt.tsx'
import { usePause } from './use-pause.ts'
import { useSell, type Offer, type Sell } from './use-sell.ts'

/** Step one: how much. Nothing is posted here; what it costs and brings stands above the button (rulings.md R8). */
export function Page() {
  const t = useT()
  const sell = useSell()
  const person = usePerson().data
  const { balance, accounts, offer } = sell
  // Without the accounts it is not known whether one is to be added first.
  const money = accounts.data && balance.data
  return (
    <Screen>
      <NavBar title={t('titles.sell')} onBack={useBack(appPaths.money)} />
      <Main>
        {money && offer ? (
          <SellForm {...{ sell, money, offer, person }} />
        ) : balance.isError || accounts.isError ? (
          <Failed onRetry={() => void Promise.all([balance.refetch(), accounts.refetch()])} />
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

type SellFormProps = { sell: Sell; money: Balance; offer: Offer; person: UserSetting | undefined }

function SellForm({ sell, money, offer, person }: SellFormProps) {
  const t = useT()
  const navigate = useNavigate()
  const pause = usePause(money)
  const [isTouched, setTouched] = useState(false)
  const { quote, error } = sell
  const next = () => {
    setTouched(true)
    if (error || !quote) return
    if (!sell.account) return navigate(appPaths.addCard)
    if (person && !person.is_pay_passwd) return navigate(appPaths.tradingPassword)
    navigate(withQuery(appPaths.withdraw, { step: 'confirm' }))
  }
  return (
    <form
      className="ac-stack"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        next()
      }}
    >
      <Sum {...{ sell, money, offer, isTouched }} />
      <AccountPicker sell={sell} note={t('sell.paidInto')} />
      {quote ? <QuoteReceipt quote={quote} offer={offer} balance={money} first={t('sell.youSell')} /> : null}
      <Obstacles money={money} person={person} hasAccount={sell.account !== undefined} />
      <OperatorNotices />
      <Dock>
        <Button block type="submit" disabledReason={pause}>
          {quote
            ? t('sell.continue', {
                cash: formatCash({ amount: quote.payout, currency: offer.currency, scale: offer.scale }),
              })
            : t('sell.continueEmpty')}
        </Button>
      </Dock>
    </form>
  )
}

/** The amount, typed or as a part of what is there. */
function Sum({ sell, money, offer, isTouched }: Omit<SellFormProps, 'person'> & { isTouched: boolean }) {
  const t = useT()
  const language = useLanguage()
  const { selling, error } = sell
  const isShown = isTouched || (error !== 'empty' && selling.typed !== '')
  return (
    <>
      <AmountField
        label={t('sell.amount')}
        value={selling.typed}
        onChange={typed => sell.change({ typed })}
        error={error && isShown ? amountErrorText(t, error, { money, offer, language }) : undefined}
        help={
          <>
            {t('sell.available', { coin: formatCoin(money.amount) })}
            <br />
            {t('sell.limits', { min: formatCoin(offer.min), max: formatCoin(offer.max) })}
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
        onChange={percent => sell.change({ typed: typedAmount(portionOf(money.amount, BigInt(percent)), language) })}
      />
    </>
  )
}
