import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type ReceiptProps = {
  rows: readonly { label: ReactNode; value: ReactNode; strong?: boolean | undefined; stays?: boolean }[]
  /** Makes it a group of this name, with what is below the rows. */
  label?: string | undefined
  /** The amounts that it promised do not hold any more: drawn and read as struck through, but for what `stays`. */
  isVoid?: boolean | undefined
  children?: ReactNode
}

/**
 * Fees, price and timing before the button; the same receipt stays with the transaction after it. `strong`: the total.
 */
export function Receipt({ rows, label, isVoid, children }: ReceiptProps) {
  return (
    <div className="ac-receipt" role={label && 'group'} aria-label={label}>
      <dl>
        {rows.map((row, index) => (
          <div key={index} className={classNames('ac-rline', row.strong && 'ac-rline--total')}>
            <dt>{row.label}</dt>
            <dd>{isVoid && !row.stays ? <del>{row.value}</del> : row.value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}
