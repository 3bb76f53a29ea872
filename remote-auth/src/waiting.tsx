import { Mark } from '@adcoin/ui'
import type { ReactNode } from 'react'
import styles from './waiting.module.css'

/** A page that waits for another site or app, with a way out below. */
export function Waiting({ title, note, children }: { title: string; note: string; children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <main className={styles.middle}>
        <Mark size={64} className="ac-loader__m" />
        <h1 className="ac-title" tabIndex={-1}>
          {title}
        </h1>
        <p className="ac-2" role="status">
          {note}
        </p>
      </main>
      {children && <div className={styles.foot}>{children}</div>}
    </div>
  )
}
