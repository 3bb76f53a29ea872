import { Envelope, type Call, type ResponseOf } from '@adcoin/contract'
import * as v from 'valibot'
import { HttpFailure, toRefusal, parseSeconds } from './failure.ts'

/** Bytes of a JSON answer; a longer one is broken. */
export const longestAnswer = 2 * 1024 * 1024

export type RawResponse = {
  readonly status: number
  readonly bytes: ArrayBuffer
  readonly header: (name: string) => unknown
}

/**
 * `data` of an answer, parsed with the call's schema.
 *
 * @throws HttpFailure  unauthorised for code or status 401; refused for another code that a 2xx or 4xx answer
 *   carries; broken for everything that is no envelope (HTML, null, truncated, BOM, not UTF-8, too large), for 5xx, and
 *   for data that does not match
 * the contract
 */
export function readAnswer<C extends Call>(call: C, answer: RawResponse): ResponseOf<C> {
  const header = answer.header('x-request-id')
  const requestId = typeof header === 'string' && /^[\w.:-]{1,64}$/.test(header) ? header : undefined
  const retryHeader = parseSeconds(answer.header('retry-after'))
  const envelope = answer.bytes.byteLength <= longestAnswer ? parseEnvelope(answer.bytes) : undefined
  if (answer.status === 401) throw new HttpFailure('unauthorised', { code: 401, msg: envelope?.msg ?? '', requestId })
  if (answer.status >= 500 || !envelope) {
    if (answer.status === 429) throw new HttpFailure('refused', { code: 429, retryAfter: retryHeader, requestId })
    throw new HttpFailure('broken', { retryAfter: retryHeader, requestId })
  }
  if (envelope.code !== 0) throw toRefusal(envelope, retryHeader, requestId)
  if (answer.status < 200 || answer.status >= 300) throw new HttpFailure('broken', { requestId })
  const parsed = v.safeParse(call.response, envelope.data)
  if (!parsed.success) throw new HttpFailure('broken', { requestId })
  return parsed.output as ResponseOf<C>
}

function parseEnvelope(bytes: ArrayBuffer): v.InferOutput<typeof Envelope> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const parsed = v.safeParse(Envelope, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
