import { inboxStream } from '@adcoin/contract'
import type { FastifyReply } from 'fastify'
import { forOperators } from '../operators-http/for-operators.ts'
import type { Register } from '../services.ts'
import { serveCounts } from '../health/serve-counts.ts'
import { releaseSeries } from '../health/release-series.ts'
import { createServiceMetrics } from './service-metrics.ts'

/** `/operators/metrics`, and what operators' programs read of the service and of releases. */
export const registerMetrics: Register = (app, services) => {
  const metrics = createServiceMetrics(services)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const seconds = route === inboxStream.path ? undefined : reply.elapsedTime / 1000
    metrics.answered(request.method, route, reply.statusCode, seconds)
    done()
  })
  app.addHook('onClose', async () => metrics.stop())
  forOperators(app, calls => {
    serveCounts(calls, services, metrics.state)
    calls.get('/metrics', async (_request, reply: FastifyReply) =>
      reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .send([await metrics.read(), await releaseSeries(services)].join('\n')),
    )
  })
}
