import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicFile } from '../catalogue/drawn-pictures.ts'
import type { Services } from '../services.ts'
import { isSignedLink, type FilePurpose } from './file-links.ts'

/** `GET /files/<id>` for people who may see the file, and `GET /files/public/<name>`, the drawings of the tasks. */
export function serveFiles(app: FastifyInstance, { database, files, secrets, now, personOf }: Services): void {
  const kept = new Map<string, { bytes: Buffer; mime: string }>()
  app.get<{ Params: { name: string } }>('/files/public/:name', async (request, reply) => {
    const { name } = request.params
    const file = kept.get(name) ?? (await publicFile(name))
    if (!file) return notFound(reply)
    kept.set(name, file)
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
      const found = await files.read(file.storage_key)
      if (!found) return notFound(reply)
      if (!file.mime.startsWith('image/'))
        inert(reply).header('content-disposition', `attachment; filename="${id}.mp4"`)
      return inert(reply)
        .header('content-type', file.mime)
        .header('content-length', String(found.bytes))
        .header('cache-control', 'private, max-age=3600')
        .send(found.stream)
    },
  )

  async function isOwner(request: FastifyRequest, userId: bigint | null): Promise<boolean> {
    const token = request.headers['authorized-key']
    const person = await personOf(typeof token === 'string' ? token : undefined)
    return person !== null && person.id === userId
  }
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
