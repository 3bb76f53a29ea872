import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { maxCallBodyBytes, type Call } from '@adcoin/contract'
import type { HttpDependencies } from './http-dependencies.ts'
import { sendFailure, sendFault, sendRefusalAnswer } from './envelope.ts'
import { toLanguage } from '../refusals/languages.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import { createTraffic } from './traffic.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'

declare module 'fastify' {
  interface FastifyInstance {
    dependencies: HttpDependencies
    /** The calls that `serve` has registered, for the API description and the tests. */
    servedCalls: Call[]
    callsUnderWay: Set<Promise<unknown>>
  }
}

/**
 * Of one address, times ADDRESS_LIMIT_FACTOR. Many people share one address (mobile networks), so it is far above what
 * one of them does.
 */
const pace = { perSecond: 50, burst: 500 }
/** Health checks have no limit. */
const unlimited = new Set(['/healthz', '/readyz'])
/** So long a stopping service leaves connections open that nothing happens on. */
const [lastRequestsMs, lookAgainMs] = [1_000, 100]

/** The HTTP application without a single call: body rules, headers, and an envelope for every fault of transport. */
export function createApplication(dependencies: HttpDependencies): FastifyInstance {
  const app = Fastify({
    loggerInstance: dependencies.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: request => requestIdOf(request.headers['x-request-id']),
    trustProxy: dependencies.config.trustProxy,
    bodyLimit: maxCallBodyBytes,
    exposeHeadRoutes: false,
    // Requests that arrive during the stop are answered as before.
    return503OnClosing: false,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    http: { maxHeaderSize: 64 * 1024 },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => void faultOf(error, request, protect(request, reply)),
  })
  app.decorate('dependencies', dependencies)
  app.decorate('servedCalls', [])
  app.decorate('callsUnderWay', new Set<Promise<unknown>>())

  app.removeContentTypeParser('text/plain')

  checkBeforeReading(app, dependencies)
  endConnectionsGently(app)
  app.setNotFoundHandler(refuseUnknown)
  app.setErrorHandler((error, request, reply) => faultOf(error, request, reply))
  return app
}

/**
 * Refuses what needs no look at the body: too much traffic, packed or misplaced bodies, queries that no text can be.
 */
function checkBeforeReading(app: FastifyInstance, dependencies: HttpDependencies): void {
  const { addressLimitFactor: factor } = dependencies.config
  const traffic = createTraffic(dependencies.now, { perSecond: pace.perSecond * factor, burst: pace.burst * factor })

  // For every request: neither hook waits for anything, so neither makes a promise. A hook that has answered does not
  // go on.
  app.addHook('onRequest', (request, reply, goOn) => {
    protect(request, reply)
    const wait = unlimited.has(request.url) ? 0 : traffic.take(request.ip)
    if (wait > 0)
      return void sendRefusalAnswer(
        reply,
        toLanguage(request.headers.lang),
        new Refusal('too_many', { retryAfter: wait }),
        request.url.startsWith('/app/') ? 200 : 429,
      )
    const encoding = request.headers['content-encoding']
    // Nothing is unpacked, so nothing can grow.
    if (encoding !== undefined && encoding !== 'identity')
      return void sendFault(reply, toLanguage(request.headers.lang), 'invalid_input', 415)
    const length = request.headers['content-length']
    if (
      request.method === 'GET' &&
      (request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0'))
    )
      return void sendFault(reply, toLanguage(request.headers.lang), 'invalid_input', 415)
    return goOn()
  })
  app.addHook('preValidation', (request, _reply, goOn) => {
    for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
      const texts = [name, ...(Array.isArray(value) ? value : [value])]
      if (texts.some(text => typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())))
        return goOn(refuseField(name.replaceAll('\0', '').toWellFormed().slice(0, 100) || 'query'))
    }
    return goOn()
  })
}

/**
 * A stop takes no new connection: a rejected client tries another service. Connections that a gateway keeps stay open
 * for a moment, and each ends with its next answer (`Connection: close`). Closed at once, as Node does, a request on
 * its way would be lost, and one with an effect must not be repeated.
 */
function endConnectionsGently(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const closeIdle = server.closeIdleConnections.bind(server)
    server.closeIdleConnections = () => undefined
    const begun = performance.now()
    const timer = setInterval(() => {
      if (performance.now() - begun >= lastRequestsMs) closeIdle()
    }, lookAgainMs)
    server.once('close', () => clearInterval(timer))
  })
}

/** No such path, or one that is not asked in this way. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const app = request.server
  const language = toLanguage(request.headers.lang)
  const path = request.url.split('?')[0] ?? ''
  const methods = (['GET', 'POST'] as const).filter(method => app.findRoute({ method, url: path }) !== null)
  if (methods.length === 0) return sendFault(reply, language, 'not_found')
  return sendFault(reply.header('allow', methods.join(', ')), language, 'invalid_input', 405)
}

/**
 * The gateway's name for the request, so that its lines and ours can be put side by side; anything else gets a name
 * here.
 */
function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

/** The headers of every answer; a module that serves files sets its own after them. */
function protect(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers({
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
  })
}

/** Faults before a call's own code runs: a body that cannot be read, too large, of another type. */
function faultOf(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = toLanguage(request.headers.lang)
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500)
    return sendFault(reply, language, status === 404 ? 'not_found' : 'invalid_input', status)
  return sendFailure(error, request, reply, language)
}
