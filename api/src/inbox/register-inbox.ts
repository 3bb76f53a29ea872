import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inboxList, inboxRead, inboxStream } from '@adcoin/contract'
import type { HttpDependencies } from '../http/http-dependencies.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readLimit, makeCursor, makePage, readCursor } from '../http/cursor.ts'
import { requirePerson } from '../http/read-request.ts'
import { serve } from '../http/serve.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import { toInboxItem, countUnread } from './inbox-row.ts'
import { sendFailure } from '../http/envelope.ts'
import { toLanguage } from '../refusals/languages.ts'
import { openStream } from './stream.ts'
import { type Streams, createStreams } from './streams.ts'

const head = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Nothing on the way keeps, packs or gathers it; nginx reads the last one.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** The inbox of a person: written by all modules above, listed, read and streamed here, removed after a year. */
export function registerInbox(app: FastifyInstance, services: HttpDependencies & { readonly jobs: Jobs }): void {
  serveInboxCalls(app, services)
  serveStream(app, services)
  services.jobs.every('inbox.sweep', 86_400, async tx => {
    await tx
      .deleteFrom('inbox_item')
      .where('created_at', '<', new Date(services.now().getTime() - keptMs))
      .execute()
  })
}

/** `GET /app/inbox/stream`: what happens to the person, as it happens. A refusal is an envelope, as of every call. */
function serveStream(app: FastifyInstance, dependencies: HttpDependencies): Streams {
  const streams = createStreams(dependencies)
  app.get(inboxStream.path, (request, reply) => open(dependencies, streams, request, reply))
  app.addHook('preClose', () => streams.stop())
  return streams
}

async function open(
  { now, log }: HttpDependencies,
  streams: Streams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = toLanguage(request.headers.lang)
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
    return sendFailure(error, request, reply, language)
  }
}

/** The last item that the browser has; -1 if the header has no number. */
function numberOf(header: string | string[] | undefined): bigint {
  return typeof header === 'string' && /^(0|[1-9][0-9]{0,17})$/.test(header) ? BigInt(header) : -1n
}

const number = /^[1-9][0-9]{0,17}$/

/** The list of what happened to the person, and what of it was read. */
function serveInboxCalls(app: FastifyInstance, { database, secrets, now }: HttpDependencies): void {
  serve(app, inboxList, async ({ input, person, language }) => {
    const of = { list: 'inbox', person: person.id, filter: '' }
    const limit = readLimit(input)
    const before = readCursor(secrets, of, input.cursor)
    let query = database.read.selectFrom('inbox_item').selectAll().where('user_id', '=', person.id)
    if (before !== undefined) query = query.where('seq', '<', before)
    const rows = await query
      .orderBy('seq', 'desc')
      .limit(limit + 1)
      .execute()
    const page = makePage(
      rows,
      limit,
      row => row.seq,
      seq => makeCursor(secrets, of, seq),
      row => toInboxItem(row, language),
    )
    return { ...page, unread: await countUnread(database.read, person.id) }
  })

  serve(app, inboxRead, async ({ input, person, transact }) => {
    if (!number.test(input.id)) throw refuseField('id')
    const seq = BigInt(input.id)
    return transact(async tx => {
      const known = await tx
        .selectFrom('inbox_item')
        .select('seq')
        .where('user_id', '=', person.id)
        .where('seq', '=', seq)
        .executeTakeFirst()
      if (!known) throw new Refusal('not_found')
      await tx
        .updateTable('inbox_item')
        .set({ read_at: now() })
        .where('user_id', '=', person.id)
        .where('seq', input.older ? '<=' : '=', seq)
        .where('read_at', 'is', null)
        .execute()
      return { unread: await countUnread(tx, person.id) }
    })
  })
}

const keptMs = 365 * 86_400_000
