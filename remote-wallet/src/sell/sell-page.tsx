import { withdrawRequest, type Balance, type UserSetting } from '@adcoin/contract'
import { unanswered, type Unanswered } from '@adcoin/http'
import { useLanguage } from '@adcoin/i18n'
import { amountExample, formatCash, formatCoin } from '@adcoin/i18n/formats'
import { appPaths, useBack, useDocumentTitle } from '@adcoin/remote'
import { Form } from '@adcoin/remote/forms'
import { OperatorNotices, usePerson } from '@adcoin/remote/pages'
import { useNavigate } from '@adcoin/router'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { AmountField, AmountText, Chips } from '@adcoin/ui/pages'
import { useState } from 'react'
import { computePortion, findMost, toTypedAmount, type PriceOffer } from '../price/quote.ts'
import { BalanceAfter, ExampleReceipt, QuoteReceipt } from '../receipt/quote-receipt.tsx'
import { useT } from '../texts.ts'
import { CheckingWithdrawal } from '../withdrawal/checking-withdrawal.tsx'
import { ConfirmSheet } from '../withdrawal/confirm-sheet.tsx'
import { AccountPicker } from './account-picker.tsx'
import { Obstacles, usePause } from './obstacles.tsx'
import { useSell, type AmountError } from './use-sell.ts'

/**
 * Both steps of a sale: the amount, and over it the sheet that confirms the withdrawal. `/withdraw?step=confirm` is this
 * page with the sheet open. Cost and payout are shown before each tap (rulings.md R5, R8).
 */
