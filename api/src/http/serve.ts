import * as v from 'valibot'
import type { ApiCode, Call } from '@adcoin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable, type Transaction } from '../database/database.ts'
import type { CallLimit, Client, Frame, SignedInPerson } from './frame.ts'
import { problemsOf } from './problems.ts'
import { failureOf, publicAnswerOf, sendData, sendPublic, type PublicAnswer } from './envelope.ts'
import { languageOf } from '../refusals/languages.ts'
import { onceOnly, readKey, type Outcome } from './idempotency.ts'
import { Refusal } from '../refusals/refusal.ts'
import { countedAddresses } from './traffic.ts'

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
  /**
   * Seconds for which any cache may keep the answer: it depends on the language and the input alone, and on tables that
   * notify of their changes (`database/kept.ts`), because this service keeps it too, and answers it while the database
   * does not. All else is `no-store`.
   */
  readonly publicFor?: number
  readonly bodyLimit?: number
  /** Reads the input of a call that is not JSON (the upload). */
  readonly read?: (request: FastifyRequest) => Promise<unknown>
}

/**
 * Serves one call of the contract: strict input, access, limits, idempotency, envelope, and an answer that holds only
 * what the schema names.
 */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  options: ServeOptions = {},
): void {
  const served = { frame: app.frame, call, handler, options }
  app.servedCalls.push(call)
  app.route({
    method: call.method,
    url: call.path,
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    // Fastify waits for what is returned.
    handler: (request, reply) =>
      isAnsweredAtOnce(served, request, reply) ? undefined : track(app, answer(served, request, reply)),
  })
}

/**
 * Sends the cached answer of a public call without limits: nothing is awaited, so there is no promise. Every other
 * request, one with a wrong input too, is left to `answer`.
 */
function isAnsweredAtOnce(
  { frame, call, options: { publicFor, limits, requires } }: Pick<Served<Call>, 'frame' | 'call' | 'options'>,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (publicFor === undefined || limits || requires || call.access === 'private' || call.method !== 'GET') return false
  const parsed = v.safeParse(call.request, request.query)
  if (!parsed.success) return false
  const known = frame.kept.atOnce<PublicAnswer>(nameOf(call, languageOf(request.headers.lang), parsed.output))
  if (known) sendPublic(request, reply, known, publicFor)
  return known !== undefined
}

/** Under which a public answer is kept: it depends on nothing else. */
function nameOf(call: Call, language: ApiCode, input: unknown): string {
  return `${call.path} ${language} ${JSON.stringify(input)}`
}

type Handler<C extends Call> = (request: CallRequest<C>) => Promise<v.InferInput<C['response']>>

type Served<C extends Call> = {
  readonly frame: Frame
  readonly call: C
  readonly handler: Handler<C>
  readonly options: ServeOptions
}

async function answer<C extends Call>(
  { frame, call, handler, options }: Served<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = languageOf(request.headers.lang)
  try {
    const person = call.access === 'private' ? await requirePerson(request) : null
    const input = await readInput(call, options, request)
    await options.requires?.()
    const client = clientOf(request)
    const key = readKey(call, request)
    const run = (limits: readonly CallLimit[]) =>
      onceOnly(frame, { call, person, key, input }, async store => {
        const refuse = await takeLimits(frame, call, limits, person, client)
        return handler({
          input,
          person: person as CallRequest<C>['person'],
          language,
          client,
          token: tokenOf(request),
          transact: work => frame.database.transaction(async tx => store(tx, work)).then(unwrap),
        }).catch(refuse)
      })
    const limits = options.limits ?? []
    if (options.publicFor === undefined) return await sendData(reply, language, call, await run(limits))
    const name = nameOf(call, language, input)
    const takeAndKeep = async (): Promise<PublicAnswer> => {
      // Limits apply to cached answers too.
      const refuse = await takeLimits(frame, call, limits, person, client)
      return frame.kept.keep(name, async () => publicAnswerOf(language, call, await run([]))).catch(refuse)
    }
    return sendPublic(request, reply, await orLastKnown(takeAndKeep(), request, name), options.publicFor)
  } catch (error) {
    logRefusedAccess(frame, call, request, error)
    return failureOf(error, request, reply, language)
  }
}

