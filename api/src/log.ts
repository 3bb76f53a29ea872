import type { FastifyBaseLogger } from 'fastify'
import { pino, stdTimeFunctions } from 'pino'
import type { Config } from './config.ts'

/**
 * One JSON line per event on stderr. Only named facts are written: never a body, a header or a query, so that no
 * password, code or token can be in it.
 */
export function createLog(
  level: Config['logLevel'],
  write: (line: string) => void = line => void process.stderr.write(line),
): FastifyBaseLogger {
  const formatters = { level: (name: string) => ({ level: name }), log: pickNamedFacts }
  return pino({ level, base: null, messageKey: 'message', timestamp: stdTimeFunctions.isoTime, formatters }, { write })
}

function pickNamedFacts(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) => {
      if (value instanceof Error) return [[name, toErrorFields(value)]]
      return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value]] : []
    }),
  )
}

function toErrorFields({ name, message, stack, ...error }: Error & { code?: unknown }): object {
  return { name, message, code: error.code, stack }
}
