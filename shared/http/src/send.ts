import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { sessionStore } from '@adcoin/session'
import type { AxiosRequestConfig } from 'axios'
import { readAnswer } from './answer.ts'
import { client, isImpersonal } from './client.ts'
import { createEnding, type Ending } from './ending.ts'
import { failureOf } from './failure.ts'
import { emitReport, reportFailure, type LoaderMark } from './reports.ts'

/** Called with the share sent so far, 0 to 1. */
export type UploadProgress = (share: number) => void

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
  const sessionEpoch = options.sessionEpoch ?? sessionStore.getState().sessionEpoch
  const isBound = !options.outlivesSession && !isImpersonal(call)
  const ending = createEnding(options.signal, isBound ? sessionEpoch : undefined)
  const { loader = call.loader, errors = call.errors, loaderText: text, onCancel } = options
  emitReport({ type: 'started', id, loader, ...(text === undefined ? {} : { text }), ...(onCancel && { onCancel }) })
  try {
    const data = toBody(input as Readonly<Record<string, unknown>>)
    const answer = await client.request<ResponseOf<C>>({
      method: call.method,
      baseURL: globalThis.location?.origin,
      url: call.path,
      ...(call.method === 'GET' ? { params: input } : { data }),
      ...(data instanceof FormData && createUploadConfig(ending, options.onUploadProgress)),
      signal: ending.signal,
      access: call.access,
      sessionEpoch,
      token: options.token,
      idempotencyKey: options.idempotencyKey,
      readAnswer: answer => readAnswer(call, answer),
    })
    return answer.data
  } catch (thrown) {
    const failure = failureOf(thrown)
    reportFailure(failure, errors)
    throw failure
  } finally {
    ending.release()
    emitReport({ type: 'ended', id })
  }
}

/** The input itself, which axios sends as JSON, or a form where a value is a file. */
function toBody(input: Readonly<Record<string, unknown>>): unknown {
  const values = Object.entries(input)
  if (!values.some(([, value]) => value instanceof Blob)) return input
  // Fields before files: the service reads the stream in order.
  const form = new FormData()
  for (const [name, value] of values) if (!(value instanceof Blob)) form.append(name, String(value))
  for (const [name, value] of values) if (value instanceof Blob) form.append(name, value)
  return form
}

/** Only XMLHttpRequest reports upload progress. An upload may take long, as long as it makes progress. */
function createUploadConfig(ending: Ending, onUploadProgress?: UploadProgress): AxiosRequestConfig {
  ending.expectProgress()
  return {
    adapter: 'xhr',
    timeout: 0,
    onUploadProgress({ progress = 0 }) {
      ending.expectProgress()
      onUploadProgress?.(progress)
    },
  }
}
