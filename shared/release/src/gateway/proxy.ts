import { callBodyMost } from '@adcoin/contract'
import {
  Agent,
  request as send,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { randomUUID } from 'node:crypto'
import { bodyReader } from './read-body.ts'
import { clientAddressBehind } from './trusted-proxies.ts'

/** A proxy to the service's current address; undefined while it is down. */
export type ServiceProxy = ReturnType<typeof serviceProxy>
export type ServiceAddress = { readonly port: number; readonly host: string }

type Headers = Readonly<Record<string, string>>
/** One request on its way: what the gateway adds to answers, and the client's address. */
type Passing = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly own: Headers
  readonly client: string
}

/** The service answers within 30 s by its own rules; this is the net below it. */
const timeoutMs = 35_000
/** An answered upload may finish sending for this long, so that its browser reads the answer. */
const lingerMs = 10_000
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Passes requests on to the service over kept connections. Bodies of calls are read whole first: a slow one holds no
 * connection to the service. Uploads and answers are streamed. A service that is down or late gets the envelope of
 * every call, so that the browser needs no special case.
 *
 * @param trusted  networks of the proxies before the gateway, whose `X-Forwarded-For` is believed
 */
export function serviceProxy(
  address: () => ServiceAddress | undefined,
  headers: Headers,
  trusted: readonly string[] = [],
) {
  const calls = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64 })
  // Slow uploads wait for each other, never calls for them.
  const uploads = new Agent({ keepAlive: true, maxSockets: 128, maxFreeSockets: 8 })
  // A stream holds its connection for minutes: a thousand of them must not be what calls wait for.
  const streams = new Agent({ keepAlive: false, maxSockets: 10_000 })
  const clientAddress = clientAddressBehind(trusted)
  const readBody = bodyReader(callBodyMost)

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = requestId(request.headers['x-request-id'])
    const peer = request.socket.remoteAddress ?? ''
    const client = clientAddress(peer, request.headers['x-forwarded-for']?.toString())
    const passing = { request, response, id, own: { ...headers, 'x-request-id': id }, client }
    if (isUpload(request)) return forward(passing, address(), uploads, request)
    const body = await readBody(request, client)
    if (typeof body === 'number') return refuseBody(passing, body)
    const isStream = request.headers.accept === 'text/event-stream'
    return forward(passing, address(), isStream ? streams : calls, body)
  }
  return { pass, close: () => [calls, uploads, streams].forEach(agent => agent.destroy()) }
}

function isUpload({ headers }: IncomingMessage): boolean {
  return /^multipart\//i.test(headers['content-type'] ?? '')
}

/** A request id that came from outside is kept only when it is plain. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

/** An answer of the gateway itself in the service's envelope. */
function envelope({ response, own }: Passing, status: number, more: OutgoingHttpHeaders = {}): void {
  const body = JSON.stringify({ code: status, msg: '', data: null })
  response.writeHead(status, {
    ...own,
    ...more,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}

function refuseBody(passing: Passing, status: number): void {
  if (!passing.response.destroyed) envelope(passing, status, status === 413 ? {} : { connection: 'close' })
  discardRest(passing.request)
}

/** Reads and drops what is left of a body, so that its sender can read the answer; a slow one is cut. */
function discardRest(request: IncomingMessage): void {
  if (request.complete) return
  request.resume()
  const cut = setTimeout(() => request.destroy(), lingerMs)
  request.once('close', () => clearTimeout(cut))
}

/** @param body  the whole body, or the request itself where it is streamed */
function forward(
  passing: Passing,
  address: ServiceAddress | undefined,
  agent: Agent,
  body: Buffer | IncomingMessage | undefined,
): void {
  const { request, response, own } = passing
  if (!address) {
    envelope(passing, 503, { 'retry-after': '1' })
    return discardRest(request)
  }
  const canRepeat = body === undefined && (request.method === 'GET' || request.method === 'HEAD')
  let upstream: ClientRequest
  const attempt = (isRepeat: boolean) => {
    upstream = send({ ...address, agent, method: request.method, path: request.url, headers: forwarded(passing, body) })
    upstream.setTimeout(timeoutMs, () => upstream.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      // A kept connection that the service had just closed: a request without effect is sent once more.
      if (canRepeat && !isRepeat && upstream.reusedSocket && error.code === 'ECONNRESET' && !response.headersSent)
        return attempt(true)
      if (response.writableEnded) return
      if (response.headersSent) return void response.destroy()
      if (!response.destroyed) envelope(passing, error.code === 'ETIMEDOUT' ? 504 : 503, { 'retry-after': '1' })
      discardRest(request)
    })
    upstream.on('response', answer => {
      // A stricter policy of the service's own answer (for uploads) is kept; the rest is added.
      response.writeHead(answer.statusCode ?? 502, { ...own, ...endToEndHeaders(answer.headers) })
      answer.pipe(response)
      answer.on('error', () => response.destroy())
      if (body === request && !upstream.writableEnded) endUploadEarly(request, upstream, answer)
    })
    if (body === request) request.pipe(upstream)
    else upstream.end(body)
  }
  attempt(false)
  if (body === request) endIdleUpload(passing)
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy()
  })
}

/** The service answered before the upload was over: it reads no more of it, so the gateway drops the rest. */
function endUploadEarly(request: IncomingMessage, upstream: ClientRequest, answer: IncomingMessage): void {
  request.unpipe(upstream)
  discardRest(request)
  answer.once('end', () => upstream.destroy())
}

/** An upload of which nothing arrives for ten seconds ends. */
function endIdleUpload(passing: Passing): void {
  const { request, response } = passing
  const idle = setTimeout(() => {
    // It waits for the service, not for its sender.
    if (request.isPaused()) return void idle.refresh()
    if (!response.headersSent) envelope(passing, 408, { connection: 'close' })
    request.destroy()
  }, lingerMs)
  request.on('data', () => idle.refresh())
  for (const over of ['end', 'close'] as const) request.once(over, () => clearTimeout(idle))
}

function forwarded({ request, id, client }: Passing, body: Buffer | IncomingMessage | undefined): OutgoingHttpHeaders {
  return {
    ...endToEndHeaders(request.headers),
    ...(Buffer.isBuffer(body) ? { 'content-length': body.length } : {}),
    'x-request-id': id,
    'x-forwarded-for': client,
    'x-forwarded-host': request.headers.host ?? '',
  }
}

function endToEndHeaders(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  const connection = (headers.connection ?? '').toLowerCase().split(',')
  const named = new Set(connection.map(name => name.trim()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)))
}
