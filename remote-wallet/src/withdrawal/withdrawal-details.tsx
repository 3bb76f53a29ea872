import { feeBps, type Withdrawal } from '@adcoin/contract'
import { formatCash, formatCoin, formatDate, formatPercent } from '@adcoin/i18n/formats'
import { appPaths, NotFound, useBack, useDocumentTitle } from '@adcoin/remote'
import { Button, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Amount, AmountText, Card, Dock, Lead, Receipt, Track, type TrackStep } from '@adcoin/ui/pages'
import { formatAccountName } from '../accounts/use-accounts.ts'
import { BankReference, Reference } from '../receipt/reference.tsx'
import { ShareReceipt, formatTransactionReference } from '../receipt/share-receipt.tsx'
import { usePriceText } from '../price/use-price-text.ts'
import { useT } from '../texts.ts'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { isWaiting, useWithdrawal } from './use-withdrawals.ts'

/** The track of one request and its frozen receipt. `isNew` closes to the wallet, never to the form (faults.md G11). */
export function WithdrawalDetails({ id, isNew }: { id: string; isNew: boolean }) {
  const t = useT()
  useDocumentTitle(t('titles.withdrawal'))
  const back = useBack(appPaths.withdraw)
  const { withdrawal, data, isError, error, refetch } = useWithdrawal(id)
  if ((data && !withdrawal) || error?.key === 'invalid_input') return <NotFound />
  return (
    <Screen>
      <NavBar
        title={isNew ? undefined : t('titles.withdrawal')}
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
  if (status === 'paid' || status === 'rejected' || status === 'cancelled')
    return <Lead title={t(`withdraw.status.${status}`)} />
  return <Lead title={t('withdraw.submitted')} note={t('withdraw.submittedNote')} />
}

function Details({ withdrawal: shown }: { withdrawal: Withdrawal }) {
  const t = useT()
  const isReturned = shown.status === 'rejected' || shown.status === 'cancelled'
  const priceText = usePriceText()
  const payout = { currency: shown.payout_currency, scale: shown.payout_scale }
  const price = priceText(shown, payout)
  const cash = formatCash({ amount: shown.payout, ...payout })
  const reference = formatTransactionReference({ kind: 'withdraw', id: shown.id, ref_id: shown.id })
  return (
    <>
      <Card>
        <Track label={t('titles.withdrawal')} steps={useSteps(shown)} />
      </Card>
      {isReturned && <Returned withdrawal={shown} />}
      {isReturned && <p className="ac-small ac-2">{t('withdraw.before')}</p>}
      <Receipt
        isVoid={isReturned}
        rows={[
          { label: t('withdraw.reference'), value: <Reference>{reference}</Reference>, stays: true },
          ...(shown.bank_reference
            ? [
                {
                  label: t('withdraw.bankReference'),
                  value: <BankReference>{shown.bank_reference}</BankReference>,
                  stays: true,
                },
              ]
            : []),
          { label: t('withdraw.youWithdrew'), value: <Amount minor={shown.amount} /> },
          { label: t('sell.price'), value: <AmountText text={price} amounts={[price]} />, stays: true },
          { label: t('sell.serviceFee'), value: t('sell.included'), stays: true },
          {
            label: t('sell.fee', { percent: formatPercent(Number(feeBps) / 10_000) }),
            value: <Amount minor={`-${shown.fee}`} sign="always" />,
          },
          {
            label: t(shown.status === 'paid' ? 'withdraw.received' : 'sell.receive'),
            value: <Amount minor={shown.payout} {...payout} />,
            strong: true,
          },
        ]}
      />
      {shown.status === 'paid' ? (
        <ShareReceipt
          title={t('titles.withdrawal')}
          lines={[
            { label: t('withdraw.reference'), value: reference },
            ...(shown.bank_reference ? [{ label: t('withdraw.bankReference'), value: shown.bank_reference }] : []),
            { label: t('withdraw.youWithdrew'), value: `${formatCoin(shown.amount)} Ad Coin` },
            { label: t('withdraw.received'), value: cash },
            { label: t('history.when'), value: formatDate(shown.decided_at ?? shown.created_at, 'dateTime') },
            { label: t('withdraw.account'), value: formatAccountName(shown) },
          ]}
        />
      ) : null}
      <CancelWithdrawal withdrawal={shown} />
    </>
  )
}

function Returned({ withdrawal: { status, amount, reason, is_account_reason } }: { withdrawal: Withdrawal }) {
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
      {status === 'rejected' ? <NextSteps isAboutAccount={is_account_reason ?? false} /> : null}
    </>
  )
}

/** After a rejection. Where the account was the reason, the same try would be rejected again. */
function NextSteps({ isAboutAccount }: { isAboutAccount: boolean }) {
  const t = useT()
  const again = { to: appPaths.sell, text: t('withdraw.again') }
  const account = { to: appPaths.cards, text: t('withdraw.checkAccount') }
  const [first, second] = isAboutAccount ? [account, again] : [again, account]
  return (
    <>
      <Button block to={first.to}>
        {first.text}
      </Button>
      <Button block kind="secondary" to={second.to}>
        {second.text}
      </Button>
    </>
  )
}

function useSteps(withdrawal: Withdrawal): TrackStep[] {
  const t = useT()
  const account = t('withdraw.paidTo', { account: formatAccountName(withdrawal) })
  const decided = withdrawal.decided_at ? formatDate(withdrawal.decided_at, 'moment') : undefined
  const submitted: TrackStep = {
    state: 'done',
    title: t('withdraw.status.submitted'),
    note: formatDate(withdrawal.created_at, 'moment'),
  }
  if (withdrawal.status === 'paid')
    return [
      submitted,
      { state: 'done', title: t('withdraw.status.approved') },
      { state: 'done', title: account, note: decided },
    ]
  if (withdrawal.status === 'rejected')
    return [submitted, { state: 'failed', title: t('withdraw.status.rejected'), note: decided }]
  if (withdrawal.status === 'cancelled')
    return [submitted, { state: 'stopped', title: t('withdraw.status.cancelled'), note: decided }]
  if (!isWaiting(withdrawal)) return [submitted, { state: 'todo', title: t('withdraw.pill.other') }]
  return [
    submitted,
    { state: 'waiting', title: t('withdraw.status.awaiting_approval'), note: t('withdraw.nothingNeeded') },
    { state: 'todo', title: account, note: t('sell.within', { count: withdrawal.eta_hours }) },
  ]
}
