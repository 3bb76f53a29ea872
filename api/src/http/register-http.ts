import type { FastifyInstance } from 'fastify'
import { BlockList, isIP } from 'node:net'
import { readDatabaseState } from '../database/read-database-state.ts'
import type { HttpDependencies } from './http-dependencies.ts'
import { createTraffic } from './traffic.ts'

/** Address of the pages' policy reports; the gateway's header names it (`report-uri`). */
export const policyReportPath = '/app/health/csp'
const bodyLimit = 16 * 1024
/** Of the whole service: a broken extension on a thousand phones is one finding. Source: bad-inputs.md 4.8. */
const pace = { perSecond: 10, burst: 10 }

/** Calls of the service itself: health of the service, and reports of pages. */
export function registerHttp(app: FastifyInstance, dependencies: HttpDependencies): void {
  serveHealth(app, dependencies)
  servePolicyReports(app, dependencies)
}

/** An addition to the calls: answers 204 whatever was reported, and writes a line of it to the log. */
function servePolicyReports(app: FastifyInstance, { now, log }: HttpDependencies): void {
  const sample = createTraffic(now, pace)
  // In a separate scope: no other call reads these types.
  void app.register(async scope => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit },
      scope.getDefaultJsonParser('error', 'error'),
    )
    scope.post(policyReportPath, { bodyLimit }, async ({ body }, reply) => {
      for (const report of reportsOf(body)) if (sample.take('all') === 0) log.warn(report, 'a page violated its policy')
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

/** So many people behind one private address in the newest sessions: a proxy hides where people are. */
const crowd = 20
const newestSessions = 200
/** The time for which a result is reused. */
const lookMs = 60_000

/**
 * `/healthz`: the process answers. `/readyz`: the database answers too, and it is not about to stop; `read-only` while
 * the database takes no writes; `clock` where it differs from the database's; `warning` where a proxy seems to hide the
 * addresses of people.
 */
function serveHealth(app: FastifyInstance, dependencies: HttpDependencies): void {
  const { database, now, log } = dependencies
  let [isStopping, clock]: [boolean, string | undefined] = [false, undefined]
  const warning = addressWarning(dependencies)
  app.addHook('preClose', async () => void (isStopping = true))
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      if (isStopping) throw new Error('it is about to stop')
      const { isReadOnly, aheadMs } = await readDatabaseState(database.read, now)
      const known = clock
      clock = describeClock(aheadMs)
      if (clock !== undefined && known === undefined) log.warn({ clock }, 'the clock is wrong: does NTP run?')
      // Not 503: every replica has the same database, and reads go on.
      return { status: isReadOnly ? 'read-only' : 'ok', database: database.engine.name, clock, ...(await warning()) }
    } catch {
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
}

/** Replicas whose clocks differ by more call each other's codes expired. */
const clockMs = 2_000

function describeClock(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) <= clockMs) return undefined
  return `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database`
}

/** Checked where limits on addresses are strict: one address for all people would lock them out. */
function addressWarning({ config, database, now, log }: HttpDependencies): () => Promise<{ warning?: string }> {
  let [lookedAt, found]: [number, { warning?: string }] = [0, {}]
  return async () => {
    if (config.addressLimitFactor > 1 || Math.abs(now().getTime() - lookedAt) < lookMs) return found
    lookedAt = now().getTime()
    const newest = database.read.selectFrom('session').select(['ip', 'user_id']).orderBy('id', 'desc')
    const crowds = await database.read
      .selectFrom(newest.limit(newestSessions).as('newest'))
      .select('ip')
      .groupBy('ip')
      .having(of => of.fn.count('user_id').distinct(), '>=', crowd)
      .execute()
    const shared = crowds.find(({ ip }) => isPrivate(ip))
    const before = found.warning
    found = shared ? { warning: `Many people sign in from ${shared.ip}: is TRUSTED_PROXIES missing?` } : {}
    if (found.warning !== undefined && found.warning !== before) log.warn(found.warning)
    return found
  }
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addAddress('::1', 'ipv6')

function isPrivate(ip: string): boolean {
  const family = isIP(ip)
  return family !== 0 && privateNetworks.check(ip, family === 4 ? 'ipv4' : 'ipv6')
}
