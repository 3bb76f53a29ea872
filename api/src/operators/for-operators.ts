import type { FastifyInstance } from 'fastify'
import { sendFault } from '../http/envelope.ts'
import { toLanguage } from '../refusals/languages.ts'
import { isSameSecret } from '../secrets/hash-text.ts'

/**
 * Serves calls of operators' programs under `/operators/`: each needs `authorization: Bearer <secret>`. Without a
 * secret in the configuration they do not exist and answer 404. The public gateway never passes these paths on.
 *
 *   forOperators(app, calls => calls.get('/health', async request => …))
 */
export function registerForOperators(app: FastifyInstance, add: (calls: FastifyInstance) => void): void {
  const { operatorsSecret: secret, scrapeSecret } = app.dependencies.config
  if (secret === null) return
  void app.register(
    async calls => {
      calls.addHook('onRequest', async (request, reply) => {
        const { authorization = '', lang } = request.headers
        if (isSameSecret(authorization, `Bearer ${secret}`)) return undefined
        // A scraper of metrics must not be able to approve and pay withdrawals.
        const isScrape = request.method === 'GET' && request.routeOptions.url === '/operators/metrics'
        if (isScrape && scrapeSecret !== null && isSameSecret(authorization, `Bearer ${scrapeSecret}`)) return undefined
        return sendFault(reply, toLanguage(lang), 'forbidden', 401)
      })
      add(calls)
    },
    { prefix: '/operators' },
  )
}
