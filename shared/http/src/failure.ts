import { errorKeyOf, FieldErrors, RetryAfter, type Envelope, type ErrorKey } from '@adcoin/contract'
import * as v from 'valibot'

/**
 * offline: no answer arrived · timeout: none within 30 s · unauthorised: the session is over · refused: the service
 * rejected it, `msg` contains the reason · broken: the answer is not the service's (HTML, damaged, too large, 5xx) ·
 * cancelled: no caller waits for it any more.
 */
export type FailureKind = 'offline' | 'timeout' | 'unauthorised' | 'refused' | 'broken' | 'cancelled'

/** The service's error messages are cut here. Source: faults.md J06. */
const longestMessage = 200

type Details = {
  code?: number | undefined
  msg?: string | undefined
  fields?: Record<string, string> | undefined
  retryAfter?: number | undefined
  requestId?: string | undefined
}

/**
 * The failure of a call. `msg` is the service's own sentence in the person's language, plain text, or empty: then the
 * generic text is shown.
 */
export class HttpFailure extends Error {
  readonly kind: FailureKind
  /** `code` of the envelope, and its key where it is a known one. */
  readonly code?: number
  readonly key?: ErrorKey
  readonly msg: string
  /** Field name to error key, from code 400. */
  readonly fields?: Record<string, string>
  /** Seconds until it may be tried again. */
  readonly retryAfter?: number
  /** Of the answer's X-Request-Id, to show and to report. */
  readonly requestId?: string

  constructor(kind: FailureKind, { code, msg = '', fields, retryAfter, requestId }: Details = {}) {
    super(code === undefined ? kind : `${kind} ${code}`)
    this.name = 'HttpFailure'
    this.kind = kind
    this.msg = toPlainMessage(msg)
    const key = code === undefined ? undefined : errorKeyOf(code)
    if (code !== undefined) this.code = code
    if (key !== undefined) this.key = key
    if (fields) this.fields = fields
    if (retryAfter !== undefined) this.retryAfter = retryAfter
    if (requestId !== undefined) this.requestId = requestId
  }

  /**
   * Whether the service may have done it although no answer arrived. An ended session proves nothing: it may have ended
   * between the work and its answer.
   */
  get isUnanswered(): boolean {
    return ['offline', 'timeout', 'broken', 'unauthorised'].includes(this.kind)
  }
}

/** Any thrown value as a failure; never throws, whatever it is given. */
export function failureOf(thrown: unknown): HttpFailure {
  return thrown instanceof HttpFailure ? thrown : new HttpFailure('broken')
}

/** The refusal in an envelope with a code other than 0. */
export function toRefusal(
  { code, msg, data }: v.InferOutput<typeof Envelope>,
  retryHeader: number | undefined,
  requestId: string | undefined,
): HttpFailure {
  const fields = v.safeParse(FieldErrors, data)
  const retry = v.safeParse(RetryAfter, data)
  const retryAfter = retry.success ? parseSeconds(retry.output.retry_after) : retryHeader
  return new HttpFailure(code === 401 ? 'unauthorised' : 'refused', {
    code,
    msg: msg ?? '',
    fields: fields.success ? fields.output.fields : undefined,
    retryAfter,
    requestId,
  })
}

/**
 * Whole seconds of a Retry-After header (a number or an HTTP date) or field, at most a day; undefined for anything
 * else.
 */
export function parseSeconds(value: unknown, now = Date.now()): number | undefined {
  if (typeof value !== 'string') return limitSeconds(value)
  return limitSeconds(/^[0-9]{1,6}$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000)
}

function limitSeconds(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0
    ? Math.min(Math.ceil(seconds), 86_400)
    : undefined
}

/** One line of plain text without controls and direction overrides. */
function toPlainMessage(text: string): string {
  const visible = text
    .slice(0, 4 * longestMessage)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  return [...visible].slice(0, longestMessage).join('')
}
