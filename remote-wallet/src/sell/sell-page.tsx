import { useLanguage } from '@adcoin/i18n'
import { formatCash, formatCoin } from '@adcoin/i18n/formats'
import { appPaths, useBack, withQuery } from '@adcoin/remote'
import { useNavigate } from '@adcoin/router'
import { Button, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { AmountField, Chips, Dock } from '@adcoin/ui/pages'
import { useState } from 'react'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { usePerson } from '../trading-password/use-person.ts'
import { useT } from '../texts.ts'
import { amountErrorText, decimalSeparator } from './amount-text.ts'
import { Obstacles } from './obstacles.tsx'
import { portionOf, typedAmount } from './quote.ts'
import { QuoteReceipt } from './quote-receipt.tsx'
import { useSell } from './use-sell.ts'

/** Step one: how much. Nothing is posted here; what it costs and brings stands above the button (ruling R8). */
export function Page() {
  const t = useT()
  const navigate = useNavigate()
  const language = useLanguage()
  const sell = useSell()
  const person = usePerson().data
  const [isTouched, setTouched] = useState(false)
  const { balance, offer, selling, quote, error } = sell
  const money = balance.data
  const shown =
    error && (isTouched || (error !== 'empty' && selling.typed !== '')) && offer && money
      ? amountErrorText(t, error, { money, offer, language })
      : undefined
  const next = () => {
    setTouched(true)
    if (error || !quote) return
    if (!sell.account) return navigate(appPaths.addCard)
    if (person && !person.is_pay_passwd) return navigate(appPaths.tradingPassword)
    navigate(withQuery(appPaths.withdraw, { step: 'confirm' }))
  }
  return (
    <Screen>
      <NavBar title={t('titles.sell')} onBack={useBack(appPaths.money)} />
      {!money || !offer ? (
        <Main>
          {balance.isError ? (
            <Failed onRetry={() => void balance.refetch()} />
          ) : (
            <>
              <Skeleton shape="amount" />
              <Skeleton shape="card" />
              <Skeleton shape="card" />
            </>
          )}
        </Main>
      ) : (
        <Main>
          <form
            className="ac-stack"
            noValidate
            onSubmit={event => {
              event.preventDefault()
              next()
            }}
          >
            <AmountField
              label={t('sell.amount')}
              value={selling.typed}
              onChange={typed => sell.change({ typed })}
              error={shown}
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
              onChange={percent =>
                sell.change({
                  typed: typedAmount(portionOf(money.amount, BigInt(percent)), decimalSeparator(language)),
                })
              }
            />
            <AccountPicker sell={sell} note={t('sell.paidInto')} />
            {quote ? <QuoteReceipt quote={quote} offer={offer} balance={money} first={t('sell.youSell')} /> : null}
            <Obstacles
              money={money}
              person={person}
              hasAccount={sell.account !== undefined || sell.accounts.isPending}
            />
            <Dock>
              <Button
                block
                type="submit"
                disabledReason={money.config && !money.config.withdraw_enabled ? t('sell.off') : undefined}
              >
                {quote
                  ? t('sell.continue', {
                      cash: formatCash({ amount: quote.payout, currency: offer.currency, scale: offer.scale }),
                    })
                  : t('sell.continueEmpty')}
              </Button>
            </Dock>
          </form>
        </Main>
      )}
    </Screen>
  )
}
