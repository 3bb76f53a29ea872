import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HttpProvider } from '../config.ts'
import { NoAnswer } from './circuit.ts'

/** A signature is valid this long before and after its time. */
const signatureSeconds = 300

/**
 * One signed request, and the JSON of its answer. A 4xx with JSON is an answer too; the caller reads it. Follows no
 * redirects, and reads no endless answer.
 * @throws NoAnswer
 */
export async function askSigned(
  { url, key, timeoutMs }: HttpProvider,
  { method, path, idempotencyKey, body }: SignedRequest,
  largestAnswer: number,
): Promise<unknown> {
  const seconds = Math.floor(Date.now() / 1000)
  const text = body === undefined ? '' : JSON.stringify(body)
  const at = new URL(url + path)
  try {
    const response = await fetch(at, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'adcoin-timestamp': String(seconds),
        'adcoin-signature': computeSignature(key, `${method} ${at.pathname}`, seconds, text),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: text }),
    })
    if (response.status >= 500) {
      await response.body?.cancel()
      throw new NoAnswer(`it answered ${response.status}`)
    }
    return JSON.parse(await textOf(response, largestAnswer)) as unknown
  } catch (error) {
    throw error instanceof NoAnswer ? error : new NoAnswer(describeFailure(error, timeoutMs), { cause: error })
  }
}

/**
 * `v1,<base64>` over `<what>.<seconds>.<body>`, as Standard Webhooks signs. `what` is the id of a webhook, or method
 * and path of a request: a signature of the one is never one of the other.
 */
export function computeSignature(key: Buffer, what: string, seconds: number, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${what}.${seconds}.${body}`).digest('base64')}`
}

/** Whether one of the signatures (there are two while a key changes) is valid and recent. */
export function isSignedNow(
  key: Buffer,
  { what, seconds, body, signatures }: { what: string; seconds: number; body: string; signatures: string },
  now: Date,
): boolean {
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= signatureSeconds)) return false
  const wanted = Buffer.from(computeSignature(key, what, seconds, body))
  return signatures.split(' ').some(given => {
    const bytes = Buffer.from(given)
    return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
  })
}

export type SignedRequest = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly idempotencyKey?: string
  readonly body?: unknown
}

async function textOf(response: Response, largest: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > largest) throw new NoAnswer(`it answered more than ${largest} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Why a request got no answer, for operators. */
export function describeFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof SyntaxError) return 'its answer is no JSON'
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer in ${timeoutMs / 1000} s`
  const { cause } = error as { cause?: { code?: unknown } }
  return `no answer${typeof cause?.code === 'string' ? ` (${cause.code})` : ''}`
}
