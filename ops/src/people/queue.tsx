import { useState, type ReactNode } from 'react'
import { Empty, Skeleton } from '@adcoin/ui'
import type { Asked } from '../asking/use-asked.ts'
import css from '../page.module.css'
import { Refused } from '../refused.tsx'
import { DecisionSheet, type Decision } from './decision-sheet.tsx'

type QueueProps<Item> = {
  asked: Asked<readonly Item[]>
  /** What is said where nothing waits. */
  empty: string
  draw: (item: Item, hands: { decide: (decision: Decision) => void; again: () => Promise<void> }) => ReactNode
}

/**
 * What waits for an operator, oldest first; it asks again by itself. What was shown stays while the service is away.
 */
export function Queue<Item>({ asked: { data, refusals, again }, empty, draw }: QueueProps<Item>) {
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      {refusals && <Refused refusals={refusals} />}
      {!data && !refusals && <Skeleton shape="card" lines={5} />}
      {data?.length === 0 && <Empty text={empty} />}
      {data?.map(item => draw(item, { decide: setDecision, again }))}
      {decision && (
        <DecisionSheet
          decision={decision}
          onClose={() => setDecision(undefined)}
          onDone={() => {
            setDecision(undefined)
            void again()
          }}
        />
      )}
    </>
  )
}

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
