import { formatCoin, formatDate } from '@adcoin/i18n/formats'
import { Receipt, Sheet, Amount } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { PassOn } from './pass-on.tsx'
import { referenceOf } from './reference.ts'
import type { TransactionItem } from './use-transactions.ts'

type ReceiptSheetProps = { transaction: TransactionItem; open: boolean; onClose: () => void }

export function ReceiptSheet({ transaction, open, onClose }: ReceiptSheetProps) {
  const t = useT()
  const rows = useRows(transaction)
  return (
    <Sheet open={open} title={t('history.receipt')} onClose={onClose}>
      <Receipt
        rows={[
          ...rows,
          { label: t('history.after'), value: <Amount minor={transaction.balance_after} /> },
          { label: t('history.amount'), value: <Amount minor={transaction.amount} sign="always" />, strong: true },
        ]}
      />
      <PassOn
        lines={[...rows, { label: t('history.amount'), value: `${formatCoin(transaction.amount)} Ad Coin` }]}
        title={t('history.receipt')}
      />
    </Sheet>
  )
}

/** What happened and when; of which task, or through which friend, as the list of members shows them. */
function useRows(transaction: TransactionItem): { label: string; value: string }[] {
  const t = useT()
  const { kind, friend } = transaction
  return [
    { label: t('history.kindLabel'), value: t(`history.kind.${kind}`) },
    ...(kind === 'ad_income' ? [{ label: t('history.task'), value: transaction.title }] : []),
    ...(friend
      ? [{ label: t('history.friend'), value: [`ID ${friend.user_id}`, friend.nick_name].filter(Boolean).join(' · ') }]
      : []),
    { label: t('history.when'), value: formatDate(transaction.created_at, 'dateTime') },
    { label: t('history.reference'), value: referenceOf(transaction) },
  ]
}
