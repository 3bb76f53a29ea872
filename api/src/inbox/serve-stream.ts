import { inboxStream } from '@adcoin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureOf } from '../http/envelope.ts'
import type { Frame } from '../http/frame.ts'
import { requirePerson } from '../http/serve.ts'
import { languageOf } from '../refusals/languages.ts'
import { openStream } from './stream.ts'
import { streamsOf, type Streams } from './streams.ts'

const head = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Nothing on the way keeps, packs or gathers it; nginx reads the last one.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** `GET /app/inbox/stream`: what happens to the person, as it happens. A refusal is an envelope, as of every call. */
export function serveStream(app: FastifyInstance, frame: Frame): Streams {
  const streams = streamsOf(frame)
  app.get(inboxStream.path, (request, reply) => open(frame, streams, request, reply))
  app.addHook('preClose', () => streams.stop())
  return streams
}

async function open(
  { now, log }: Frame,
  streams: Streams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = languageOf(request.headers.lang)
  try {
    streams.requireRoom()
    const person = await requirePerson(request)
    reply.hijack()
    const { raw: response } = reply
    response.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...head })
    const seen = numberOf(request.headers['last-event-id'])
    const stream = openStream(response, { person, language, openedAt: now().getTime(), seen })
    response.on('close', () => streams.remove(stream))
    response.on('error', () => response.destroy())
    await streams.add(stream).catch((error: unknown) => {
      log.error({ err: error }, 'a stream could not begin')
      response.destroy()
    })
    return reply
  } catch (error) {
    return failureOf(error, request, reply, language)
  }
}

/** The last item that the browser has; -1 if the header has no number. */
function numberOf(header: string | string[] | undefined): bigint {
  return typeof header === 'string' && /^(0|[1-9][0-9]{0,17})$/.test(header) ? BigInt(header) : -1n
}
