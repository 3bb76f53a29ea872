import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { switchOn, nextTraceId } from './traced.ts'

/**
 * Sends traces by OpenTelemetry where its standard variable names a collector; without one nothing of it is loaded. The
 * exporter reads its other variables (`OTEL_EXPORTER_OTLP_HEADERS`) itself.
 *
 * @returns sends what waits, and ends
 */
export async function startTracing(tracing: Config['tracing'], log: FastifyBaseLogger): Promise<() => Promise<void>> {
  if (!tracing) return async () => undefined
  const [
    { context, diag, DiagLogLevel, propagation, trace },
    { W3CTraceContextPropagator },
    sdk,
    hooks,
    resources,
    otlp,
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const random = new sdk.RandomIdGenerator()
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': tracing.service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(tracing.share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new otlp.OTLPTraceExporter({ url: `${tracing.endpoint.replace(/\/+$/, '')}/v1/traces` }),
      }),
    ],
    idGenerator: {
      generateTraceId: () => nextTraceId() ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
  })
  const warn = (message: string) => log.warn({ reason: message }, 'OpenTelemetry')
  const quiet = () => undefined
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN)
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  switchOn()
  return () => provider.shutdown()
}
