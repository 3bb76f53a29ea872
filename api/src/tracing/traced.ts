import type { IncomingHttpHeaders } from 'node:http'
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api'

const tracer = trace.getTracer('adcoin')
const running = { isOn: false, traceId: undefined as string | undefined }

/** Called once by `start-tracing.ts`; before it, `traced` only runs the work. */
export function switchOn(): void {
  running.isOn = true
}

/** The id for the next trace that begins: the request's own, where it has the form of one. */
export function nextTraceId(): string | undefined {
  return running.traceId
}

/**
 * Runs work as a span of the running trace. Names and attributes come from the program text, never from a person; of an
 * error only its class.
 */
export function traced<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  return running.isOn ? spanOf(name, SpanKind.INTERNAL, attributes, context.active(), work) : work()
}

/**
 * Runs the answer to a request as the first span of its trace. The trace goes on from `traceparent` where the request
 * has one; else its id is the request id, which every error shows and every log line names.
 */
export function tracedRequest<Result>(
  name: string,
  { id, headers }: { id: string; headers: IncomingHttpHeaders },
  work: () => Promise<Result>,
): Promise<Result> {
  if (!running.isOn) return work()
  const hex = id.replaceAll('-', '')
  running.traceId = /^(?!0{32})[0-9a-f]{32}$/.test(hex) ? hex : undefined
  try {
    const parent = propagation.extract(ROOT_CONTEXT, headers)
    return spanOf(name, SpanKind.SERVER, { 'adcoin.request_id': id }, parent, work)
  } finally {
    running.traceId = undefined
  }
}

/** `traceparent` for a request to a provider; empty while tracing is off. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  if (running.isOn) propagation.inject(context.active(), headers)
  return headers
}

function spanOf<Result>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  parent: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async span => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
      throw error
    } finally {
      span.end()
    }
  })
}
