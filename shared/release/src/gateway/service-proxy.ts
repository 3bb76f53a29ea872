import replyFrom, { type FastifyReplyFromHooks } from '@fastify/reply-from'
import { callBodyMost, inboxStream, upload } from '@adcoin/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'

export type ServiceAddress = { readonly port: number; readonly host: string }

type Headers = Readonly<Record<string, string>>

/** The service answers within 30 s by its own rules, and streams are never silent for long; the net below them. */
const silentMs = 35_000
const connectMs = 5_000
const attempts = 3

/** Slow uploads, slow readers and open streams hold connections of their own, and never those of calls. */
const connectionsOf = { [inboxStream.path]: 10_000, [upload.path]: 128, '/files/*': 128, '/*': 512 }

/** Headers of one connection; the rest of a request is passed on. */
const ofConnection = ['connection', 'keep-alive', 'te', 'trailer', 'upgrade', 'expect', 'proxy-authorization']

/**
 * A proxy to the service over kept connections, not listening yet. Bodies of calls are read whole first: a slow one
 * holds no connection to the service. Uploads and answers are streamed. A service that is down or late gets the
 * envelope of every call, so that the browser needs no special case.
 *
 * @param services  the current addresses, used in turn; one that does not answer is passed over
 * @param headers   added to every answer; a stricter one of the service is kept
 * @param trusted   networks of the proxies before this one, whose `X-Forwarded-For` is believed
 */
export function serviceProxy(
  services: () => readonly ServiceAddress[],
  headers: Headers,
  trusted: readonly string[] = [],
  more: { frameworkErrors?: (error: Error, request: FastifyRequest, reply: FastifyReply) => void } = {},
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    trustProxy: [...trusted],
    // An id that came from outside is kept only when it is plain.
    genReqId: ({ headers: { 'x-request-id': given } }) =>
      typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID(),
    bodyLimit: callBodyMost,
    requestTimeout: 120_000,
    connectionTimeout: silentMs + connectMs,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 15_000 },
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2_000 },
    ...more,
  })
  app.removeAllContentTypeParsers()
  app.setNotFoundHandler((_, reply) => envelope(reply, 404))
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error
    // One whose sender went away is nothing to look at.
    if (statusCode >= 500 && request.raw.complete)
      console.error(`gateway: ${request.method} ${pathOf(request)}: ${error.message}`)
    // The rest of a body that is too large is read, so that its sender can read the answer.
    request.raw.resume()
    return envelope(reply.removeHeader('connection'), statusCode)
  })
  for (const [path, connections] of Object.entries(connectionsOf))
    app.register(async scope => {
      if (path === upload.path) scope.addContentTypeParser('*', streamed)
      else scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
      await scope.register(replyFrom, {
        base: 'http://service',
        undici: {
          connections,
          headersTimeout: silentMs,
          bodyTimeout: silentMs,
          connect: connector(services),
        },
        disableRequestLogging: true,
      })
      scope.all(path, (request, reply) => {
        reply.headers({ ...headers, 'x-request-id': request.id })
        return reply.from(undefined, hooksFor(request, reply))
      })
    })
  return app
}

export const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '/'

/** An answer of the gateway itself in the service's envelope. */
function envelope(reply: FastifyReply, status: number): FastifyReply {
  if (status >= 503) reply.header('retry-after', '1')
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send({ code: status, msg: '', data: null })
}

/** Passed on as it arrives. The service may answer before the end: the rest is read and dropped. */
function streamed(_: FastifyRequest, payload: IncomingMessage, done: (error: null, body: PassThrough) => void): void {
  const body = payload.pipe(new PassThrough())
  body.once('close', () => payload.resume())
  payload.once('close', () => void (payload.complete || body.destroy()))
  done(null, body)
}

function hooksFor(request: FastifyRequest, reply: FastifyReply): FastifyReplyFromHooks {
  const { body, method } = request
  const contentType = request.headers['content-type'] ?? 'application/octet-stream'
  const isRepeatable = method === 'GET' || method === 'HEAD' || request.headers['idempotency-key'] !== undefined
  return {
    ...(Buffer.isBuffer(body) ? { body, contentType } : {}),
    rewriteRequestHeaders: (_, headers) => ({
      ...without(headers, ofConnection),
      host: request.headers.host,
      'x-request-id': request.id,
      // An IPv4 address that a dual-stack socket shows as IPv6 is the IPv4 address.
      'x-forwarded-for': request.ip.replace(/^::ffff:(?=[0-9.]+$)/i, ''),
      'x-forwarded-host': request.headers.host ?? '',
    }),
    rewriteHeaders: headers => without(headers, ofConnection),
    // The rest of an upload is read: the connection is not closed before its sender has the answer.
    onResponse: (_, __, { stream }) => void reply.removeHeader('connection').send(stream),
    // A kept connection that the service had just closed.
    retryDelay: ({ err, attempt }) => {
      const code = err && 'code' in err ? err.code : undefined
      const isCut = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
      return isCut && isRepeatable && !(body instanceof PassThrough) && attempt < attempts ? 10 : null
    },
    onError: (_, { error }) => void envelope(reply, 'statusCode' in error && error.statusCode === 504 ? 504 : 503),
  }
}

function without(headers: NodeJS.Dict<string | string[]>, names: readonly string[]): NodeJS.Dict<string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

/** Connects to each address in its turn; one that refuses or does not answer is passed over. */
function connector(services: () => readonly ServiceAddress[]) {
  let turn = 0
  return (_: unknown, done: (...result: [error: Error, socket: null] | [error: null, socket: Socket]) => void) => {
    const all = services()
    const first = turn++
    const attempt = (left: number, why: Error): void => {
      const address = all[(first + left) % all.length]
      if (left === 0 || !address) return done(why, null)
      const socket = connect({ ...address, noDelay: true, timeout: connectMs })
      const fail = (error: Error) => attempt(left - 1, error)
      socket.once('error', fail)
      socket.once('timeout', () => socket.destroy(new Error('the service does not accept connections')))
      socket.once('connect', () => {
        socket.off('error', fail).removeAllListeners('timeout').setTimeout(0)
        done(null, socket)
      })
    }
    attempt(all.length, new Error('the service is down'))
  }
}
