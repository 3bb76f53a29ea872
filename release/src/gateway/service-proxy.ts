import proxyAddr from '@fastify/proxy-addr'
import replyFrom from '@fastify/reply-from'
import { exportData, inboxStream, maxCallBodyBytes, statement, upload } from '@adcoin/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { createPipeliningRefusal } from './refuse-pipelining.ts'

export type ServiceAddress = { readonly port: number; readonly host: string }

type Headers = Readonly<Record<string, string>>

/** A last limit above the service's own 30 s. Streams are never silent that long. */
const silenceMs = 35_000
/** A read waits this long for one of several services before it asks another one. */
const readMs = 2_000
/** A service that failed is avoided this long, if there is another one. */
const avoidMs = 5_000
const connectMs = 5_000
const attempts = 3
/** Errors before anything was sent. */
const notSentCodes = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT']

/**
 * Slow uploads, open streams and answers larger than a socket buffer, which a slow reader holds, have separate
 * connections, so they never block calls.
 */
const mostConnections = {
  [inboxStream.path]: 10_000,
  [upload.path]: 128,
  [statement.path]: 128,
  [exportData.path]: 32,
  '/files/*': 512,
  '/*': 512,
}

/** Headers of one connection; all others are forwarded. */
const hopByHopHeaders = ['connection', 'keep-alive', 'te', 'trailer', 'upgrade', 'expect', 'proxy-authorization']

/**
 * A proxy to the service over kept connections, not listening yet. Bodies of calls are read whole first: a slow one
 * holds no connection to the service. Uploads and answers are streamed. A service that is down or late gets the
 * envelope of every call, so that the browser needs no special case.
 *
 * @param services  the current addresses, used in turn; one that failed is avoided for a while
 * @param headers   added to every answer; a stricter one of the service is kept
 * @param trusted   networks of the proxies before this one, whose `X-Forwarded-For` is trusted
 */
export function createServiceProxy(
  services: () => readonly ServiceAddress[],
  headers: Headers,
  trusted: readonly string[] = [],
  more: { frameworkErrors?: (error: Error, request: FastifyRequest, reply: FastifyReply) => void } = {},
): FastifyInstance {
  const isTrusted = proxyAddr.compile([...trusted])
  const app: FastifyInstance = Fastify({
    trustProxy: [...trusted],
    // The log, the ledger and the audit keep it: only a trusted proxy chooses one.
    genReqId: ({ headers: { 'x-request-id': given }, socket: { remoteAddress = '' } }) =>
      isTrusted(remoteAddress, 0) && typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID(),
    bodyLimit: maxCallBodyBytes,
    requestTimeout: 120_000,
    connectionTimeout: silenceMs + connectMs,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 15_000 },
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2_000 },
    ...more,
  })
  // Answers that are not read would each hold a connection to the service.
  const refusePipelined = createPipeliningRefusal()
  app.addHook('onRequest', ({ raw }, reply, goOn) => void (refusePipelined(raw, reply.raw) || goOn()))
  const rotation = createRotation(services)
  app.removeAllContentTypeParsers()
  app.setNotFoundHandler((_, reply) => sendEnvelope(reply, 404))
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error
    // The sender disconnected: no error of the service.
    if (statusCode >= 500 && request.raw.complete)
      console.error(`gateway: ${request.method} ${readRequestPath(request)}: ${error.message}`)
    // The rest of a body that is too large is read, so that its sender can read the answer.
    request.raw.resume()
    return sendEnvelope(reply.removeHeader('connection'), statusCode)
  })
  for (const [path, connections] of Object.entries(mostConnections))
    app.register(async scope => {
      if (path === upload.path) scope.addContentTypeParser('*', streamBody)
      else scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
      await scope.register(replyFrom, {
        undici: { connections, headersTimeout: silenceMs, bodyTimeout: silenceMs, connect: { timeout: connectMs } },
        disableRequestLogging: true,
      })
      scope.all(path, (request, reply) => {
        reply.headers({ ...headers, 'x-request-id': request.id })
        return forward(request, reply, rotation, path === '/*' || path === statement.path)
      })
    })
  return app
}

