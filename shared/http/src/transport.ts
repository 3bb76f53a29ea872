import type { Call } from '@adcoin/contract'
import { longestAnswer, type RawAnswer } from './answer.ts'
import { takeEarly } from './early.ts'
import { HttpFailure } from './failure.ts'

export type Outgoing = {
  readonly call: Call
  readonly input: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly onUploadProgress?: ((share: number) => void) | undefined
}

/** Called with the share sent so far, 0 to 1. */
export type UploadProgress = (share: number) => void

/** Sends one request, unless the page has sent it already; rejects where no answer arrived. */
export async function exchange(outgoing: Outgoing): Promise<RawAnswer> {
  const { call, input, headers, signal } = outgoing
  const early = await takeEarly(outgoing)
  signal.throwIfAborted()
  if (early) return early
  const url = new URL(call.path, globalThis.location?.origin)
  if (call.method === 'GET') {
    for (const [name, value] of Object.entries(input)) if (value != null) url.searchParams.set(name, String(value))
    return fetched(url, { headers, signal })
  }
  const body = bodyOf(input)
  if (!(body instanceof FormData))
    return fetched(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body, signal })
  // Only XMLHttpRequest reports upload progress.
  if (typeof XMLHttpRequest !== 'undefined') return sendForm(url, body, outgoing)
  return fetched(url, { method: 'POST', headers, body, signal })
}

async function fetched(url: URL, request: RequestInit): Promise<RawAnswer> {
  // A captive portal redirects elsewhere: the token must not follow. Source: faults.md B18.
  const response = await fetch(url, { ...request, redirect: 'error', credentials: 'same-origin', cache: 'no-store' })
  const bytes = await new Response(response.body?.pipeThrough(atMost(longestAnswer))).arrayBuffer()
  return { status: response.status, bytes, header: name => response.headers.get(name) }
}

/** Passes bytes on, and ends an answer that is longer. */
function atMost(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > most) controller.error(new HttpFailure('broken'))
      else controller.enqueue(chunk)
    },
  })
}

function sendForm(url: URL, form: FormData, { headers, signal, onUploadProgress }: Outgoing): Promise<RawAnswer> {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', url)
    request.responseType = 'arraybuffer'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      onUploadProgress?.(lengthComputable ? loaded / total : 0)
    request.onload = () =>
      resolve({
        status: request.status,
        bytes: request.response as ArrayBuffer,
        header: name => request.getResponseHeader(name),
      })
    request.onerror = () => reject(new HttpFailure('offline'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** JSON, or a form where a value is a file. */
function bodyOf(input: Readonly<Record<string, unknown>>): FormData | string {
  const values = Object.entries(input)
  if (!values.some(([, value]) => value instanceof Blob)) return JSON.stringify(input)
  // Fields before files: the service reads the stream in order.
  const form = new FormData()
  for (const [name, value] of values) if (!(value instanceof Blob)) form.append(name, String(value))
  for (const [name, value] of values) if (value instanceof Blob) form.append(name, value)
  return form
}
