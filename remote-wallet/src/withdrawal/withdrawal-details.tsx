import { feeBps, type Withdrawal } from '@adcoin/contract'
import { formatCash, formatCoin, formatDate, formatPercent } from '@adcoin/i18n/formats'
import { appPaths, NotFound, useBack } from '@adcoin/remote'
import { Button, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Amount, Card, Dock, Lead, Receipt, Track, type TrackStep } from '@adcoin/ui/pages'
import { accountName } from '../accounts/use-accounts.ts'
import { PassOn, referenceOf } from '../receipt/pass-on.tsx'
import { usePriceText } from '../price/use-price-text.ts'
import { useT } from '../texts.ts'
import { isWaiting, useWithdrawal } from './use-withdrawals.ts'

/** The track of one request and its frozen receipt. `isNew` closes to the wallet, never to the form (faults.md G11). */
export function WithdrawalDetails({ id, isNew }: { id: string; isNew: boolean }) {
  const t = useT()
  const back = useBack(appPaths.withdraw)
  const { withdrawal, data, isError, refetch } = useWithdrawal(id)
  if (data && !withdrawal) return <NotFound />
  return (
    <Screen>
      <NavBar
        title={isNew ? undefined : t('withdraw.details')}
        close={isNew}
        {...(isNew ? { backTo: appPaths.money } : { onBack: back })}
      />
      <Main>
        {isNew ? <Outcome withdrawal={withdrawal} /> : null}
        {withdrawal ? (
          <Details withdrawal={withdrawal} />
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton shape="card" />
            <Skeleton shape="card" />
          </>
        )}
        {isNew ? (
          <Dock>
            <Button block to={appPaths.money}>
              {t('withdraw.done')}
            </Button>
          </Dock>
        ) : null}
      </Main>
    </Screen>
  )
}

function Outcome({ withdrawal }: { withdrawal: Withdrawal | undefined }) {
  const t = useT()
  const status = withdrawal?.status
  if (status === 'paid' || status === 'rejected') return <Lead title={t(`withdraw.status.${status}`)} />
  return <Lead title={t('withdraw.submitted')} note={t('withdraw.submittedNote')} />
}

function Details({ withdrawal: one }: { withdrawal: Withdrawal }) {
  const t = useT()
  const isReturned = one.status === 'rejected'
  const priceText = usePriceText()
  const payout = { currency: one.payout_currency, scale: one.payout_scale }
  const cash = formatCash({ amount: one.payout, ...payout })
  const reference = referenceOf({ kind: 'withdraw', id: one.id, ref_id: one.id })
  return (
    <>
      <Card>
        <Track label={t('withdraw.details')} steps={useSteps(one)} />
      </Card>
      {isReturned && <Returned withdrawal={one} />}
      {isReturned && <p className="ac-small ac-2">{t('withdraw.before')}</p>}
      <Receipt
        isVoid={isReturned}
        rows={[
          { label: t('withdraw.reference'), value: reference, stays: true },
          ...(one.bank_reference
            ? [{ label: t('withdraw.bankReference'), value: one.bank_reference, stays: true }]
            : []),
          { label: t('withdraw.youWithdrew'), value: <Amount minor={one.amount} /> },
          { label: t('sell.price'), value: priceText(one, payout), stays: true },
          {
            label: t('sell.fee', { percent: formatPercent(Number(feeBps) / 10_000) }),
            value: <Amount minor={`-${one.fee}`} sign="always" />,
          },
          {
            label: t(one.status === 'paid' ? 'withdraw.received' : 'sell.receive'),
            value: cash,
            strong: true,
          },
        ]}
      />
      {one.status === 'paid' ? (
        <PassOn
          title={t('withdraw.details')}
          lines={[
            { label: t('withdraw.reference'), value: reference },
            ...(one.bank_reference ? [{ label: t('withdraw.bankReference'), value: one.bank_reference }] : []),
            { label: t('withdraw.youWithdrew'), value: `${formatCoin(one.amount)} Ad Coin` },
            { label: t('withdraw.received'), value: cash },
            { label: t('history.when'), value: formatDate(one.decided_at ?? one.created_at, 'dateTime') },
            { label: t('withdraw.account'), value: accountName(one) },
          ]}
        />
      ) : null}
    </>
  )
}

function Returned({ withdrawal: { amount, reason } }: { withdrawal: Withdrawal }) {
  const t = useT()
  return (
    <>
      {reason ? (
        <Hint tone="bad" icon="alert">
          {reason}
        </Hint>
      ) : null}
      <Receipt rows={[{ label: t('withdraw.returned'), value: <Amount minor={amount} sign="always" />, strong: true }]}>
        <p className="ac-small ac-2">{t('withdraw.noFee')}</p>
      </Receipt>
      <Button block to={appPaths.sell}>
        {t('withdraw.again')}
      </Button>
      <Button block kind="secondary" to={appPaths.cards}>
        {t('withdraw.checkAccount')}
      </Button>
    </>
  )
}

function useSteps(one: Withdrawal): TrackStep[] {
  const t = useT()
  const account = t('withdraw.paidTo', { account: accountName(one) })
  const decided = one.decided_at ? formatDate(one.decided_at, 'moment') : undefined
  const submitted: TrackStep = {
    state: 'done',
    title: t('withdraw.status.submitted'),
    note: formatDate(one.created_at, 'moment'),
  }
  if (one.status === 'paid')
    return [
      submitted,
      { state: 'done', title: t('withdraw.status.approved') },
      { state: 'done', title: account, note: decided },
    ]
  if (one.status === 'rejected')
    return [submitted, { state: 'failed', title: t('withdraw.status.rejected'), note: decided }]
  if (!isWaiting(one)) return [submitted, { state: 'todo', title: t('withdraw.pill.other') }]
  return [
    submitted,
    { state: 'waiting', title: t('withdraw.status.awaiting_approval'), note: t('withdraw.nothingNeeded') },
    { state: 'todo', title: account, note: t('sell.within', { count: one.eta_hours }) },
  ]
}
