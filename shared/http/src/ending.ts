import { sessionStore } from '@adcoin/session'
import { timeoutMs } from './client.ts'
import { HttpFailure } from './failure.ts'

export type Ending = {
  /** Its reason is the HttpFailure. */
  readonly signal: AbortSignal
  /** From now on the request ends where 30 s pass without another call of this. */
  readonly expectProgress: () => void
  /** The request is over. */
  readonly release: () => void
}

/**
 * Ends a request before its answer: because its caller cancels it, because the session is over in which it began
 * (none: it outlives its session), or because its upload makes no progress.
 */
export function createEnding(caller: AbortSignal | undefined, sessionEpoch: number | undefined): Ending {
  const abort = new AbortController()
  const end = (kind: 'cancelled' | 'timeout') => abort.abort(new HttpFailure(kind))
  const cancel = () => end('cancelled')
  let timer: ReturnType<typeof setTimeout> | undefined
  const unfollow = sessionStore.subscribe(state => {
    if (sessionEpoch !== undefined && state.sessionEpoch !== sessionEpoch) cancel()
  })
  if (caller?.aborted) cancel()
  caller?.addEventListener('abort', cancel, { once: true })
  return {
    signal: abort.signal,
    expectProgress() {
      clearTimeout(timer)
      timer = setTimeout(end, timeoutMs, 'timeout')
    },
    release() {
      clearTimeout(timer)
      unfollow()
      caller?.removeEventListener('abort', cancel)
    },
  }
}
