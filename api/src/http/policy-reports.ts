import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Frame } from './frame.ts'
import { trafficOf } from './traffic.ts'
import { parseStrictJson } from './strict-json.ts'

/** Address of the pages' policy reports; the gateway's header names it (`report-uri`). */
export const policyReportPath = '/app/health/csp'
const bodyLimit = 16 * 1024
/** Of the whole service: a broken extension on a thousand phones is one finding. Source: bad-inputs.md 162. */
const pace = { perSecond: 10, burst: 10 }

/** An addition to the calls: answers 204 whatever was reported, and writes a line of it to the log. */
export function servePolicyReports(app: FastifyInstance, { now, log }: Frame): void {
  const sample = trafficOf(now, pace)
  // In a scope of its own: no other call reads these types.
  void app.register(async scope => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'buffer', bodyLimit },
      async (_request: FastifyRequest, body: Buffer) => parseStrictJson(body.toString('utf8')),
    )
    scope.post(policyReportPath, { bodyLimit }, async ({ body }, reply) => {
      for (const report of reportsOf(body)) if (sample.take('all') === 0) log.warn(report, 'a page broke its policy')
      return reply.status(204).send()
    })
  })
}

/**
 * Both forms that browsers send; of each only the directive, and origin and path of what broke it and where: never a
 * query.
 */
function reportsOf(body: unknown): { directive: string; blocked: string; page: string }[] {
  const bodies: unknown[] = Array.isArray(body)
    ? body.map(report => partOf(report, 'body'))
    : [partOf(body, 'csp-report')]
  return bodies
    .map(report => ({
      directive: wordOf(
        partOf(report, 'effective-directive') ??
          partOf(report, 'effectiveDirective') ??
          partOf(report, 'violated-directive'),
      ),
      blocked: placeOf(partOf(report, 'blocked-uri') ?? partOf(report, 'blockedURL')),
      page: placeOf(partOf(report, 'document-uri') ?? partOf(report, 'documentURL')),
    }))
    .filter(report => report.directive !== '')
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function wordOf(value: unknown): string {
  return typeof value === 'string' && /^[a-z-]{1,40}( |$)/.test(value) ? (value.split(' ')[0] ?? '') : ''
}

function placeOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const url = URL.parse(value)
  return url?.protocol.startsWith('http') ? `${url.origin}${url.pathname}`.slice(0, 200) : wordOf(value)
}
