import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { sessionStore } from '@adcoin/session'
import { QueryCache, QueryClient, type Query, type QueryKey, type QueryMeta } from '@tanstack/react-query'
import { takeReady } from './early.ts'
import { failureOf, type HttpFailure } from './failure.ts'
import { reportFailure, type LoaderMark } from './reports.ts'

/**
 * Hidden tabs postpone their requests until they are shown: two hundred of them follow a login or another language at
 * once. faults.md G21.
 */
export function whenVisible(work: () => void): void {
  if (globalThis.document?.visibilityState !== 'hidden') return work()
  document.addEventListener('visibilitychange', function workOnceVisible() {
    if (document.visibilityState === 'hidden') return
    document.removeEventListener('visibilitychange', workOnceVisible)
    work()
  })
}

/**
 * The one query cache, the truth for server data. It is emptied and its requests are cancelled whenever a session
 * starts or ends.
 */
export const queryClient = createQueryClient()

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => reportRead(failureOf(error), query.meta?.['showAs'], query.state.data !== undefined),
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 10 * 60_000,
        retry: (count, error) => count < 1 && isWorthRetry(failureOf(error)),
        retryDelay: 500,
        // A paused query would show its skeleton for ever: offline must fail.
        networkMode: 'always',
      },
    },
  })
}

// The client has no provider, so it does not see by itself that the network is back.
globalThis.addEventListener?.('online', () =>
  whenVisible(() => void queryClient.refetchQueries({ type: 'active', stale: true })),
)

function isWorthRetry(failure: HttpFailure): boolean {
  return failure.kind === 'broken' || failure.kind === 'offline'
}

/** Reported once, after the retry. A failed refresh behind shown data adds no toast, nor does any read offline (R6). */
function reportRead(failure: HttpFailure, showAs: unknown, hasData: boolean): void {
  const isOnline = globalThis.navigator?.onLine !== false
  reportFailure(failure, showAs === 'toast' && !hasData && isOnline ? 'toast' : 'page')
}

/** The key of a call's cached answers; without input, of all of them. */
export function callKey<C extends Call>(call: C, input?: RequestOf<C>): QueryKey {
  if (input === undefined) return [call.method, call.path]
  const definedFields = Object.entries(input as Readonly<Record<string, unknown>>).filter(
    ([, value]) => value !== undefined,
  )
  return [call.method, call.path, Object.fromEntries(definedFields)]
}

/** Asks again for what is shown of a call, and marks the rest as old. */
export function refresh<C extends Call>(call: C, input?: RequestOf<C>): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: callKey(call, input) })
}

/**
 * Replaces the cached answer of one call, so that every place that shows it repaints; nothing happens where none is
 * cached and the updater returns undefined.
 */
export function writeCache<C extends Call>(
  call: C,
  input: RequestOf<C>,
  updater: (cached: ResponseOf<C> | undefined) => ResponseOf<C> | undefined,
): void {
  queryClient.setQueryData<ResponseOf<C>>(callKey(call, input), updater)
}

/**
 * Puts an answer that the page has complete into the cache before the query exists, so that the first render shows what
 * the prerendered screen showed. Not `initialData`: a query that is reset for the next person would return to it.
 */
export function seedFromPage<C extends Call>(
  call: C,
  input: RequestOf<C>,
  queryKey: QueryKey = callKey(call, input),
  cached: (data: ResponseOf<C>) => unknown = data => data,
): void {
  if (queryClient.getQueryState(queryKey)) return
  const data = takeReady(call, input)
  if (data !== undefined) queryClient.setQueryData(queryKey, cached(data))
}

/**
 * The loader mark of a read: the first answer counts, under its skeleton; refreshes and further pages do not. Source:
 * rulings.md R6.
 */
export function chooseLoaderMark(call: Call, key: QueryKey): LoaderMark {
  return call.loader && queryClient.getQueryData(key) === undefined ? 'late' : false
}

/** Metadata of each query: how its failure is reported, and whose data it is. */
export function createQueryMeta(call: Call, showAs: 'toast' | 'page'): QueryMeta {
  return { showAs, isPersonal: call.access === 'private' }
}

sessionStore.subscribe((state, before) => {
  if (state.sessionEpoch !== before.sessionEpoch) forgetPerson(state.person !== null)
  else if (state.language !== before.language) whenVisible(() => void queryClient.invalidateQueries())
})

/**
 * Nothing of the former person stays, neither cached nor on a screen that is still mounted: such a screen is back at
 * its skeleton, and asks for the new person where there is one.
 */
function forgetPerson(isSignedIn: boolean): void {
  const personal = { predicate: (query: Query) => query.meta?.['isPersonal'] !== false }
  void queryClient.cancelQueries(personal)
  queryClient.removeQueries({ type: 'inactive' })
  for (const query of queryClient.getQueryCache().findAll(personal)) query.reset()
  if (isSignedIn) whenVisible(() => void queryClient.refetchQueries({ type: 'active', ...personal }))
}
