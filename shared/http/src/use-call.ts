import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { callKey, loaderOf, queryClient, queryMeta, seedFromPage } from './cache.ts'
import type { HttpFailure } from './failure.ts'
import { send } from './send.ts'
import { useAskAgain } from './use-undecided.ts'

export type CallOptions<Answer, Part> = {
  /** `false`: not asked yet. */
  readonly enabled?: boolean
  /** Milliseconds, or false; `undecided` is the usual way. */
  readonly refetchInterval?: number | false
  /** Whether the answer still waits for a decision: then it is polled (rulings.md R11). */
  readonly undecided?: (answer: Answer) => boolean
  readonly staleTime?: number
  readonly select?: (answer: Answer) => Part
  /** The place of the first failure, after one retry; default: the call's own mark. */
  readonly errors?: 'toast' | 'page'
}

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

/** `useCall` over another way to send. */
export function useCallBy<C extends Call, Part = ResponseOf<C>>(
  sendIt: typeof send,
  call: C,
  input: RequestOf<C>,
  options: CallOptions<ResponseOf<C>, Part> = {},
): UseQueryResult<Part, HttpFailure> {
  const { errors = call.errors, undecided, ...rest } = options
  const queryKey = callKey(call, input)
  const askAgain = useAskAgain(undecided)
  if (options.enabled !== false) seedFromPage(call, input, queryKey)
  return useQuery<ResponseOf<C>, HttpFailure, Part>(
    {
      refetchInterval: askAgain,
      ...rest,
      queryKey,
      queryFn: ({ signal }) => sendIt(call, input, { signal, loader: loaderOf(call, queryKey), errors: 'page' }),
      meta: queryMeta(call, errors),
    },
    queryClient,
  )
}
