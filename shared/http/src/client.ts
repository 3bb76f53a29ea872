import type { Call } from '@adcoin/contract'
import { currentToken, sessionStore } from '@adcoin/session'
import axios, { AxiosError, CanceledError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { longestAnswer, type RawResponse } from './answer.ts'
import { dropEarly, formatQuery, takeEarly } from './early.ts'
import { failureOf, HttpFailure } from './failure.ts'
import { reportSessionEnd } from './reports.ts'

/** Source: specification.md 9. For an upload: 30 s without progress. */
export const timeoutMs = 30_000

declare module 'axios' {
  /** A call of the contract adds this to the config of its request. */
  interface AxiosRequestConfig<D, P> {
    readonly access?: Call['access']
    /** The session epoch in which the request began. */
    readonly sessionEpoch?: number
    /** Of a session that is not the running one: a 401 for it ends nothing. Default: the running session's. */
    readonly token?: string | undefined
    readonly idempotencyKey?: string | undefined
    /** Reads `data` of the answer's envelope; throws an HttpFailure. */
    readonly readAnswer?: (answer: RawResponse) => unknown
  }
}

const running = new WeakMap<object, AbortController>()

/** Sends every call of the contract. Its promises resolve with the call's data, or reject with an HttpFailure. */
export const client = axios.create({
  adapter: 'fetch',
  env: { fetch: fetchOnce },
  timeout: timeoutMs,
  // The service shows people their devices by the browser's own User-Agent.
  headers: { Accept: 'application/json', 'User-Agent': false },
  withXSRFToken: false,
  paramsSerializer: { serialize: formatQuery },
  // Bytes, not text: a text answer would hide a byte order mark and repair what is not UTF-8.
  responseType: 'arraybuffer',
  maxContentLength: longestAnswer,
  // An answer of any status may have an envelope that explains it.
  validateStatus: () => true,
  // A captive portal redirects elsewhere: the token must not follow. Source: faults.md B18.
  fetchOptions: { redirect: 'error', cache: 'no-store' },
})

// Synchronous: a logout is sent with the token of the session that it ends.
client.interceptors.request.use(setHeaders, null, { synchronous: true })
client.interceptors.response.use(unwrapAnswer)
client.interceptors.response.use(null, throwFailure)

/** Whether the answer is the same for every person. */
export function isImpersonal({ access, method }: { readonly access?: string; readonly method?: string }): boolean {
  return access === 'public' && method?.toUpperCase() === 'GET'
}

/** Token, language and idempotency key. A request for another session than its own is not sent. */
function setHeaders(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  // Reading the token may find that another tab signed in: then the epoch changes, and this request is over.
  const running = currentToken()
  const token = config.token ?? running
  const { language, sessionEpoch } = sessionStore.getState()
  if (!isImpersonal(config) && config.sessionEpoch !== sessionEpoch) throw new CanceledError(undefined, config)
  if (config.access === 'private' && token === null)
    throw toAxiosError(new HttpFailure('unauthorised', { code: 401 }), config)
  const headers = { lang: language, 'Authorized-Key': token, 'Idempotency-Key': config.idempotencyKey }
  for (const [name, value] of Object.entries(headers)) {
    // axios would drop a character that a header cannot have, and send the rest.
    if (value && !/^[\x20-\x7e]+$/.test(value)) throw toAxiosError(new HttpFailure('broken'), config)
    config.headers.set(name, value)
  }
  if (config.method !== 'get') dropEarly()
  return config
}

/** Replaces the bytes of an answer by the data in its envelope. */
function unwrapAnswer(response: AxiosResponse<ArrayBuffer>): AxiosResponse<unknown> {
  const { config, status, data: bytes, headers, request } = response
  // Another tab may have signed in while the answer was on its way, and this page not have heard of it yet.
  currentToken()
  if (config.signal?.aborted) throw new CanceledError(undefined, config, request)
  try {
    // XMLHttpRequest follows a redirect before it can be refused.
    const { responseURL } = request as Partial<XMLHttpRequest>
    if (responseURL && responseURL !== client.getUri(config)) throw new HttpFailure('offline')
    return { ...response, data: config.readAnswer?.({ status, bytes, header: name => headers[name] as unknown }) }
  } catch (thrown) {
    throw toAxiosError(failureOf(thrown), config, response)
  }
}

/** Turns every error into an HttpFailure; one that ends the session is reported. */
function throwFailure(error: unknown): never {
  const failure = toFailure(error)
  if (axios.isAxiosError(error) && failure.kind === 'unauthorised') {
    const { token, sessionEpoch } = error.config ?? {}
    if (token === undefined && sessionEpoch !== undefined) reportSessionEnd(failure, sessionEpoch)
  }
  throw failure
}

function toFailure(error: unknown): HttpFailure {
  if (!axios.isAxiosError(error)) return failureOf(error)
  const { signal } = error.config ?? {}
  if (signal instanceof AbortSignal && signal.aborted) return failureOf(signal.reason)
  if (error.cause instanceof HttpFailure) return error.cause
  switch (error.code) {
    case AxiosError.ERR_CANCELED:
      return new HttpFailure('cancelled')
    case AxiosError.ETIMEDOUT:
      return new HttpFailure('timeout')
    case AxiosError.ERR_BAD_RESPONSE:
      // Longer than `maxContentLength`.
      endFetch(error.request)
      return new HttpFailure('broken')
    default:
      return new HttpFailure('offline')
  }
}

/** A failure of ours as an error of axios, which has the config of its request. */
function toAxiosError(failure: HttpFailure, config: InternalAxiosRequestConfig, response?: AxiosResponse): AxiosError {
  return AxiosError.from(failure, undefined, config, response?.request, response)
}

/** The `fetch` of axios: takes the answer that the page has asked for already, and asks for every other. */
async function fetchOnce(request: URL | Request | string, init?: RequestInit): Promise<Response> {
  if (!(request instanceof Request)) return fetch(request, init)
  const early = await rejectOnAbort(takeEarly(request), request.signal)
  if (early) return early
  const ending = new AbortController()
  running.set(request, ending)
  return fetch(request, { ...init, signal: AbortSignal.any([request.signal, ending.signal]) })
}

/** Closes the connection of a request whose answer axios reads no further, because it is too long. */
function endFetch(request: object): void {
  running.get(request)?.abort()
}

/** A read that the page has begun cannot be aborted: the caller must not wait for it. */
function rejectOnAbort<Result>(reading: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
    reading.then(resolve, reject)
  })
}
