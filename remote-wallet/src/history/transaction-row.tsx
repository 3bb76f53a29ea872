import { formatCoin, formatDate } from '@adcoin/i18n/formats'
import { appPaths, withQuery } from '@adcoin/remote'
import { Amount, Parts, Receipt, Row, Sheet } from '@adcoin/ui/pages'
import { useState } from 'react'
import { HideableAmount } from '../price/hideable-amount.tsx'
import { Reference } from '../receipt/reference.tsx'
import { ShareReceipt, formatTransactionReference } from '../receipt/share-receipt.tsx'
import { useT } from '../texts.ts'
import { WithdrawalPill } from '../withdrawal/withdrawal-pill.tsx'
import { formatFriend } from './describe-transaction.ts'
import type { TransactionItem } from './use-transactions.ts'

type TransactionRowProps = {
  transaction: TransactionItem
  /** The amount is hidden in the row; an opened receipt shows it, without the balance. */
  isHidden?: boolean | undefined
  /** No heading names its day. */
  hasDay?: boolean | undefined
}

/** A withdrawal opens its track, every other transaction its receipt. */
export function TransactionRow({ transaction, isHidden = false, hasDay }: TransactionRowProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const isWithdrawal = transaction.kind === 'withdraw' && transaction.ref_id !== null
  const kind = t(`history.kind.${transaction.kind}`)
  const { status, created_at } = transaction
  return (
    <Row
      icon={transaction.direction === 'income' ? 'in' : 'out'}
      title={transaction.title}
      note={
        <Parts
          of={[
            status === 'paid' && t('withdraw.pill.paid'),
            transaction.title !== kind && kind,
            formatDate(created_at, hasDay ? 'monthDay' : 'time'),
          ]}
        />
      }
      {...(isWithdrawal
        ? { to: withQuery(appPaths.withdraw, { id: transaction.ref_id ?? '' }) }
        : { onClick: () => setOpen(true) })}
      end={<HideableAmount minor={transaction.amount} sign={chooseSign(transaction.kind)} isHidden={isHidden} />}
      state={status && status !== 'paid' ? <WithdrawalPill status={status} /> : undefined}
      chevron
    >
      {isWithdrawal ? null : (
        <Sheet open={isOpen} title={t('history.receipt')} onClose={() => setOpen(false)}>
          <TransactionReceipt transaction={transaction} isHidden={isHidden} />
        </Sheet>
      )}
    </Row>
  )
}

/** Ad Coin that comes back was earned before: it is no income. */
const chooseSign = (kind: TransactionItem['kind']) => (kind === 'withdraw_refund' ? 'plain' : 'always')

function TransactionReceipt({ transaction, isHidden }: Pick<TransactionRowProps, 'transaction' | 'isHidden'>) {
  const t = useT()
  const { kind, friend, amount } = transaction
  const rows = [
    { label: t('history.kindLabel'), value: t(`history.kind.${kind}`) },
    ...(kind === 'ad_income' ? [{ label: t('history.task'), value: transaction.title }] : []),
    ...(friend ? [{ label: t('history.friend'), value: formatFriend(friend) }] : []),
    { label: t('history.when'), value: formatDate(transaction.created_at, 'dateTime') },
  ]
  const reference = { label: t('history.reference'), value: formatTransactionReference(transaction) }
  const label = t('history.amount')
  return (
    <>
      <Receipt
        rows={[
          ...rows,
          { ...reference, value: <Reference>{reference.value}</Reference> },
          ...(isHidden ? [] : [{ label: t('history.after'), value: <Amount minor={transaction.balance_after} /> }]),
          { label, value: <Amount minor={amount} sign={chooseSign(kind)} />, strong: true },
        ]}
      />
      <ShareReceipt
        lines={[...rows, reference, { label, value: `${formatCoin(amount)} Ad Coin` }]}
        title={t('history.receipt')}
      />
    </>
  )
}
