import type { OutgoingHttpHeaders } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { FileStore } from '../storage/file-store.ts'
import { limits } from './limits.ts'
import { sweepUnused } from './unused-files.ts'
import { serveUpload } from './upload.ts'
import { listCountedAddresses } from '../http/traffic.ts'
import { findPublicFile } from '../catalogue/drawn-pictures.ts'
import { type FilePurpose, isSignedLink } from './file-links.ts'
import { createOpenAnswers, type OpenLimit } from './open-answers.ts'
import { sendPieces } from './pieces.ts'

/** Uploads, and the two ways to look at a file: one's own (or an avatar), and the pictures of the tasks. */
export async function registerFiles(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async scope => {
    await scope.register(multipart, {
      limits: {
        files: 1,
        fields: 1,
        parts: 2,
        fileSize: limits.videoBytes + 1,
        fieldSize: 64,
        fieldNameSize: 64,
        headerPairs: 20,
      },
    })
    serveUpload(scope, services)
  })
  serveFiles(app, services)
  sweepUnused(services)
  await sweepRegularly(app, services.files)
}

/** Removes the leftovers of killed processes within the hour. */
async function sweepRegularly(app: FastifyInstance, store: FileStore): Promise<void> {
  const sweep = () => store.sweep(new Date(Date.now() - halfHourMs))
  await sweep()
  const timer = setInterval(
    () => void sweep().catch(error => app.log.warn({ err: error }, 'partial uploads could not be deleted')),
    halfHourMs,
  ).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
const halfHourMs = 1_800_000

/**
 * The most files that are sent at once. `all` is less than the gateway's connections for files. Thousands of people can
 * share one address, but hundreds of them seldom download in the same second. Links to a proof are its owner's, and a
 * screen shows five.
 */
export const mostOpen = { all: 480, address: 240, person: 24 }

/** `GET /files/<id>` for people who may see the file, and `GET /files/public/<name>`, the drawings of the tasks. */
function serveFiles(app: FastifyInstance, { config, database, files, secrets, now, findPerson }: Services): void {
  const open = createOpenAnswers()
  const timer = setInterval(open.look, open.lookMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  const kept = new Map<string, { bytes: Buffer; mime: string }>()
  app.get<{ Params: { name: string } }>('/files/public/:name', async (request, reply) => {
    const { name } = request.params
    const file = kept.get(name) ?? (await findPublicFile(name))
    if (!file) return notFound(reply)
    kept.set(name, file)
    if (!open.add(reply.raw, limitsOf(config, request.ip, null))) return tooMany(reply)
    return inert(reply)
      .header('content-type', file.mime)
      .header('cache-control', 'public, max-age=3600')
      .send(file.bytes)
  })
  app.get<{ Params: { id: string }; Querystring: { until?: unknown; key?: unknown } }>(
    '/files/:id',
    async (request, reply) => {
      const { id } = request.params
      if (!/^[0-9a-f]{32}$/.test(id)) return notFound(reply)
      const file = await database.read
        .selectFrom('file')
        .select(['user_id', 'purpose', 'mime', 'storage_key'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (
        !file ||
        !(
          isVisible(file.purpose as FilePurpose) ||
          isSignedLink(secrets, id, request.query, now()) ||
          (await isOwner(request, file.user_id))
        )
      )
        return notFound(reply)
      const ownerId = isVisible(file.purpose as FilePurpose) ? null : file.user_id
      if (!open.add(reply.raw, limitsOf(config, request.ip, ownerId))) return tooMany(reply)
      const found = await files.read(file.storage_key)
      if (!found) return notFound(reply)
      if (!file.mime.startsWith('image/'))
        inert(reply).header('content-disposition', `attachment; filename="${id}.mp4"`)
      inert(reply)
        .header('content-type', file.mime)
        .header('content-length', String(found.bytes))
        .header('cache-control', 'private, max-age=3600')
        .hijack()
      reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
      return sendPieces(reply.raw, found.stream)
    },
  )

  async function isOwner(request: FastifyRequest, userId: bigint | null): Promise<boolean> {
    const token = request.headers['authorized-key']
    const person = await findPerson(typeof token === 'string' ? token : undefined)
    return person !== null && person.id === userId
  }
}

function limitsOf({ addressLimitFactor }: Services['config'], ip: string, ownerId: bigint | null): OpenLimit[] {
  const addresses = listCountedAddresses(ip).map(({ subject, times }) => ({
    subject,
    most: mostOpen.address * times * addressLimitFactor,
    isShared: true,
  }))
  const owner = ownerId === null ? [] : [{ subject: `person ${ownerId}`, most: mostOpen.person }]
  return [...owner, ...addresses, { subject: 'all', most: mostOpen.all, isShared: true }]
}

function isVisible(purpose: FilePurpose): boolean {
  return purpose === 'avatar' || purpose === 'task'
}

/** Opened directly, a file can do nothing: no script, no frame, no other type than ours. */
function inert(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.status(404).header('content-type', 'text/plain; charset=utf-8').send('Not found\n')
}

function tooMany(reply: FastifyReply): FastifyReply {
  return reply
    .status(429)
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'retry-after': '10' })
    .send('Too many downloads\n')
}
