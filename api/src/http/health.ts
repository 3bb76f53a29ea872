import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Frame } from './frame.ts'

/** `/healthz`: the process answers. `/readyz`: the database answers too, and it is not about to stop. */
export function serveHealth(app: FastifyInstance, { database }: Frame): void {
  let isStopping = false
  app.addHook('preClose', async () => void (isStopping = true))
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      if (isStopping) throw new Error('it is about to stop')
      await sql`SELECT 1`.execute(database.read)
      return { status: 'ok', database: database.engine.name }
    } catch {
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
}
