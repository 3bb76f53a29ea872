import type { Call } from '@adcoin/contract'
import type { AxiosInstance } from 'axios'
import { longestAnswer, type RawAnswer } from './answer.ts'
import { takeEarly } from './early.ts'

export type Outgoing = {
  readonly call: Call
  readonly input: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly onUploadProgress?: ((share: number) => void) | undefined
}

/** Called with the share sent so far, 0 to 1. */
export type UploadProgress = (share: number) => void

let client: Promise<AxiosInstance> | undefined

/**
 * Fetches the transport's own chunk (axios, 17 KB) ahead of the first call. The shell calls it after its first paint;
 * `send` waits for it otherwise. A failed attempt is forgotten, so that the next call tries again.
 */
export function prepareHttp(): Promise<AxiosInstance> {
  client ??= createClient().catch(error => {
    client = undefined
    throw error
  })
  return client
}

async function createClient(): Promise<AxiosInstance> {
  const { default: axios } = await import('axios')
  return axios.create({
    adapter: ['fetch', 'xhr'],
    // Bytes, not text: a text answer would hide a byte order mark and repair what is not UTF-8.
    responseType: 'arraybuffer',
    transformResponse: data => data,
    maxContentLength: longestAnswer,
    validateStatus: () => true,
    // A captive portal redirects elsewhere: the token must not follow. Source: faults.md B18.
    fetchOptions: { redirect: 'error', credentials: 'same-origin', cache: 'no-store' },
  })
}

/** Sends one request, unless the page has sent it already; rejects with whatever axios rejects with. */
export async function exchange(outgoing: Outgoing): Promise<RawAnswer> {
  const { call, input, headers, signal, onUploadProgress } = outgoing
  const early = await takeEarly(outgoing)
  signal.throwIfAborted()
  if (early) return early
  const axios = await prepareHttp()
  signal.throwIfAborted()
  const body = bodyOf(call, input)
  const response = await axios.request<ArrayBuffer>({
    method: call.method,
    url: call.path,
    baseURL: globalThis.location?.origin ?? '',
    headers: body instanceof FormData ? { ...headers, 'Content-Type': 'multipart/form-data' } : headers,
    signal,
    ...(call.method === 'GET' ? { params: input } : { data: body }),
    // Only XMLHttpRequest reports upload progress.
    ...(body instanceof FormData && typeof XMLHttpRequest !== 'undefined' ? { adapter: 'xhr' } : {}),
    ...(onUploadProgress ? { onUploadProgress: event => onUploadProgress(event.progress ?? 0) } : {}),
  })
  return { status: response.status, bytes: response.data, header: name => response.headers[name] as unknown }
}

function bodyOf(
  call: Call,
  input: Readonly<Record<string, unknown>>,
): FormData | Readonly<Record<string, unknown>> | undefined {
  if (call.method === 'GET') return undefined
  const values = Object.entries(input)
  if (!values.some(([, value]) => value instanceof Blob)) return input
  // Fields before files: the service reads the stream in order.
  const form = new FormData()
  for (const [name, value] of values) if (!(value instanceof Blob)) form.append(name, String(value))
  for (const [name, value] of values) if (value instanceof Blob) form.append(name, value)
  return form
}
