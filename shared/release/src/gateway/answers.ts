import Negotiator from 'negotiator'
import { siblings } from '../files/files.ts'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { LiveFile } from './live-site.ts'

const known = siblings.map(({ encoding }) => encoding)

/**
 * The compressed siblings that a browser accepts, the smallest first: all of them are at hand, so that weights of those
 * that are welcome do not count.
 *
 * @param accept  the `Accept-Encoding` header; without one nothing is compressed
 */
export function acceptedSiblings(accept: string | undefined): readonly (typeof siblings)[number][] {
  if (accept === undefined) return []
  const welcome = new Negotiator({ headers: { 'accept-encoding': accept } }).encodings([...known])
  return siblings.filter(({ encoding }) => welcome.includes(encoding))
}

/** A short text of the gateway's own, in ASCII. */
export function plain(
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  status: number,
  text: string,
  more: OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    ...more,
    'content-length': text.length,
    'cache-control': 'no-store',
  })
  response.end(text)
}

/** Data of this very moment. */
export function json(
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  { status, body }: { status: number; body: unknown },
): void {
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(body))
}

/** A file of the live page; 304 where the browser has these bytes already. */
export function conditional(
  request: IncomingMessage,
  response: ServerResponse,
  file: LiveFile,
  headers: OutgoingHttpHeaders,
): void {
  const known = (request.headers['if-none-match'] ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  const isKnown = known.some(tag => tag === '*' || tag.startsWith(file.etag.slice(0, -1)))
  if (!isKnown) return send(request, response, file, headers, { etag: file.etag })
  response.writeHead(304, {
    ...headers,
    etag: known.find(tag => tag.startsWith(file.etag.slice(0, -1))) ?? file.etag,
    vary: 'accept-encoding',
  })
  response.end()
}

/** A file in the best encoding that the browser takes. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: { bytes: Buffer; encoded: ReadonlyMap<string, Buffer> },
  headers: OutgoingHttpHeaders,
  { etag, status = 200 }: { etag?: string; status?: number } = {},
): void {
  const choice = acceptedSiblings(request.headers['accept-encoding']?.toString()).find(({ encoding }) =>
    file.encoded.has(encoding),
  )
  const bytes = (choice && file.encoded.get(choice.encoding)) ?? file.bytes
  response.writeHead(status, {
    ...headers,
    'content-length': bytes.length,
    vary: 'accept-encoding',
    ...(choice ? { 'content-encoding': choice.encoding } : {}),
    // A strong validator names one representation, so each encoding has its own.
    ...(etag ? { etag: choice ? `${etag.slice(0, -1)}-${choice.encoding}"` : etag } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