export function Page({ isConfirming = false }: { isConfirming?: boolean }) {
  const t = useT()
  useDocumentTitle(t('titles.sell'))
  const [pending, setPending] = useState(() => unanswered(withdrawRequest))
  const { money, offer, hasFailed, retry, ...sale } = useSell()
  const back = useBack(appPaths.money)
  const person = usePerson().data
  // A lost answer comes first: a new request could withdraw twice.
  if (pending) return <CheckingWithdrawal pending={pending} onDone={() => setPending(null)} />
  return (
    <Screen>
      <NavBar title={t('titles.sell')} onBack={back} />
      <Main>
        {money && offer ? (
          <SellStep {...{ ...sale, money, offer, person, isConfirming }} onLost={setPending} />
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
  isConfirming: boolean
  /** Called instead of confirming where the answer of an earlier request never arrived. */
  onLost: (pending: Unanswered) => void
}

/** A form that was shown stays, also after its own withdrawal has emptied the balance. */
function SellStep(props: SellFormProps) {
  const { offer, money } = props
  const missing = BigInt(offer.min) - BigInt(money.amount)
  const [wasMissing] = useState(missing > 0n)
  return wasMissing && missing > 0n ? <TooLittle {...{ missing, offer, money }} /> : <SellForm {...props} />
}

function SellForm({
  money,
  offer,
  person,
  accounts,
  account,
  typed,
  change,
  quote,
  error,
  isConfirming,
  onLost,
}: SellFormProps) {
  const t = useT()
  const navigate = useNavigate()
  const pause = usePause(money)
  const { shownError, setLeft } = useShownError(error, typed)
  // Once opened it stays mounted: a changed price closes it and leaves its reason.
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>(isConfirming ? 'open' : 'unused')
  const { currency, scale } = offer
  const continueSale = () => {
    setLeft(true)
    if (error || !quote) return
    if (!account) return navigate(appPaths.addCard)
    if (person && !person.is_pay_passwd) return navigate(appPaths.tradingPassword)
    const lost = unanswered(withdrawRequest)
    if (lost) onLost(lost)
    else setSheet('open')
  }
  const cash = quote && formatCash({ amount: quote.payout, currency, scale })
  const action = cash ? <AmountText text={t('sell.continue', { cash })} amounts={[cash]} /> : t('sell.continueEmpty')
  return (
    <>
      {sheet !== 'unused' && quote && account && person?.is_pay_passwd && !pause ? (
        <ConfirmSheet
          {...{ account, offer, quote }}
          payHours={readPayHours(money)}
          isOpen={sheet === 'open'}
          onClose={() => setSheet('closed')}
        />
      ) : null}
      <Form submit={continueSale} action={action} wait={pause}>
        <SellAmount {...{ money, offer, typed, shownError, setLeft }} onType={text => change({ typed: text })} />
        <AccountPicker
          {...{ account, accounts }}
          onChoose={id => change({ accountId: id })}
          note={t('sell.paidInto')}
        />
        <CostOfSale {...{ quote, offer, money }} isExampleShown={typed === ''} />
        <Obstacles person={person} hasAccount={account !== undefined} />
        <OperatorNotices />
      </Form>
    </>
  )
}

/** Below the least amount no field could be filled in: what is missing, and the way to earn it. */
function TooLittle({ missing, offer, money }: Pick<SellFormProps, 'offer' | 'money'> & { missing: bigint }) {
  const t = useT()
  const amounts = { missing: formatCoin(String(missing)), min: formatCoin(offer.min) }
  return (
    <>
      <Empty
        text={<AmountText text={t('sell.tooLittle', amounts)} amounts={Object.values(amounts)} />}
        action={<Button to={appPaths.tasks}>{t('money.toTasks')}</Button>}
      />
      <ExampleReceipt {...{ offer, payHours: readPayHours(money) }} />
      <OperatorNotices />
    </>
  )
}

type CostOfSaleProps = Pick<SellFormProps, 'quote' | 'offer' | 'money'> & { isExampleShown: boolean }

/** The receipt of what is typed; before that one of a round amount. */
function CostOfSale({ quote, offer, money, isExampleShown }: CostOfSaleProps) {
  const payHours = readPayHours(money)
  if (!quote) return isExampleShown ? <ExampleReceipt {...{ offer, payHours }} /> : null
  return (
    <>
      <QuoteReceipt {...{ quote, offer, payHours }} />
      <BalanceAfter {...{ quote, money }} />
    </>
  )
}

const readPayHours = ({ config }: Balance): number => config?.pay_hours ?? 24

type SellAmountProps = {
  money: Balance
  offer: PriceOffer
  typed: string
  onType: (text: string) => void
} & ReturnType<typeof useShownError>

/** What is wrong with the amount, but not while one is only begun: the first digit of 100 is below every minimum. */
function useShownError(error: AmountError, typed: string) {
  const [isLeft, setLeft] = useState(false)
  const isShown = isLeft || (typed !== '' && error !== 'empty' && error !== 'low')
  return { shownError: isShown ? error : undefined, setLeft }
}

function SellAmount({ money, offer, typed, onType, shownError, setLeft }: SellAmountProps) {
  const t = useT()
  const language = useLanguage()
  const most = findMost(money.amount, offer)
  const limits = { min: formatCoin(offer.min), max: formatCoin(most) }
  const coin = formatCoin(money.amount)
  const type = (text: string) => {
    setLeft(false)
    onType(text)
  }
  const errorText = (key: NonNullable<AmountError>) => {
    const example = amountExample(language)
    const amounts = [coin, example, ...Object.values(limits)]
    return <AmountText text={t(`sell.error.${key}`, { coin, example, ...limits })} amounts={amounts} />
  }
  return (
    <>
      <AmountField
        label={t('sell.amount')}
        value={typed}
        onChange={type}
        onBlur={() => typed !== '' && setLeft(true)}
        error={shownError && errorText(shownError)}
        // The error is the limit that was broken, or the balance.
        help={
          shownError && shownError !== 'empty' ? undefined : (
            <>
              {most === money.amount ? null : (
                <>
                  <AmountText text={t('sell.available', { coin })} amounts={[coin]} />
                  <br />
                </>
              )}
              <AmountText text={t('sell.limits', limits)} amounts={Object.values(limits)} />
            </>
          )
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
        onChange={percent => type(toTypedAmount(computePortion(most, BigInt(percent)), language))}
      />
    </>
  )
}
