import type { ReactNode } from 'react'
import { formatDate } from '@adcoin/i18n/formats'
import { Empty, Skeleton } from '@adcoin/ui'
import type { Loaded } from '../server/use-loaded.ts'
import { RefusalHint } from '../refusal-hint.tsx'
import { useDecision, type OperatorDecision } from './decision-sheet.tsx'

/**
 * Items that wait for an operator, oldest first. Shown items stay while the service is down.
 */
export function Queue<Item>({ loaded: { data, refusals, reload }, empty, since, draw }: QueueProps<Item>) {
  const { decide, sheet } = useDecision(reload)
  return (
    <>
      {refusals && <RefusalHint refusals={refusals} />}
      {!data && !refusals && <Skeleton shape="card" lines={5} />}
      {data?.length === 0 && <Empty text={empty} />}
      {data?.[0] !== undefined && (
        <p className="ac-small ac-2">
          {data.length} listed, the oldest since {formatDate(since(data[0]), 'moment')}
        </p>
      )}
      {data?.map(item => draw(item, { decide }))}
      {sheet}
    </>
  )
}

/** A link from a person: it opens in a new tab, without a referrer. */
export function ForeignLink({ href }: { href: string }) {
  return /^https?:\/\//.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {href}
    </a>
  ) : (
    href
  )
}

type QueueProps<Item> = {
  loaded: Loaded<readonly Item[]>
  /** Text of an empty queue. */
  empty: string
  /** Since when an item has waited, ISO. */
  since: (item: Item) => string
  draw: (item: Item, actions: { decide: (decision: OperatorDecision) => void }) => ReactNode
}
