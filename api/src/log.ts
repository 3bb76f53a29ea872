import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'

const levels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/**
 * One JSON line per event on stderr. Only named facts are written: never a body, a header or a query, so that no
 * password, code or token can be in it.
 */
export function logTo(
  level: Config['logLevel'],
  write: (line: string) => void = line => void process.stderr.write(`${line}\n`),
  fixed: object = {},
): FastifyBaseLogger {
  const at =
    (name: (typeof levels)[number]) =>
    (first: unknown, second?: unknown): void => {
      if (levels.indexOf(name) > levels.indexOf(level)) return
      const details = typeof first === 'object' && first !== null ? detailsOf(first) : {}
      const message = typeof first === 'string' ? first : String(second ?? '')
      write(JSON.stringify({ time: new Date().toISOString(), level: name, message, ...fixed, ...details }))
    }
  return {
    level,
    fatal: at('fatal'),
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    trace: at('trace'),
    silent: () => undefined,
    child: (bindings: object) => logTo(level, write, { ...fixed, ...detailsOf(bindings) }),
  } as FastifyBaseLogger
}

function detailsOf(details: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(details)) {
    if (value instanceof Error)
      kept[name] = {
        name: value.name,
        message: value.message,
        code: (value as { code?: unknown }).code,
        stack: value.stack,
      }
    else if (['string', 'number', 'boolean'].includes(typeof value)) kept[name] = value
  }
  return kept
}
