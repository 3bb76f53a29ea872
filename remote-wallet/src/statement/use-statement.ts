import { statement, type Statement } from '@adcoin/contract'
import { usePages } from '@adcoin/http'
import { useEffect } from 'react'

/** The statement of a month. It may come in parts, and is complete once the last one is there. */
export function useStatement(month: string) {
  const { items, first, hasMore, isLoadingMore, loadMore, failure, retry } = usePages(
    statement,
    { month },
    { pageOf: toPage },
  )
  const isNextMissing = hasMore && !isLoadingMore && !failure
  useEffect(() => {
    if (isNextMissing) loadMore()
  })
  const isComplete = first !== undefined && items !== undefined && !hasMore
  return {
    /** Its months are known before all of its movements are. */
    months: first?.months ?? [],
    complete: isComplete ? { ...first, list: items } : undefined,
    hasFailed: failure !== null,
    retry,
  }
}

export type CompleteStatement = Omit<Statement, 'list'> & { readonly list: readonly Statement['list'][number][] }

const toPage = ({ list, next_cursor }: Statement) => ({ list, next_cursor, has_more: next_cursor !== null })
