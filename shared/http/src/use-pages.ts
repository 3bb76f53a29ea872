import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callKey, chooseLoaderMark, queryClient, createQueryMeta, seedFromPage } from './cache.ts'
import type { HttpFailure } from './failure.ts'
import { send } from './send.ts'
import { useRefetchInterval } from './use-call.ts'

type Page<Item> = { readonly list: readonly Item[]; readonly next_cursor: string | null; readonly has_more: boolean }
type PageIn<Answer> = Answer extends { list: readonly (infer Item)[] } ? Page<Item> : never
type ItemIn<P> = P extends Page<infer Item> ? Item : never

export type PagesOptions<Answer, P> = {
  readonly enabled?: boolean
  readonly refetchInterval?: number | false
  /** Whether an item still waits for a decision: then the list is polled (rulings.md R11). */
  readonly undecided?: (items: readonly ItemIn<P>[]) => boolean
  readonly errors?: 'toast' | 'page'
  /** The page in an answer that wraps it; default: the answer itself. */
  readonly pageOf?: (answer: Answer) => P | null
  /** Identity of an item; default: its `id`, `assignment_id` or `user_id`. */
  readonly idOf?: (item: ItemIn<P>) => string
}

export type Pages<Item, Answer> = {
  /** Of all pages so far, each item once; undefined until the first page arrived. */
  readonly items: readonly Item[] | undefined
  /** The first answer, with its fields beside the list. */
  readonly first: Answer | undefined
  readonly isLoading: boolean
  readonly failure: HttpFailure | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  /** Asks again for what failed: the first page, or the next one. */
  readonly retry: () => void
  /** When the list was last answered, epoch milliseconds; 0 before. */
  readonly updatedAt: number
  /** Asks for everything that is shown again; settles when it is there, or failed. */
  readonly refresh: () => Promise<unknown>
}

/**
 * An endless list by cursor. It ends at an empty page and at a repeated cursor, even if `has_more` is true. Source:
 * faults.md J16.
 */
export function usePages<C extends Call, P extends Page<unknown> = PageIn<ResponseOf<C>>>(
  call: C,
  input: RequestOf<C>,
  options: PagesOptions<ResponseOf<C>, P> = {},
): Pages<ItemIn<P>, ResponseOf<C>> {
  return usePagesBy(send, call, input, options)
}

/** `usePages` with another `send`: `http-of.ts` passes one that counts a remote's requests. */
export function usePagesBy<C extends Call, P extends Page<unknown> = PageIn<ResponseOf<C>>>(
  sendCall: typeof send,
  call: C,
  input: RequestOf<C>,
  options: PagesOptions<ResponseOf<C>, P> = {},
): Pages<ItemIn<P>, ResponseOf<C>> {
  const { errors = call.errors, pageOf = toPage<ResponseOf<C>, P>, idOf = identifyItem, undecided, ...rest } = options
  const refetchInterval = useRefetchInterval<InfiniteData<ResponseOf<C>>>(
    undecided && (data => undecided(listRows(data.pages, pageOf))),
  )
  const queryKey = [...callKey(call, input), 'pages']
  if (options.enabled !== false) seedFromPage(call, input, queryKey, data => ({ pages: [data], pageParams: [''] }))
  const query = useInfiniteQuery(
    {
      refetchInterval,
      ...rest,
      queryKey,
      queryFn: ({ signal, pageParam }) =>
        sendCall(call, (pageParam === '' ? input : { ...(input as object), cursor: pageParam }) as RequestOf<C>, {
          signal,
          loader: chooseLoaderMark(call, queryKey),
          errors: 'page',
        }),
      initialPageParam: '',
      getNextPageParam: (last: ResponseOf<C>, _: unknown, __: string, cursors: string[]) => {
        const page = pageOf(last)
        return page && page.has_more && page.list.length > 0 && page.next_cursor && !cursors.includes(page.next_cursor)
          ? page.next_cursor
          : undefined
      },
      meta: createQueryMeta(call, errors),
    },
    queryClient,
  )
  const answers = query.data?.pages
  const items = useMemo(() => answers && removeDuplicates(listRows(answers, pageOf), idOf), [answers, pageOf, idOf])
  return {
    items,
    first: answers?.[0],
    isLoading: query.isLoading,
    failure: query.error as HttpFailure | null,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    updatedAt: query.dataUpdatedAt,
    refresh: query.refetch,
  }
}

/** By its type the answer is a page; only the compiler does not know that it is this one. */
function toPage<Answer, P>(answer: Answer): P | null {
  return answer as unknown as P
}

function listRows<Answer, P extends Page<unknown>>(
  answers: readonly Answer[],
  pageOf: (answer: Answer) => P | null,
): readonly ItemIn<P>[] {
  return answers.flatMap(answer => (pageOf(answer)?.list ?? []) as readonly ItemIn<P>[])
}

function identifyItem(item: unknown): string {
  const named = item as { id?: string; assignment_id?: string; user_id?: string }
  return named.id ?? named.assignment_id ?? named.user_id ?? JSON.stringify(item)
}

function removeDuplicates<Item>(items: readonly Item[], idOf: (item: Item) => string): readonly Item[] {
  return [...new Map(items.map(item => [idOf(item), item])).values()]
}
