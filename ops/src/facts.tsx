import type { ReactNode } from 'react'
import css from './page.module.css'

/** Names with values; unknown values are left out. */
export function Facts({ items }: { items: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={css.facts}>
      {Object.entries(items)
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
