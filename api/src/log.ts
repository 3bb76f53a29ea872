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
): FastifyBaseLogger {
  return new Lines(level, write, [])
}

/** Each request has a child, and few log anything: making one costs next to nothing. */
class Lines implements FastifyBaseLogger {
  readonly level: Config['logLevel']
  readonly #write: (line: string) => void
  readonly #fixed: readonly object[]

  constructor(level: Config['logLevel'], write: (line: string) => void, fixed: readonly object[]) {
    this.level = level
    this.#write = write
    this.#fixed = fixed
  }

  fatal(first: unknown, second?: unknown): void {
    this.#say('fatal', first, second)
  }
  error(first: unknown, second?: unknown): void {
    this.#say('error', first, second)
  }
  warn(first: unknown, second?: unknown): void {
    this.#say('warn', first, second)
  }
  info(first: unknown, second?: unknown): void {
    this.#say('info', first, second)
  }
  debug(first: unknown, second?: unknown): void {
    this.#say('debug', first, second)
  }
  trace(first: unknown, second?: unknown): void {
    this.#say('trace', first, second)
  }
  silent(): void {}

  child(bindings: object): Lines {
    return new Lines(this.level, this.#write, [...this.#fixed, bindings])
  }

  #say(name: (typeof levels)[number], first: unknown, second: unknown): void {
    if (levels.indexOf(name) > levels.indexOf(this.level)) return
    const details = typeof first === 'object' && first !== null ? detailsOf(first) : {}
    const message = typeof first === 'string' ? first : String(second ?? '')
    const fixed = Object.assign({}, ...this.#fixed.map(detailsOf)) as object
    this.#write(JSON.stringify({ time: new Date().toISOString(), level: name, message, ...fixed, ...details }))
  }
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
