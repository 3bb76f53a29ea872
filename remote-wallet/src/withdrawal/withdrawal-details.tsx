import { feeBps, type Withdrawal } from '@adcoin/contract'
import { formatCash, formatDate, formatPercent } from '@adcoin/i18n/formats'
import { appPaths, NotFound, useBack } from '@adcoin/remote'
import { Button, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Amount, Card, Dock, Lead, Receipt, Track, type TrackStep } from '@adcoin/ui/pages'
import { accountName } from '../accounts/use-accounts.ts'
import { pricePerCoin } from '../sell/quote.ts'
import { useT } from '../texts.ts'
import { isOpen, useWithdrawal } from './use-withdrawals.ts'

/** One request: where the money is, the frozen receipt, and why it was returned if it was. `isNew` closes to the wallet, never to the form (fault G11). */
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
        {isNew ? <Lead title={t('withdraw.submitted')} note={t('withdraw.submittedNote')} /> : null}
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

function Details({ withdrawal: one }: { withdrawal: Withdrawal }) {
  const t = useT()
  const cash = (amount: string) => formatCash({ amount, currency: one.payout_currency, scale: one.payout_scale })
  return (
    <>
      <Card>
        <Track label={t('withdraw.details')} steps={useSteps(one)} />
      </Card>
      {one.status === 'rejected' && one.reason ? (
        <Hint tone="bad" icon="alert">
          {one.reason}
        </Hint>
      ) : null}
      <Receipt
        rows={[
          { label: t('withdraw.reference'), value: one.id },
          { label: t('withdraw.youWithdrew'), value: <Amount minor={one.amount} /> },
          { label: t('sell.price'), value: t('sell.each', { price: cash(pricePerCoin(one)) }) },
          {
            label: t('sell.fee', { percent: formatPercent(Number(feeBps) / 10_000) }),
            value: <Amount minor={`-${one.fee}`} sign="always" />,
          },
          { label: t('sell.receive'), value: cash(one.payout), strong: true },
        ]}
      />
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
      { state: 'done', title: t('withdraw.status.awaiting_approval') },
      { state: 'done', title: account, note: decided },
    ]
  if (one.status === 'rejected')
    return [submitted, { state: 'failed', title: t('withdraw.status.rejected'), note: decided }]
  if (!isOpen(one)) return [submitted, { state: 'todo', title: t('withdraw.pill.other') }]
  return [
    submitted,
    { state: 'waiting', title: t('withdraw.status.awaiting_approval'), note: t('withdraw.nothingNeeded') },
    { state: 'todo', title: account, note: t('sell.within', { count: one.eta_hours }) },
  ]
}
