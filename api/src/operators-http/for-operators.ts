import type { FastifyInstance } from 'fastify'
import { sendFault } from '../http/envelope.ts'
import { languageOf } from '../refusals/languages.ts'
import { isSame } from '../secrets/secrets.ts'

/**
 * Serves calls of operators' programs under `/operators/`: each needs `authorization: Bearer <secret>`. Without a
 * secret in the configuration they do not exist and answer 404. The public gateway never passes these paths on.
 *
 *   forOperators(app, calls => calls.get('/health', async request => …))
 */
export function forOperators(app: FastifyInstance, add: (calls: FastifyInstance) => void): void {
  const secret = app.frame.config.operatorsSecret
  if (secret === null) return
  void app.register(
    async calls => {
      calls.addHook('onRequest', async (request, reply) =>
        isSame(request.headers.authorization ?? '', `Bearer ${secret}`)
          ? undefined
          : sendFault(reply, languageOf(request.headers.lang), 'forbidden', 401),
      )
      add(calls)
    },
    { prefix: '/operators' },
  )
}