const accessRefusals: ReadonlySet<string> = new Set([
  'session_expired',
  'forbidden',
  'bad_credentials',
  'account_disabled',
  'old_pwd_wrong',
  'pay_pwd_wrong',
  'pay_pwd_locked',
  'code_wrong',
  'ticket_invalid',
  'too_many',
])

/** Refused access is logged with its reason and origin, never with what was sent. */
function logRefusedAccess({ log }: Frame, { path }: Call, { id, ip }: FastifyRequest, error: unknown): void {
  if (error instanceof Refusal && accessRefusals.has(error.key))
    log.info({ request: id, path, ip, refusal: error.key }, 'access refused')
}

/** A database that is silent for so long counts as one that cannot be asked. */
const silentAfterMs = 1_500

/** The last known answer if the database cannot be asked or is silent; every other error is passed on. */
function orLastKnown(answer: Promise<PublicAnswer>, { server, log }: FastifyRequest, name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<PublicAnswer>()
  const useLastKnown = (err: unknown): boolean => {
    const last = server.frame.kept.lastKnown<PublicAnswer>(name)
    if (!last) return false
    log.warn({ err }, 'the database cannot be asked: the last known answer is sent')
    resolve({ ...last, isStale: true })
    return true
  }
  const timer = setTimeout(() => useLastKnown(`silent for ${silentAfterMs} ms`), silentAfterMs)
  answer
    .finally(() => clearTimeout(timer))
    .then(resolve, error => (isUnavailable(error) && useLastKnown(error)) || reject(error))
  return promise
}

/** The input as the contract's schema understands it, or 400 with each wrong field. */
async function readInput<C extends Call>(
  call: C,
  options: ServeOptions,
  request: FastifyRequest,
): Promise<v.InferOutput<C['request']>> {
  const raw = options.read ? await options.read(request) : call.method === 'GET' ? request.query : (request.body ?? {})
  // To a schema of an object an array is an object too.
  if (Array.isArray(raw)) throw new Refusal('invalid_input', { fields: { body: 'invalid' } })
  const parsed = v.safeParse(call.request, raw)
  if (!parsed.success) throw new Refusal('invalid_input', { fields: problemsOf(parsed.issues) })
  return parsed.output
}

/** Takes one of each limit. @returns what passes an error on, and gives back what a refusal does not use up */
async function takeLimits(
  { limits, config }: Frame,
  call: Call,
  taken: readonly CallLimit[],
  person: SignedInPerson | null,
  client: Client,
): Promise<(error: unknown) => Promise<never>> {
  const subjects = person
    ? [{ subject: String(person.id), max: 1 }]
    : countedAddresses(client.ip).map(({ subject, times }) => ({ subject, max: times * config.addressLimitFactor }))
  const counters = taken.flatMap(limit =>
    subjects.map(({ subject, max }) => ({
      name: `${call.path}:${limit.seconds}`,
      subject,
      limit: { ...limit, max: limit.max * max },
    })),
  )
  for (const { name, subject, limit } of counters) await limits.take(name, subject, limit)
  return async error => {
    if (error instanceof Refusal)
      for (const { name, subject, limit } of counters) if (limit.refusedIsFree) await limits.giveBack(name, subject)
    throw error
  }
}

/** A call runs to its end even after its client has gone; a stop waits for it before the database closes. */
function track<Result>(app: FastifyInstance, running: Promise<Result>): Promise<Result> {
  app.callsUnderWay.add(running)
  return running.finally(() => app.callsUnderWay.delete(running))
}

/** The person of a request's Authorized-Key, or 401. */
export async function requirePerson(request: FastifyRequest): Promise<SignedInPerson> {
  const person = await request.server.frame.personOf(tokenOf(request))
  if (!person) throw new Refusal('session_expired')
  return person
}

function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers['authorized-key']
  return typeof token === 'string' ? token : undefined
}

function clientOf(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

function unwrap<Result>(outcome: Outcome<Result>): Result {
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.result
}
