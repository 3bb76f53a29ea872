import { takeEarly } from './early.ts'

const running = new WeakMap<object, AbortController>()

/** The `fetch` of axios: takes the answer that the page has asked for already, and asks for every other. */
export async function fetchOnce(request: URL | Request | string, init?: RequestInit): Promise<Response> {
  if (!(request instanceof Request)) return fetch(request, init)
  const early = await rejectOnAbort(takeEarly(request), request.signal)
  if (early) return early
  const ending = new AbortController()
  running.set(request, ending)
  return fetch(request, { ...init, signal: AbortSignal.any([request.signal, ending.signal]) })
}

/** Closes the connection of a request whose answer axios reads no further, because it is too long. */
export function endFetch(request: object): void {
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
