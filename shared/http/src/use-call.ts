import { useRef, useState } from 'react'
import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { callKey, chooseLoaderMark, queryClient, createQueryMeta, seedFromPage } from './cache.ts'
import type { HttpFailure } from './failure.ts'
import { send } from './send.ts'

const steps = [
  { untilMs: 60_000, everyMs: 5_000 },
  { untilMs: 180_000, everyMs: 10_000 },
  { untilMs: Number.POSITIVE_INFINITY, everyMs: 30_000 },
] as const

type PendingCall<Data> = { readonly state: { readonly data: Data | undefined } }

/**
 * Reads a call through the cache. One retry when offline or broken; none when refused. The shape is react-query's own.
 */
export function useCall<C extends Call, Part = ResponseOf<C>>(
  call: C,
  input: RequestOf<C>,
  options: CallOptions<ResponseOf<C>, Part> = {},
): UseQueryResult<Part, HttpFailure> {
  return useCallBy(send, call, input, options)
}

/**
 * The `refetchInterval` of a query whose answer contains undecided items: every 5 s for a minute, 10 s for two more,
 * then 30 s. It pauses while the page is hidden. Source: rulings.md R11; ±20 % so that many tabs do not poll at once
 * (faults.md G21). Without undecided items there is no polling.
 */
export function useRefetchInterval<Data>(
  isUndecided: ((data: Data) => boolean) | undefined,
): (query: PendingCall<Data>) => number | false {
  const since = useRef<number>(undefined)
  const [spread] = useState(() => 0.8 + Math.random() * 0.4)
  return ({ state: { data } }) => {
    if (!isUndecided || data === undefined || !isUndecided(data)) {
      since.current = undefined
      return false
    }
    since.current ??= performance.now()
    const passed = performance.now() - since.current
    return Math.round((steps.find(({ untilMs }) => passed < untilMs)?.everyMs ?? 30_000) * spread)
  }
}

export type CallOptions<Answer, Part> = {
  /** `false`: not asked yet. */
  readonly enabled?: boolean
  /** Milliseconds, or false; `undecided` is the usual way. */
  readonly refetchInterval?: number | false
  /** Whether the answer still waits for a decision: then it is polled (rulings.md R11). */
  readonly undecided?: (answer: Answer) => boolean
  readonly staleTime?: number
  readonly select?: (answer: Answer) => Part
  /** Where the first failure is shown, after one retry; default: the call's own mark. */
  readonly errors?: 'toast' | 'page'
}

/** `useCall` with another `send`: `http-of.ts` passes one that counts a remote's requests. */
export function useCallBy<C extends Call, Part = ResponseOf<C>>(
  sendCall: typeof send,
  call: C,
  input: RequestOf<C>,
  options: CallOptions<ResponseOf<C>, Part> = {},
): UseQueryResult<Part, HttpFailure> {
  const { errors = call.errors, undecided, ...rest } = options
  const queryKey = callKey(call, input)
  const refetchInterval = useRefetchInterval(undecided)
  if (options.enabled !== false) seedFromPage(call, input, queryKey)
  return useQuery<ResponseOf<C>, HttpFailure, Part>(
    {
      refetchInterval,
      ...rest,
      queryKey,
      queryFn: ({ signal }) =>
        sendCall(call, input, { signal, loader: chooseLoaderMark(call, queryKey), errors: 'page' }),
      meta: createQueryMeta(call, errors),
    },
    queryClient,
  )
}
