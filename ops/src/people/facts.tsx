import type { ReactNode } from 'react'
import css from '../page.module.css'

/** Facts in pairs; what is not known is left out. */
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

/** A link that a person gave: it opens elsewhere, and learns nothing of this page. */
export function ForeignLink({ href }: { href: string }) {
  return /^https?:\/\//.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {href}
    </a>
  ) : (
    href
  )
}
