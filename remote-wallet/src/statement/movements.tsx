import { formatDate } from '@adcoin/i18n/formats'
import { Amount } from '@adcoin/ui/pages'
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
          {list.map(({ id, title, kind, created_at, amount, balance_after }) => (
            <tr key={id}>
              <td>{title}</td>
              <td>{formatDate(created_at, 'dateTime')}</td>
              <td>
                <Amount minor={amount} sign={kind === 'withdraw_refund' ? 'plain' : 'always'} />
              </td>
              <td>
                <Amount minor={balance_after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
