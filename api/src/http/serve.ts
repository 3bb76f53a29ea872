import type * as v from 'valibot'
import type { ApiCode, Call } from '@adcoin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../database/database.ts'
import { runForRequest } from '../database/request-id.ts'
import { toLanguage } from '../refusals/languages.ts'
import { sendFailure, sendData } from './envelope.ts'
import type { CallLimit, Client, SignedInPerson } from './http-dependencies.ts'
import { readKey, remember, replay, reserve } from './idempotency.ts'
import { readClient, readInput, readToken, requirePerson } from './read-request.ts'
import { logRefusedAccess } from './refused-access.ts'
import { giveBackRefused, takeLimits, type TakenLimit } from './take-limits.ts'

export type CallRequest<C extends Call> = {
  /** As the contract's schema understood it. */
  readonly input: v.InferOutput<C['request']>
  /** The signed-in person; null on a public call. */
  readonly person: C['access'] extends 'private' ? SignedInPerson : null
  readonly language: ApiCode
  readonly client: Client
  /** The Authorized-Key as sent, unchecked; for the logout of a session that may be dead. */
  readonly token: string | undefined
  /**
   * The one transaction of the call. With an idempotency key the answer is stored in it, and a repeated call gets the
   * stored answer. A Refusal rolls back (and does not spend the key), unless it has `keep`.
   */
  transact<Result extends v.InferInput<C['response']>>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

export type ServeOptions = {
  /** Each by person (private calls) or by network address (public calls). Taken after validation. */
  readonly limits?: readonly CallLimit[]
  /** Asked of a valid call before anything is counted, read or written; refuses by throwing. */
  readonly requires?: () => Promise<void>
  readonly bodyLimit?: number
  /** Reads the input of a call that is not JSON (the upload). */
  readonly read?: (request: FastifyRequest) => Promise<unknown>
}

type ServedCall<C extends Call> = {
  readonly call: C
  readonly handler: (request: CallRequest<C>) => Promise<v.InferInput<C['response']>>
  readonly options: ServeOptions
}

/**
 * Serves one call of the contract: strict input, access, limits, idempotency, envelope, and an answer that holds only
 * what the schema names.
 */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: ServedCall<C>['handler'],
  options: ServeOptions = {},
): void {
  app.servedCalls.push(call)
  app.route({
    method: call.method,
    url: call.path,
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    handler: (request, reply) =>
      track(
        app,
        runForRequest(request.id, () => answer({ call, handler, options }, request, reply)),
      ),
  })
}

/** One request from its headers to its answer. A refusal of any step is an exception, and ends it. */
async function answer<C extends Call>(
  { call, handler, options }: ServedCall<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { dependencies } = request.server
  const { database, now } = dependencies
  const language = toLanguage(request.headers.lang)
  const own = Promise.withResolvers<unknown>()
  // It may reject while no equal request waits for it.
  own.promise.catch(() => undefined)
  let taken: readonly TakenLimit[] = []
  try {
    // 1. Who asks?
    const person = call.access === 'private' ? await requirePerson(request) : null
    // 2. Parse the input.
    const input = await readInput(call, request, options.read)
    await options.requires?.()
    const client = readClient(request)
    // 3. Replay the answer that this key has.
    const key = readKey(dependencies, call, request, person, input)
    const earlier = await replay(database.read, key, own)
    if (earlier) return await sendData(reply, language, call, earlier.answer)
    // 4. Take the limits.
    taken = await takeLimits(dependencies, call, options.limits ?? [], person, client.ip)
    const data = await handler({
      input,
      person: person as CallRequest<C>['person'],
      language,
      client,
      token: readToken(request),
      transact: work =>
        // 5. Begin the transaction.
        database.transaction(async tx => {
          // 6. Reserve the key: another process may have answered meanwhile.
          const other = await reserve(tx, key, now())
          // 7. Work, and remember the answer.
          return other ? (other.answer as Awaited<ReturnType<typeof work>>) : remember(tx, key, work(tx))
        }),
    })
    own.resolve(data)
    // 8. Send the answer.
    return await sendData(reply, language, call, data)
  } catch (error) {
    await giveBackRefused(dependencies, taken, error).finally(() => own.reject(error))
    logRefusedAccess(request, error)
    return sendFailure(error, request, reply, language)
  }
}

/** A call runs to its end even after its client has disconnected; a stop waits for it before the database closes. */
export function track<Result>(app: FastifyInstance, running: Promise<Result>): Promise<Result> {
  app.callsUnderWay.add(running)
  return running.finally(() => app.callsUnderWay.delete(running))
}
