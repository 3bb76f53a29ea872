import * as v from 'valibot'

/** Source of a call: specification.md 7, or our own (documented as an addition, rulings.md R9). */
export type CallOrigin = 'specification' | 'addition'

export type Call<
  Request extends v.GenericSchema = v.GenericSchema,
  Response extends v.GenericSchema = v.GenericSchema,
> = {
  readonly method: 'GET' | 'POST'
  readonly path: `/app/${string}`
  /** Whether an Authorized-Key is needed. */
  readonly access: 'public' | 'private'
  /** The request: the query of a GET (strings only), the JSON body of a POST. Unknown fields are rejected. */
  readonly request: Request
  /** `data` of the envelope when `code` is 0. Unknown fields are dropped, so that answers may grow. */
  readonly response: Response
  /** `false`: no full-screen loader by default. */
  readonly loader: boolean
  /** `page`: the caller shows every error itself, no automatic toast. Source: specification.md 8, rulings.md R6. */
  readonly errors: 'toast' | 'page'
  readonly idempotency: 'none' | 'optional' | 'required'
  readonly origin: CallOrigin
}

type Definition<Request extends v.GenericSchema, Response extends v.GenericSchema> = Pick<
  Call<Request, Response>,
  'method' | 'path' | 'access' | 'request' | 'response'
> &
  Partial<Pick<Call, 'loader' | 'errors' | 'idempotency' | 'origin'>>

/** Defines one call. Defaults: loader on, errors as a toast, no idempotency key, from the specification. */
/*#__NO_SIDE_EFFECTS__*/
export function defineCall<
  const Request extends v.GenericSchema,
  const Response extends v.GenericSchema,
  const Access extends Call['access'],
>(
  definition: Definition<Request, Response> & { readonly access: Access },
): Call<Request, Response> & { readonly access: Access } {
  return { loader: true, errors: 'toast', idempotency: 'none', origin: 'specification', ...definition }
}

export type RequestOf<C extends Call> = v.InferInput<C['request']>
export type ResponseOf<C extends Call> = v.InferOutput<C['response']>

/** The largest body of a call, in bytes; uploads (multipart/form-data) have limits of their own. */
export const maxCallBodyBytes = 64 * 1024

/** Every answer of the service. `code` 0 = success, 401 = the session is over. */
export const Envelope = v.object({
  code: v.number(),
  msg: v.optional(v.nullable(v.string()), ''),
  data: v.optional(v.unknown(), null),
})

/** `data` of code 400: the wrong field, and the key of its error. Dotted for nested fields. */
export const FieldErrors = v.object({ fields: v.record(v.string(), v.string()) })
/** `data` of 429, 1003, 2006 and 2009: seconds. */
export const RetryAfter = v.object({ retry_after: v.number() })

/** A page of a keyset-paged list. */
/*#__NO_SIDE_EFFECTS__*/
export function definePagedList<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ list: v.array(item), next_cursor: v.nullable(v.string()), has_more: v.boolean() })
}

/** The query fields of every paged list; strings, because a query holds nothing else. */
export const paging = {
  cursor: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(400))),
  /** 1 to 50, default 20. */
  limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]|[1-4][0-9]|50)$/))),
}

export const emptyRequest = v.strictObject({})
export const emptyResponse = v.object({})
