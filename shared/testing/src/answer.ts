import {
  errorCodes,
  type Call,
  type ErrorKey,
  type FieldErrorKey,
  type RequestOf,
  type ResponseOf,
} from '@adcoin/contract'
import type { TestPerson } from './people.ts'

/** A failure that the double answers instead of data. */
export type DoubleFailure = {
  readonly [isFailure]: true
  readonly respond: (signal: AbortSignal) => Promise<Response> | Response
}
const isFailure = Symbol('failure of the double')

/** A default answer; the shape is the contract's. */
export function answer<C extends Call>(
  call: C,
  data: (input: RequestOf<C>, person: TestPerson) => ResponseOf<C>,
): DefaultAnswer {
  return { call, data: data as DefaultAnswer['data'] }
}

export function isDoubleFailure(value: unknown): value is DoubleFailure {
  return typeof value === 'object' && value !== null && isFailure in value
}

/**
 * A refusal of the service: `refusal('code_wrong')`, `refusal('invalid_input', { email: 'email_invalid' })`. `msg` is
 * the text for the person.
 */
export function refusal(
  key: ErrorKey,
  fields?: Readonly<Record<string, FieldErrorKey>>,
  { msg = key, retryAfter }: { msg?: string; retryAfter?: number } = {},
): DoubleFailure {
  const data = fields ? { fields } : retryAfter === undefined ? null : { retry_after: retryAfter }
  return failure(() => Response.json({ code: errorCodes[key], msg, data }))
}

/** A network failure: no answer. */
export function offline(): DoubleFailure {
  return failure(() => Promise.reject(new TypeError('Failed to fetch')))
}

/** No answer ever comes; the caller's limit ends it. */
export function silence(): DoubleFailure {
  return failure(signal => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))))
}

/** An answer as it comes over the wire, whatever it is: `rawAnswer('<html>', { status: 502 })`. */
export function rawAnswer(body: BodyInit | null, init: ResponseInit = {}): DoubleFailure {
  return failure(() => new Response(body, init))
}

function failure(respond: DoubleFailure['respond']): DoubleFailure {
  return { [isFailure]: true, respond }
}

/** The service's default answer in tests: complete, and valid against the contract. */
export type DefaultAnswer = { readonly call: Call; readonly data: (input: never, person: TestPerson) => unknown }
