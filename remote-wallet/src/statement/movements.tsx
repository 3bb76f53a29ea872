import { tagOf } from '@adcoin/contract'
import { currentLanguage } from '@adcoin/i18n'
import { formatDate } from '@adcoin/i18n/formats'
import { Amount } from '@adcoin/ui/pages'
import { describeTransaction } from '../history/describe-transaction.ts'
import { useT } from '../texts.ts'
import styles from './statement.module.css'
import type { CompleteStatement } from './use-statement.ts'

/** A table on paper; on a phone each movement in two lines. */
export function Movements({ list, time_zone }: Pick<CompleteStatement, 'list' | 'time_zone'>) {
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
              <td>{formatTime(movement.created_at, time_zone)}</td>
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

/** In the zone that the head names, as in the file; in the person's where this browser does not know it. */
function formatTime(iso: string, timeZone: string): string {
  try {
    const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const
    return new Intl.DateTimeFormat(tagOf(currentLanguage()), style).format(new Date(iso))
  } catch {
    return formatDate(iso, 'dateTime')
  }
}
