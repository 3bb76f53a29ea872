import { Fragment } from 'react'
import styles from './picture.module.css'

/** An address whose lines end after a slash, and never inside of a number that fits. */
export function WebAddress({ children }: { children: string }) {
  const parts = children.match(/[^/]+\/*|\/+/g) ?? []
  return (
    <span className={styles['address']} translate="no">
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
