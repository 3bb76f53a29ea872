import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { ApiCode, Call } from '@adcoin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ignoreReadOnly, isUnavailable } from '../database/database.ts'
import { describeError, toLanguage } from '../refusals/languages.ts'
import { sendFailure } from './envelope.ts'
import type { Limit } from './http-dependencies.ts'
import { readInput } from './read-request.ts'
import { logRefusedAccess } from './refused-access.ts'
import { track } from './serve.ts'
import { takeLimits } from './take-limits.ts'

type PublicRequest<C extends Call> = { readonly input: v.InferOutput<C['request']>; readonly language: ApiCode }

type PublicOptions = {
  /** Seconds for which any cache may keep the answer. */
  readonly seconds: number
  /** By network address. Cached answers count too. */
  readonly limits?: readonly Limit[]
}

type PublicCall<C extends Call> = {
  readonly call: C
  readonly handler: (request: PublicRequest<C>) => Promise<v.InferInput<C['response']>>
  readonly options: PublicOptions
}

/**
 * Serves a GET whose answer is the same for all people of one language. The answer depends on the language and the
 * input alone, and on tables that notify of their changes (`database/shared-cache.ts`): this service caches it too, and
 * sends it while the database does not answer.
 */
export function servePublic<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: PublicCall<C>['handler'],
  options: PublicOptions,
): void {
  const served = { call, handler, options }
  app.servedCalls.push(call)
  app.get(call.path, (request, reply) =>
    // Fastify waits for what is returned.
    sendFresh(served, request, reply) ? undefined : track(app, answer(served, request, reply)),
  )
}

/**
 * Sends the cached answer of a call without limits: nothing is awaited, so there is no promise. Every other request,
 * also one with a wrong input, is left to `answer`.
 */
function sendFresh(
  { call, options: { seconds, limits } }: Pick<PublicCall<Call>, 'call' | 'options'>,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (limits) return false
  const parsed = v.safeParse(call.request, request.query)
  if (!parsed.success) return false
  const name = cacheName(call, toLanguage(request.headers.lang), parsed.output)
  const known = request.server.dependencies.sharedCache.getFresh<PublicAnswer>(name)
  if (known) sendPublic(request, reply, known, seconds)
  return known !== undefined
}

async function answer<C extends Call>(
  { call, handler, options }: PublicCall<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { dependencies } = request.server
  const language = toLanguage(request.headers.lang)
  try {
    const input = await readInput(call, request)
    const name = cacheName(call, language, input)
    // A read that cannot be counted, because the database takes no writes, goes on.
    const current = takeLimits(dependencies, call, options.limits ?? [], null, request.ip)
      .catch(ignoreReadOnly)
      .then(() =>
        dependencies.sharedCache.getOrLoad(name, async () =>
          encode(language, call, await handler({ input, language })),
        ),
      )
    return sendPublic(request, reply, await orStale(current, request, name), options.seconds)
  } catch (error) {
    logRefusedAccess(request, error)
    return sendFailure(error, request, reply, language)
  }
}

/** The name of a public answer in the cache: it depends on nothing else. */
function cacheName(call: Call, language: ApiCode, input: unknown): string {
  return `${call.path} ${language} ${JSON.stringify(input)}`
}

/**
 * An encoded success that all people of one language share. `isStale`: the last known value, because the database did
 * not answer.
 */
type PublicAnswer = {
  /** A text: Node writes it in one piece with the head. */
  readonly body: string
  /** Length of the body, as in its header. */
  readonly bytes: string
  readonly tag: string
  readonly isStale?: true
}

function encode(language: ApiCode, call: Call, data: unknown): PublicAnswer {
  const body = JSON.stringify({ code: 0, msg: describeError(language, 'ok'), data: v.parse(call.response, data) })
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, bytes: String(Buffer.byteLength(body)), tag }
}

/** A database that is silent for this time counts as unreachable. */
const silentAfterMs = 1_000

/** The last known answer if the database cannot be asked or is silent; every other error is passed on. */
function orStale(current: Promise<PublicAnswer>, { server, log }: FastifyRequest, name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<PublicAnswer>()
  const resolveStale = (err: unknown): boolean => {
    const last = server.dependencies.sharedCache.getStale<PublicAnswer>(name)
    if (!last) return false
    log.warn({ err }, 'the database is unreachable: the last known answer is sent')
    resolve({ ...last, isStale: true })
    return true
  }
  const timer = setTimeout(() => resolveStale(`silent for ${silentAfterMs} ms`), silentAfterMs)
  current
    .finally(() => clearTimeout(timer))
    .then(resolve, error => (isUnavailable(error) && resolveStale(error)) || reject(error))
  return promise
}

/** Seconds for which caches may hold an outdated answer. */
const staleFor = 5

/** It is kept by browsers and caches for some seconds, and after that asked about with its tag, which costs no body. */
function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, bytes, tag, isStale }: PublicAnswer,
  seconds: number,
): FastifyReply {
  reply.headers({ 'cache-control': `public, max-age=${isStale ? staleFor : seconds}`, etag: tag, vary: 'lang' })
  if (isStale) reply.header('warning', '110 - "Response is Stale"')
  const etags = request.headers['if-none-match']
  if (etags !== undefined && isKnown(etags, tag)) return reply.status(304).send()
  return reply.headers({ 'content-type': 'application/json; charset=utf-8', 'content-length': bytes }).send(body)
}

function isKnown(requested: string, tag: string): boolean {
  const tags = requested.split(',').map(each => each.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
