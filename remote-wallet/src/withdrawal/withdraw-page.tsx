import { type Balance, withdrawLog, withdrawRequest } from '@adcoin/contract'
import { appPaths, useBack, withQuery } from '@adcoin/remote'
import { OperatorNotices, usePerson } from '@adcoin/remote/pages'
import { Button, Empty, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Dock, Card, Lead } from '@adcoin/ui/pages'
import { useState, useEffect, useEffectEvent } from 'react'
import { settle, settleAsNotPlaced, unanswered, type Unanswered, useCall } from '@adcoin/http'
import { useNavigate, useSearchParams } from '@adcoin/router'
import type { PriceOffer, Quote } from '../price/quote.ts'
import { QuoteReceipt } from '../receipt/quote-receipt.tsx'
import { AccountPicker } from '../sell/account-picker.tsx'
import { Obstacles, usePause } from '../sell/obstacles.tsx'
import { useSell } from '../sell/use-sell.ts'
import { useT } from '../texts.ts'
import { ConfirmSheet, ProblemHint } from './confirm-sheet.tsx'
import { useConfirm } from './use-confirm.ts'
import { WithdrawalDetails } from './withdrawal-details.tsx'
import { WithdrawalLog } from './withdrawal-log.tsx'
import { findOutcome, readAttempt } from './withdrawal-attempt.ts'
import { applyWithdrawal } from './apply-withdrawal.ts'

/** One path, three views: the log, the form (`?step=confirm`), one request (`?id=`). A lost answer comes first. */
export function Page() {
  const [query] = useSearchParams()
  const [pending, setPending] = useState(() => unanswered(withdrawRequest))
  const id = query.get('id')
  if (id) return <WithdrawalDetails key={id} id={id} isNew={query.get('new') === '1'} />
  if (pending) return <CheckingWithdrawal pending={pending} onDone={() => setPending(null)} />
  if (query.get('step') === 'confirm') return <ConfirmWithdrawal />
  return <WithdrawalLog />
}

/** Step two: account, cost, and the confirmation that posts the request. The amount comes from step one. */
function ConfirmWithdrawal() {
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

type CheckingProps = { pending: Unanswered; onDone: () => void }

/** The outcome of a request whose answer was lost, before a new one is offered (faults.md G14). */
function CheckingWithdrawal({ pending, onDone }: CheckingProps) {
  const t = useT()
  const back = useBack(appPaths.money)
  const { isNotPlaced, isError, retry } = useOutcome(pending, onDone)
  return (
    <Screen>
      <NavBar close onBack={back} />
      <Main>
        {isNotPlaced ? (
          <>
            <Lead title={t('withdraw.notPlaced')} note={t('withdraw.notPlacedNote')} />
            <Hint tone="plain" icon="clock">
              {t('withdraw.approval')}
            </Hint>
            <Dock>
              <Button block onClick={onDone}>
                {t('withdraw.again')}
              </Button>
            </Dock>
          </>
        ) : (
          <>
            <Lead title={t('withdraw.checking')} note={t('withdraw.looking')} />
            {isError ? (
              <Failed onRetry={retry} />
            ) : (
              <Card>
                <Skeleton lines={3} />
              </Card>
            )}
          </>
        )}
      </Main>
    </Screen>
  )
}

/** Polls the log until the outcome is known; a withdrawal that was placed opens. */
function useOutcome(pending: Unanswered, onFound: () => void) {
  const navigate = useNavigate()
  const [before] = useState(() => readAttempt().before)
  const log = useCall(withdrawLog, { limit: '10' }, { refetchInterval: 2_000, staleTime: 0 })
  const isFresh = log.data !== undefined && log.dataUpdatedAt > pending.at
  const outcome = isFresh ? findOutcome(pending, before, log.data.list, log.dataUpdatedAt) : 'waiting'
  const found = typeof outcome === 'object' ? outcome : undefined
  const close = useEffectEvent(() => {
    if (!found) return settleAsNotPlaced(withdrawRequest)
    settle(withdrawRequest)
    applyWithdrawal(found)
    onFound()
    void navigate(withQuery(appPaths.withdraw, { id: found.id, new: '1' }), { replace: true })
  })
  const isKnown = outcome !== 'waiting'
  useEffect(() => {
    if (isKnown) close()
  }, [isKnown])
  return { isNotPlaced: outcome === 'notPlaced', isError: log.isError, retry: () => void log.refetch() }
}
