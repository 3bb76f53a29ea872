import type { Pages } from '@adcoin/http'
import { Button, Failed, Ring, Skeleton } from '@adcoin/ui'
import { List } from '@adcoin/ui/pages'
import { useEffect, useRef, type ReactNode } from 'react'
import { sharedTexts } from '../texts.ts'
import { Freshness } from './freshness.tsx'

type PagedListProps<Item> = {
  pages: Pages<Item, unknown>
  /** Accessible name of the list. */
  label: string
  row: (item: Item) => ReactNode
  /** Instead of an empty list. */
  empty: ReactNode
  /** Heading of an item's group, such as its day; neighbours with the same heading form one group. */
  groupBy?: (item: Item) => string
  /** Text below the last item. */
  end?: string
}

/**
 * The distance to the end at which the next page is asked for. Source: rulings.md R10; at the latest within 4 px of the
 * bottom, which this includes.
 */
const aheadPx = 600

/**
 * An endless list with its four states: skeleton, empty, failed with retry, and items with their age and the next page
 * on the way. A button does the same for keyboards.
 */
export function PagedList<Item>({ pages, label, row, empty, groupBy, end }: PagedListProps<Item>) {
  const { items, failure, hasMore, isLoadingMore, loadMore, retry, updatedAt, refresh } = pages
  if (!items && failure) return <Failed onRetry={retry} />
  if (items?.length === 0) return <>{empty}</>
  const age = <Freshness updatedAt={updatedAt} refresh={refresh} />
  if (!items)
    return (
      <>
        {age}
        <Skeleton shape="rows" lines={4} />
      </>
    )
  return (
    <>
      {age}
      {groupItems(items, groupBy).map(group => (
        <section key={group.heading} className="ac-section">
          {group.heading ? <h2 className="ac-daylabel">{group.heading}</h2> : null}
          <List label={group.heading || label}>{group.items.map(row)}</List>
        </section>
      ))}
      {failure ? (
        <Failed onRetry={retry} />
      ) : hasMore ? (
        <LoadMore isLoading={isLoadingMore} loadMore={loadMore} />
      ) : end ? (
        <p className="ac-small ac-2">{end}</p>
      ) : null}
    </>
  )
}

function LoadMore({ isLoading, loadMore }: { isLoading: boolean; loadMore: () => void }) {
  const t = sharedTexts.useT()
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(loadMore)
  useEffect(() => {
    latest.current = loadMore
  })
  useEffect(() => {
    const element = mark.current
    if (!element || isLoading || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: `${aheadPx}px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isLoading])
  return (
    <div ref={mark} aria-live="polite">
      {isLoading ? (
        <p className="ac-small ac-2 ac-hstack ac-more">
          <Ring /> {t('list.loadingMore')}
        </p>
      ) : (
        <Button kind="quiet" block onClick={loadMore}>
          {t('list.more')}
        </Button>
      )}
    </div>
  )
}

type Group<Item> = { heading: string; items: Item[] }

function groupItems<Item>(items: readonly Item[], groupBy: ((item: Item) => string) | undefined): Group<Item>[] {
  const groups: Group<Item>[] = []
  for (const item of items) {
    const heading = groupBy?.(item) ?? ''
    const last = groups.at(-1)
    if (last && last.heading === heading) last.items.push(item)
    else groups.push({ heading, items: [item] })
  }
  return groups
}
