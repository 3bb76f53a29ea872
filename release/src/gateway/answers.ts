import Negotiator from 'negotiator'
import type { FastifyReply } from 'fastify'
import { siblings } from '../files/files.ts'
import type { ServedFile } from './file-cache.ts'
import type { LiveFile } from './live-source.ts'

type Headers = Readonly<Record<string, string>>

const known = siblings.map(({ encoding }) => encoding)

/** A short text of the gateway's own. */
export function sendText(reply: FastifyReply, headers: Headers, status: number, text: string, more: Headers = {}) {
  return reply
    .code(status)
    .headers({ ...headers, 'content-type': 'text/plain; charset=utf-8', ...more, 'cache-control': 'no-store' })
    .send(text)
}

/**
 * The compressed siblings that a browser accepts, the smallest first: all of them are at hand, so that weights of those
 * that are welcome do not count.
 *
 * @param accept  the `Accept-Encoding` header; without one nothing is compressed
 */
function acceptedSiblings(accept: string | undefined): readonly (typeof siblings)[number][] {
  if (accept === undefined) return []
  const welcome = new Negotiator({ headers: { 'accept-encoding': accept } }).encodings([...known])
  return siblings.filter(({ encoding }) => welcome.includes(encoding))
}

/** Data of this very moment. */
export function sendJsonReply(
  reply: FastifyReply,
  headers: Headers,
  { status, body }: { status: number; body: unknown },
) {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return reply
    .code(status)
    .headers({ ...headers, ...type, 'cache-control': 'no-store' })
    .send(JSON.stringify(body))
}

/** A file of the live page; 304 where the browser has these bytes already. */
export function sendIfChanged(reply: FastifyReply, file: LiveFile, headers: Headers) {
  const entityTags = (reply.request.headers['if-none-match'] ?? '')
    .split(',')
    .map(tag => tag.trim().replace(/^W\//, ''))
  const same = entityTags.find(tag => tag === '*' || tag.startsWith(file.etag.slice(0, -1)))
  if (same === undefined) return sendServedFile(reply, file, headers, file.etag)
  const etag = same === '*' ? file.etag : same
  return reply
    .code(304)
    .headers({ ...headers, etag, vary: 'accept-encoding' })
    .send()
}

/** A file in the best encoding that the browser takes. */
export function sendServedFile(reply: FastifyReply, file: ServedFile, headers: Headers, etag?: string) {
  const choice = acceptedSiblings(reply.request.headers['accept-encoding']?.toString()).find(({ encoding }) =>
    file.encoded.has(encoding),
  )
  const bytes = (choice && file.encoded.get(choice.encoding)) ?? file.bytes
  return reply
    .headers({
      ...headers,
      'content-length': bytes.length,
      vary: 'accept-encoding',
      ...(choice ? { 'content-encoding': choice.encoding } : {}),
      // A strong validator names one representation, so each encoding has its own.
      ...(etag ? { etag: choice ? `${etag.slice(0, -1)}-${choice.encoding}"` : etag } : {}),
    })
    .send(bytes)
}
