import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { currentToken, sessionStore } from '@adcoin/session'
import { readAnswer } from './answer.ts'
import { failureOf, HttpFailure } from './failure.ts'
import { report, reportFailure, type LoaderMark } from './reports.ts'
import { exchange, type UploadProgress } from './transport.ts'

/** Source: specification.md 9. For an upload: 30 s without progress. */
export const timeoutMs = 30_000

export type SendOptions = {
  /** Ends the call: it rejects as cancelled. */
  readonly signal?: AbortSignal | undefined
  readonly idempotencyKey?: string | undefined
  /** Default: the call's own mark. `late`: there is a skeleton under it, so that it is shown later. */
  readonly loader?: LoaderMark | undefined
  /** Default: the call's own mark. `page`: the caller shows every error itself. */
  readonly errors?: 'toast' | 'page' | undefined
  /** Text of the loader, in the person's language. */
  readonly loaderText?: string | undefined
  /** Makes the loader offer to stop the call, for one that takes long. */
  readonly onCancel?: (() => void) | undefined
  readonly onUploadProgress?: UploadProgress | undefined
  /** For the logout call: goes on although its session is over. */
  readonly outlivesSession?: boolean | undefined
  /**
   * The session epoch in which the request began; default: now. A later attempt of the same request carries the epoch
   * of its first one, so that it is never sent for another person.
   */
  readonly sessionEpoch?: number | undefined
  /** Asks for a session that is not the running one, to learn whether it is any good: its 401 ends nothing. */
  readonly token?: string | undefined
}

let lastId = 0

/**
 * Makes one call and resolves with its parsed data. A failure rejects as an HttpFailure, after it was reported.
 * A request belongs to the session in which it began. After a login or logout it is not sent, and its answer is
 * dropped: the call rejects as cancelled (but for what is public to read).
 */
export async function send<C extends Call>(
  call: C,
  input: RequestOf<C>,
  options: SendOptions = {},
): Promise<ResponseOf<C>> {
  const id = ++lastId
  const loader = options.loader ?? call.loader
  const sessionEpoch = options.sessionEpoch ?? sessionStore.getState().sessionEpoch
  // Reading the token may find that another tab signed in: then the epoch changes, and this request is over.
  const running = currentToken()
  const token = options.token ?? running
  const { loaderText: text, onCancel } = options
  report({ type: 'started', id, loader, ...(text === undefined ? {} : { text }), ...(onCancel && { onCancel }) })
  try {
    if (!isImpersonal(call) && sessionStore.getState().sessionEpoch !== sessionEpoch) throw new HttpFailure('cancelled')
    if (call.access === 'private' && token === null) throw new HttpFailure('unauthorised', { code: 401 })
    return await answerOf(call, input as Readonly<Record<string, unknown>>, options, token, sessionEpoch)
  } catch (thrown) {
    const failure = failureOf(thrown)
    if (failure.kind !== 'unauthorised' || options.token === undefined)
      reportFailure(failure, options.errors ?? call.errors, sessionEpoch)
    throw failure
  } finally {
    report({ type: 'ended', id })
  }
}

async function answerOf<C extends Call>(
  call: C,
  input: Readonly<Record<string, unknown>>,
  options: SendOptions,
  token: string | null,
  sessionEpoch: number,
): Promise<ResponseOf<C>> {
  const abort = new AbortController()
  let stopped: HttpFailure | undefined
  const stop = (kind: 'timeout' | 'cancelled') => {
    stopped ??= new HttpFailure(kind)
    abort.abort()
  }
  const cancel = () => stop('cancelled')
  let timer = setTimeout(stop, timeoutMs, 'timeout')
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(stop, timeoutMs, 'timeout')
  }
  const isBound = !options.outlivesSession && !isImpersonal(call)
  const isOver = () => isBound && sessionStore.getState().sessionEpoch !== sessionEpoch
  const unfollow = sessionStore.subscribe(() => isOver() && cancel())
  if (options.signal?.aborted) cancel()
  options.signal?.addEventListener('abort', cancel, { once: true })
  try {
    const headers = headersOf(token, options.idempotencyKey)
    const progress = options.onUploadProgress
    const onUploadProgress = progress && ((share: number) => (restart(), progress(share)))
    const answer = await untilAborted(
      exchange({ call, input, headers, signal: abort.signal, onUploadProgress }),
      abort.signal,
    )
    // Another tab may have signed in while the answer was on its way, and this page not have heard of it yet.
    currentToken()
    if (isOver()) throw new HttpFailure('cancelled')
    return readAnswer(call, answer)
  } catch (thrown) {
    if (stopped) throw stopped
    if (thrown instanceof HttpFailure) throw thrown
    throw new HttpFailure('offline')
  } finally {
    clearTimeout(timer)
    unfollow()
    options.signal?.removeEventListener('abort', cancel)
  }
}

const isImpersonal = (call: Call): boolean => call.access === 'public' && call.method === 'GET'

function headersOf(token: string | null, idempotencyKey: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { lang: sessionStore.getState().language, Accept: 'application/json' }
  if (token !== null) headers['Authorized-Key'] = token
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  return headers
}

/** A read that the page has begun cannot be aborted: the caller must not wait for it. */
function untilAborted<Result>(running: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
    running.then(resolve, reject)
  })
}
