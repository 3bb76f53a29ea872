import { formatDate } from '@adcoin/i18n/formats'
import { Amount } from '@adcoin/ui/pages'
import { describeTransaction } from '../history/describe-transaction.ts'
import { useT } from '../texts.ts'
import styles from './statement.module.css'
import type { CompleteStatement } from './use-statement.ts'

/** A table on paper; on a phone each movement in two lines. */
export function Movements({ list }: Pick<CompleteStatement, 'list'>) {
  const t = useT()
  return (
    <div className={styles.table}>
      <table className={styles.movements}>
        <thead>
          <tr>
            <th scope="col">{t('history.title')}</th>
            <th scope="col">{t('history.when')}</th>
            <th scope="col">{t('history.amount')}</th>
            <th scope="col">{t('history.after')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map(movement => (
            <tr key={movement.id}>
              <td>{[...new Set([movement.title, describeTransaction(movement, t)])].filter(Boolean).join(' · ')}</td>
              <td>{formatDate(movement.created_at, 'dateTime')}</td>
              <td>
                <Amount minor={movement.amount} sign={movement.kind === 'withdraw_refund' ? 'plain' : 'always'} />
              </td>
              <td>
                <Amount minor={movement.balance_after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
