import type { Balance } from '@adcoin/contract'
import { appPaths, useBack } from '@adcoin/remote'
import { OperatorNotices, usePerson } from '@adcoin/remote/pages'
import { Button, Empty, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import { useState } from 'react'
import type { PriceOffer, Quote } from '../price/quote.ts'
import { QuoteReceipt } from '../receipt/quote-receipt.tsx'
import { AccountPicker } from '../sell/account-picker.tsx'
import { Obstacles, usePause } from '../sell/obstacles.tsx'
import { useSell } from '../sell/use-sell.ts'
import { useT } from '../texts.ts'
import { ConfirmSheet, ProblemHint } from './confirm-sheet.tsx'
import { useConfirm } from './use-confirm.ts'

/** Step two: account, cost, and the confirmation that posts the request. The amount comes from step one. */
export function ConfirmWithdrawal() {
  const t = useT()
  const back = useBack(appPaths.sell)
  const { money, quote, offer, error, hasFailed, retry, ...sale } = useSell()
  return (
    <Screen>
      <NavBar title={t('titles.sell')} onBack={back} />
      <Main>
        {money ? (
          quote && offer && !error ? (
            <ConfirmForm {...{ ...sale, money, quote, offer }} />
          ) : (
            <Empty text={t('withdraw.noAmount')} action={<Button to={appPaths.sell}>{t('withdraw.toSell')}</Button>} />
          )
        ) : hasFailed ? (
          <Failed onRetry={retry} />
        ) : (
          <>
            <Skeleton shape="card" />
            <Skeleton shape="card" />
          </>
        )}
      </Main>
    </Screen>
  )
}

type ConfirmFormProps = Pick<ReturnType<typeof useSell>, 'accounts' | 'account' | 'change'> & {
  quote: Quote
  offer: PriceOffer
  money: Balance
}

function ConfirmForm({ accounts, account, change, quote, offer, money }: ConfirmFormProps) {
  const t = useT()
  const person = usePerson().data
  const [isOpen, setOpen] = useState(false)
  // The sheet closes when the price has changed: the new figures are shown before anything is sent.
  const confirm = useConfirm({ account, quote, onChanged: () => setOpen(false) })
  const pause = usePause(money)
  const missing = pause ?? (person && !person.is_pay_passwd ? t('sell.notSet') : undefined)
  return (
    <>
      <AccountPicker {...{ account, accounts }} onChoose={id => change({ accountId: id })} note={t('withdraw.to')} />
      <QuoteReceipt {...{ quote, offer, money }} amountLabel={t('withdraw.youWithdraw')} />
      <Hint tone="plain" icon="clock">
        {t('withdraw.approval')}
      </Hint>
      <Obstacles money={money} person={person} hasAccount={account !== undefined} />
      {isOpen ? null : <ProblemHint problem={confirm.problem} />}
      <OperatorNotices />
      {account && person ? (
        <ConfirmSheet {...{ account, offer, quote, confirm }} open={isOpen} onClose={() => setOpen(false)} />
      ) : null}
      <Dock>
        <Button block disabledReason={missing} onClick={() => setOpen(account !== undefined)}>
          {t('sell.continueEmpty')}
        </Button>
      </Dock>
    </>
  )
}