export const readRequestPath = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '/'

/** An answer of the gateway itself in the service's envelope. */
function sendEnvelope(reply: FastifyReply, status: number): FastifyReply {
  if (status >= 503) reply.header('retry-after', '1')
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send({ code: status, msg: '', data: null })
}

/** Forwards a body as it arrives. The service may answer before its end: the rest is read and dropped. */
function streamBody(_: FastifyRequest, payload: IncomingMessage, done: (error: null, body: PassThrough) => void): void {
  const body = payload.pipe(new PassThrough())
  body.once('close', () => payload.resume())
  payload.once('close', () => void (payload.complete || body.destroy()))
  done(null, body)
}

/** @param isCall  it answers soon: a late read is sent to another service */
function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  rotation: Rotation,
  isCall: boolean,
  attempt = 1,
): FastifyReply {
  const { body, method, headers } = request
  const { origin, others } = rotation.next()
  if (origin === undefined) return sendEnvelope(reply, 503)
  const isRead = method === 'GET' || method === 'HEAD'
  const hasNextService = isRead && isCall && others > 0 && attempt < attempts
  const isRepeatable = isRead || headers['idempotency-key'] !== undefined
  return reply.from(origin + readRequestPath(request), {
    ...(Buffer.isBuffer(body) ? { body, contentType: headers['content-type'] ?? 'application/octet-stream' } : {}),
    ...(hasNextService ? { timeout: readMs } : {}),
    // A service that answers 503 has been asked; by default ten more reads would follow.
    retryDelay: () => null,
    rewriteRequestHeaders: (_, given) => ({
      ...omitHeaders(given, hopByHopHeaders),
      host: headers.host,
      'x-request-id': request.id,
      // An IPv4 address that a dual-stack socket shows as IPv6 is the IPv4 address.
      'x-forwarded-for': request.ip.replace(/^::ffff:(?=[0-9.]+$)/i, ''),
      'x-forwarded-host': headers.host ?? '',
    }),
    rewriteHeaders: given => omitHeaders(given, hopByHopHeaders),
    // The rest of an upload is read: the connection is not closed before its sender has the answer.
    onResponse: (_, __, { stream }) => void reply.removeHeader('connection').send(stream),
    onError: (_, { error }) => {
      // An upload whose sender went away is no fault of the service.
      if (request.raw.complete) rotation.failed(origin)
      const { code = '' } = (error.cause ?? error) as NodeJS.ErrnoException
      const isLate = code === 'UND_ERR_HEADERS_TIMEOUT'
      const isSentAgain = notSentCodes.includes(code) || (isLate ? hasNextService : isRepeatable)
      if (isSentAgain && attempt < attempts && !(body instanceof PassThrough))
        return void forward(request, reply, rotation, isCall, attempt + 1)
      sendEnvelope(reply, isLate ? 504 : 503)
    },
  })
}

function omitHeaders(
  headers: NodeJS.Dict<string | string[]>,
  names: readonly string[],
): NodeJS.Dict<string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

type Rotation = ReturnType<typeof createRotation>

/** The addresses in turn. Addresses that failed a moment ago are left out if others exist. */
function createRotation(services: () => readonly ServiceAddress[]) {
  const failedAt = new Map<string, number>()
  let turn = 0
  return {
    next(): { origin: string | undefined; others: number } {
      const all = services().map(({ host, port }) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`)
      const healthy = all.filter(origin => performance.now() - (failedAt.get(origin) ?? -avoidMs) >= avoidMs)
      const from = healthy.length > 0 ? healthy : all
      return { origin: from[turn++ % from.length], others: all.length - 1 }
    },
    failed: (origin: string) => void failedAt.set(origin, performance.now()),
  }
}
