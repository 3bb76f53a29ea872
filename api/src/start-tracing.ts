import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { diag, DiagLogLevel } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'

/** Attributes that name a person or hold secrets of an address. */
const leftOut = {
  'client.address': undefined,
  'network.peer.address': undefined,
  'user_agent.original': undefined,
  'url.query': undefined,
}

/** The version of the whole, which CHANGELOG.md describes. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * Sends traces by OpenTelemetry: requests to calls, queries to PostgreSQL, and requests to providers. A trace goes on
 * from `traceparent` where the request has one; else its id is the request id, which every error shows and every log
 * line names. The exporter reads its other variables (`OTEL_EXPORTER_OTLP_HEADERS`) itself.
 *
 * @returns sends what waits, and ends
 */
export function startTracing(
  { endpoint, service, share }: NonNullable<Config['tracing']>,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const warn = (message: string) => log.warn({ reason: message }, 'OpenTelemetry')
  const quiet = () => undefined
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN)
  const random = new RandomIdGenerator()
  let requestId = ''
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      // Of this process: a replica that starts again is another one.
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })),
    ],
    idGenerator: {
      generateTraceId() {
        const hex = requestId.replaceAll('-', '')
        requestId = ''
        return /^(?!0{32})[0-9a-f]{32}$/.test(hex) ? hex : random.generateTraceId()
      },
      generateSpanId: () => random.generateSpanId(),
    },
    // The text of an error may hold a value.
    spanLimits: { eventCountLimit: 0 },
  })
  provider.register()
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url }) => !url?.startsWith('/app/'),
        startIncomingSpanHook({ headers }) {
          const id = (headers['x-request-id'] ??= randomUUID())
          requestId = headers.traceparent === undefined ? String(id) : ''
          return leftOut
        },
        requestHook: (span, request) => {
          if ('url' in request) span.updateName(`${request.method} ${request.url?.split('?')[0]}`)
        },
      }),
      new PgInstrumentation({ requireParentSpan: true }),
      new UndiciInstrumentation({ startSpanHook: ({ origin }) => ({ ...leftOut, 'url.full': origin }) }),
    ],
  })
  // These modules were loaded earlier; requiring them again patches the shared instance.
  for (const module of ['http', 'pg']) createRequire(import.meta.url)(module)
  return () => provider.shutdown()
}
