import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { ApiCode, Call } from '@adcoin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../database/database.ts'
import type { Limit } from '../limits/limits.ts'
import { personOf, type Client, type Person } from '../sessions/session.ts'
import { problemsOf } from './problems.ts'
import { failureOf, sendData, sendPublicData } from './envelope.ts'
import { languageOf } from './languages.ts'
import { onceOnly, readKey, type Outcome } from './idempotency.ts'
import { Refusal } from './refusal.ts'

export type Asked<C extends Call> = {
  /** As the contract's schema understood it. */
  readonly input: v.InferOutput<C['request']>
  /** Somebody signed in; null on a public call. */
  readonly person: C['access'] extends 'private' ? Person : null
  readonly language: ApiCode
  readonly client: Client
  /** The Authorized-Key as sent, unchecked; for the logout of a session that may be dead. */
  readonly token: string | undefined
  /**
   * The one transaction of the call. With an idempotency key the answer is stored in it, and a repeated call gets the stored answer.
   * A Refusal rolls back (and does not spend the key), unless it says `keep`.
   */
  transact<Result extends v.InferInput<C['response']>>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

export type ServeOptions = {
  /** Each by person (private calls) or by network address (public calls). Taken after validation. */
  readonly limits?: readonly Limit[]
  /** Asked of a valid call before anything is counted, read or written; refuses by throwing. */
  readonly requires?: () => Promise<void>
  /** Seconds for which the answer may be kept by anybody: it depends on the language and the input alone. All else is `no-store`. */
  readonly publicFor?: number
  readonly bodyLimit?: number
  /** Reads the input of a call that is not JSON (the upload). */
  readonly read?: (request: FastifyRequest) => Promise<unknown>
}

/** Serves one call of the contract: strict input, access, limits, idempotency, envelope, and an answer that holds only what the schema names. */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: (asked: Asked<C>) => Promise<v.InferInput<C['response']>>,
  options: ServeOptions = {},
): void {
  const { services } = app
  app.servedCalls.push(call)
  app.route({
    method: call.method,
    url: call.path,
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    handler: (request, reply) => track(app, answer(request, reply)),
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOf(request.headers.lang)
    try {
      const person = call.access === 'private' ? await requirePerson(request) : null
      const raw = options.read
        ? await options.read(request)
        : call.method === 'GET'
          ? request.query
          : (request.body ?? {})
      // To a schema of an object an array is an object too.
      if (Array.isArray(raw)) throw new Refusal('invalid_input', { fields: { body: 'invalid' } })
      const parsed = v.safeParse(call.request, raw)
      if (!parsed.success) throw new Refusal('invalid_input', { fields: problemsOf(parsed.issues) })
      const input: v.InferOutput<C['request']> = parsed.output
      await options.requires?.()
      const client = clientOf(request)
      const key = readKey(call, request)
      const limit = () => takeLimits(person, client)
      const data = await onceOnly(services, { call, person, key, input }, async store => {
        await limit()
        return handler({
          input,
          person: person as Asked<C>['person'],
          language,
          client,
          token: tokenOf(request),
          transact: work => services.database.transaction(async tx => store(tx, work)).then(unwrap),
        })
      })
      return options.publicFor === undefined
        ? await sendData(reply, language, call, data)
        : await sendPublicData(request, reply, language, call, data, options.publicFor)
    } catch (error) {
      return failureOf(error, request, reply, language)
    }
  }

  async function takeLimits(person: Person | null, client: Client): Promise<void> {
    for (const limit of options.limits ?? []) {
      if (person) await services.limits.take(`${call.path}:${limit.seconds}`, String(person.id), limit)
      else
        await services.limits.take(`${call.path}:${limit.seconds}`, client.ip, {
          ...limit,
          max: limit.max * services.config.addressLimitFactor,
        })
    }
  }
}

/** A call runs to its end even when nobody waits for the answer any more; a stop waits for it before the database closes. */
function track<Result>(app: FastifyInstance, running: Promise<Result>): Promise<Result> {
  app.callsUnderWay.add(running)
  return running.finally(() => app.callsUnderWay.delete(running))
}

/** The person of a request's Authorized-Key, or 401. */
export async function requirePerson(request: FastifyRequest): Promise<Person> {
  const { services } = request.server
  const person = await personOf(services.database, tokenOf(request), services.now())
  if (!person) throw new Refusal('session_expired')
  return person
}

function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers['authorized-key']
  return typeof token === 'string' ? token : undefined
}

export function clientOf(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

function unwrap<Result>(outcome: Outcome<Result>): Result {
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.result
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
export type { FastifyReply }
