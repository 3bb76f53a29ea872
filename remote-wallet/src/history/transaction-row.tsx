import { formatDate } from '@adcoin/i18n/formats'
import { appPaths, withQuery } from '@adcoin/remote'
import { Amount, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { WithdrawalPill } from '../withdrawal/withdrawal-pill.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import type { TransactionItem } from './use-transactions.ts'

/** One line of the ledger. A withdrawal leads to its track, everything else opens its receipt. */
export function TransactionRow({ transaction }: { transaction: TransactionItem }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const isWithdrawal = transaction.kind === 'withdraw' && transaction.ref_id !== null
  const kind = t(`history.kind.${transaction.kind}`)
  const time = formatDate(transaction.created_at, 'time')
  const note = transaction.title === kind ? time : `${kind} · ${time}`
  return (
    <>
      <Row
        icon={transaction.direction === 'income' ? 'in' : 'out'}
        title={transaction.title}
        note={note}
        {...(isWithdrawal
          ? { to: withQuery(appPaths.withdraw, { id: transaction.ref_id ?? '' }) }
          : { onClick: () => setOpen(true) })}
        end={<Amount minor={transaction.amount} sign="always" />}
        state={transaction.status ? <WithdrawalPill status={transaction.status} /> : undefined}
        chevron={false}
      />
      {isWithdrawal ? null : <ReceiptSheet transaction={transaction} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
