import {
  Agent,
  request as send,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { randomUUID } from 'node:crypto'

/** Where the service listens now; undefined while it is not up. */
export type ServiceProxy = ReturnType<typeof serviceProxy>
export type ServiceAddress = { readonly port: number; readonly host: string }

/** The service answers within 30 s by its own rules; this is the net below it. */
const timeoutMs = 35_000
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
 * Passes requests on to the service: bodies are streamed both ways, connections reused. A service that is down, or does
 * not answer in time, is told as the envelope that every call answers with, so that the browser needs no special case.
 */
export function serviceProxy(address: () => ServiceAddress | undefined, headers: Readonly<Record<string, string>>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64 })
  // A stream holds its connection for minutes: a thousand of them must not be what calls wait for.
  const streams = new Agent({ keepAlive: false, maxSockets: 10_000 })
  return {
    pass: (request: IncomingMessage, response: ServerResponse) =>
      pass(request, response, isStream(request) ? streams : agent, address(), headers),
    close: () => (agent.destroy(), streams.destroy()),
  }
}

/** Server-Sent Events, which a browser asks for by name. The service shows life every twenty seconds. */
function isStream(request: IncomingMessage): boolean {
  return request.headers.accept === 'text/event-stream'
}

/** A request id that came from outside is kept only when it is plain. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

/** An answer of the gateway itself in the service's envelope. */
function envelope(response: ServerResponse, status: number, headers: OutgoingHttpHeaders): void {
  const body = JSON.stringify({ code: status, msg: '', data: null })
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  agent: Agent,
  address: ServiceAddress | undefined,
  headers: Readonly<Record<string, string>>,
): void {
  const id = requestId(request.headers['x-request-id'])
  const own = { ...headers, 'x-request-id': id }
  if (!address) {
    request.resume()
    return envelope(response, 503, { ...own, 'retry-after': '1' })
  }
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  const canRepeat = !hasBody && (request.method === 'GET' || request.method === 'HEAD')
  let upstream: ClientRequest

  const attempt = (isRepeat: boolean) => {
    upstream = send({ ...address, agent, method: request.method, path: request.url, headers: forwarded(request, id) })
    upstream.setTimeout(timeoutMs, () => upstream.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      // A kept connection that the service had just closed: a request without effect is asked once more.
      if (canRepeat && !isRepeat && upstream.reusedSocket && error.code === 'ECONNRESET' && !response.headersSent)
        return attempt(true)
      if (response.headersSent) return void response.destroy()
      request.resume()
      if (!response.destroyed)
        envelope(response, error.code === 'ETIMEDOUT' ? 504 : 503, { ...own, 'retry-after': '1' })
    })
    upstream.on('response', answer => {
      // What the service says of its own answer (a stricter policy for uploads) stands; the rest is added.
      response.writeHead(answer.statusCode ?? 502, { ...own, ...endToEndHeaders(answer.headers), 'x-request-id': id })
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    if (hasBody) request.pipe(upstream)
    else upstream.end()
  }
  attempt(false)
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy()
  })
}

function forwarded(request: IncomingMessage, id: string): OutgoingHttpHeaders {
  return {
    ...endToEndHeaders(request.headers),
    'x-request-id': id,
    'x-forwarded-for': request.socket.remoteAddress ?? '',
    'x-forwarded-host': request.headers.host ?? '',
  }
}

function endToEndHeaders(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  const named = new Set(
    (headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map(name => name.trim()),
  )
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)))
}
