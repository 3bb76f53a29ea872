import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'

/** A question that opens to its answer. */
export function Disclosure({
  title,
  children,
  open,
}: {
  title: ReactNode
  children: ReactNode
  open?: boolean | undefined
}) {
  return (
    <details className="ac-disclosure" open={open}>
      <summary>
        <span className="ac-grow">{title}</span>
        <Icon name="down" size={20} />
      </summary>
      <div className="ac-disclosure__b">{children}</div>
    </details>
  )
}
