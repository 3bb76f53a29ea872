import { formatDate } from '@adcoin/i18n/formats'
import { Amount, Receipt, Sheet } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { TransactionItem } from './use-transactions.ts'

export function ReceiptSheet({
  transaction,
  open,
  onClose,
}: {
  transaction: TransactionItem
  open: boolean
  onClose: () => void
}) {
  const t = useT()
  return (
    <Sheet open={open} title={t('history.receipt')} onClose={onClose}>
      <Receipt
        rows={[
          { label: t('history.kindLabel'), value: t(`history.kind.${transaction.kind}`) },
          { label: t('history.when'), value: formatDate(transaction.created_at, 'dateTime') },
          { label: t('history.reference'), value: transaction.id },
          { label: t('history.after'), value: <Amount minor={transaction.balance_after} /> },
          { label: t('history.amount'), value: <Amount minor={transaction.amount} sign="always" />, strong: true },
        ]}
      />
    </Sheet>
  )
}
