import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { inboxStream, reviewStatuses, type ServiceState } from '@adcoin/contract'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FastifyReply } from 'fastify'
import type { Services, Register } from '../services.ts'
import { registerForOperators } from '../operators/for-operators.ts'
import { serveCounts } from '../health/serve-counts.ts'
import { readDatabaseState } from '../database/read-database-state.ts'
import { readReleaseSeries } from '../health/release-series.ts'
import { areWithdrawalsPaused } from '../wallet/pause.ts'

/** One registry per process: each application would add its own observers. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })
// Gauges whose names say that they are counters.
for (const name of ['handles', 'requests', 'resources']) ofProcess.removeSingleMetric(`nodejs_active_${name}_total`)

const minuteMs = 60_000
/** Minutes that `state` covers. */
const minutesBack = 5
/** Longest wait of Prometheus for the database: away or silent, it must not hide what the process itself measures. */
const databaseMs = 1_500

type ServiceMetrics = {
  /** @param seconds  undefined for streams: their duration is no latency */
  answered(method: string, route: string, status: number, seconds: number | undefined): void
  /** Requests, errors and event loop delay of the last five minutes. */
  state(): ServiceState
  /** Text for Prometheus. */
  read(): Promise<string>
  stop(): void
}

/** `/operators/metrics`, and what operators' programs read of the service and of releases. */
export const registerMetrics: Register = (app, services) => {
  const metrics = createServiceMetrics(services)
  const releaseSeries = withinTime(() => readReleaseSeries(services))
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const seconds = route === inboxStream.path ? undefined : reply.elapsedTime / 1000
    metrics.answered(request.method, route, reply.statusCode, seconds)
    done()
  })
  app.addHook('onClose', async () => metrics.stop())
  registerForOperators(app, calls => {
    serveCounts(calls, services, metrics.state)
    // For the release command: no release goes live whose calls this service lacks.
    calls.get('/calls', async () => [
      ...app.servedCalls.map(({ method, path }) => `${method} ${path}`),
      `GET ${inboxStream.path}`,
    ])
    calls.get('/metrics', async (_request, reply: FastifyReply) =>
      reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .send((await Promise.all([metrics.read(), releaseSeries()])).join('\n')),
    )
  })
}

/** Metrics of this service: requests, latency, event loop, and the queues of jobs and operators. */
function createServiceMetrics({ database, now }: Pick<Services, 'database' | 'now'>): ServiceMetrics {
  const register = new Registry()
  const latency = new Histogram({
    name: 'adcoin_http_request_duration_seconds',
    help: 'Time to the end of the answer, without streams.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [register],
  })
  gaugeOfWaiting(register, () => waitingNow(database, now()))
  gaugesOfTrouble(register, database, now)
  const recent = recentMinutes(now)
  return {
    answered(method, route, status, seconds) {
      recent.count(status)
      if (seconds !== undefined) latency.observe({ method, route, status }, seconds)
    },
    state: recent.state,
    read: () => Registry.merge([register, ofProcess]).metrics(),
    stop: recent.stop,
  }
}

/** Gauges read from the database: left out while it does not answer, as an old value would look like a new one. */
function gaugeOfWaiting(register: Registry, query: () => Promise<readonly Waiting[]>): void {
  // Prometheus reads both gauges in parallel: each waits for the same query.
  const read = withinTime(query)
  const options = { labelNames: ['what', 'kind'], registers: [register] }
  new Gauge({
    ...options,
    name: 'adcoin_waiting',
    help: 'What waits: due and failed jobs by kind, withdrawals by status, proofs for a review.',
    async collect() {
      const rows = (await read()) ?? []
      this.reset()
      for (const { what, kind, count } of rows) this.set({ what, kind }, count)
    },
  })
  new Gauge({
    ...options,
    name: 'adcoin_waiting_oldest_seconds',
    help: 'For how long the oldest of adcoin_waiting has waited.',
    async collect() {
      const rows = (await read()) ?? []
      this.reset()
      for (const { what, kind, age } of rows) this.set({ what, kind }, age)
    },
  })
}

function gaugesOfTrouble(register: Registry, { read }: Services['database'], now: () => Date): void {
  const registers = [register]
  const state = withinTime(() => readDatabaseState(read, now))
  const isPaused = withinTime(() => areWithdrawalsPaused(read))
  const setOrRemove = (gauge: Gauge, value: number | undefined) =>
    value === undefined ? gauge.remove() : gauge.set(value)
  new Gauge({
    name: 'adcoin_database_up',
    help: `1 while the database answers within ${databaseMs / 1000} seconds; at 0 the metrics read from it are left out.`,
    registers,
    async collect() {
      this.set(Number((await state()) !== undefined))
    },
  })
  new Gauge({
    name: 'adcoin_clock_ahead_seconds',
    help: "How far this service's clock is ahead of its database's.",
    registers,
    async collect() {
      const aheadMs = (await state())?.aheadMs
      setOrRemove(this, aheadMs && aheadMs / 1000)
    },
  })
  new Gauge({
    name: 'adcoin_withdrawals_paused',
    help: '1 while withdrawals are paused, by a failed check of the ledger or a person.',
    registers,
    async collect() {
      const paused = await isPaused()
      setOrRemove(this, paused === undefined ? undefined : Number(paused))
    },
  })
}

/**
 * Reads from the database, one query at a time: whoever asks meanwhile gets the result of the running one, so a silent
 * database holds one connection for each. @returns undefined where it failed, or was not there in time
 */
function withinTime<Result>(query: () => Promise<Result>): () => Promise<Result | undefined> {
  let running: Promise<Result | undefined> | undefined
  return async () => {
    running ??= query()
      .catch(() => undefined)
      .finally(() => (running = undefined))
    const late = new AbortController()
    const timeout = setTimeout(databaseMs, undefined, { signal: late.signal }).catch(() => undefined)
    return Promise.race([running, timeout]).finally(() => late.abort())
  }
}

/** Counts requests, errors and event loop delay per minute. */
function recentMinutes(now: () => Date) {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  let minutes: readonly Minute[] = []
  /** The current minute. The previous one keeps its measured delay. */
  function minute(): Minute {
    const begin = Math.floor(now().getTime() / minuteMs) * minuteMs
    const last = minutes.at(-1)
    if (last?.begin === begin) return last
    if (last) last.loopMs = loop.percentile(99) / 1e6
    loop.reset()
    const next = { begin, requests: 0, errors: 0, loopMs: 0 }
    minutes = [...minutes.filter(each => each.begin > begin - minutesBack * minuteMs), next]
    return next
  }
  return {
    count(status: number): void {
      const running = minute()
      running.requests += 1
      if (status >= 500) running.errors += 1
    },
    state(): ServiceState {
      minute()
      const sum = (what: 'requests' | 'errors') => minutes.reduce((all, each) => all + each[what], 0)
      const delays = [...minutes.map(({ loopMs }) => loopMs), loop.percentile(99) / 1e6].filter(Number.isFinite)
      return {
        ...{ minutes: minutesBack, requests: sum('requests'), errors: sum('errors') },
        loopDelayMs: Math.round(Math.max(...delays)),
      }
    },
    stop: () => void loop.disable(),
  }
}

type Minute = { readonly begin: number; requests: number; errors: number; loopMs: number }
type Waiting = { readonly what: string; readonly kind: string; readonly count: number; readonly age: number }

async function waitingNow({ read }: Services['database'], at: Date): Promise<readonly Waiting[]> {
  const count = sql<number>`count(*)::int`.as('count')
  const ageOf = (since: ReturnType<typeof sql.ref>) =>
    sql<number>`greatest(0, extract(epoch from ${at}::timestamptz - min(${since})))::float8`.as('age')
  const jobs = read
    .selectFrom('job')
    .where('failed_at', 'is', null)
    .where('run_at', '<=', at)
    .groupBy('kind')
    .select([sql<string>`'job'`.as('what'), 'kind', count, ageOf(sql.ref('run_at'))])
  const failed = read
    .selectFrom('job')
    .where('failed_at', 'is not', null)
    .groupBy('kind')
    .select([sql<string>`'failed job'`.as('what'), 'kind', count, ageOf(sql.ref('failed_at'))])
  const withdrawals = read
    .selectFrom('withdrawal')
    .where('status', 'in', ['submitted', 'awaiting_approval'])
    .groupBy('status')
    .select([sql<string>`'withdrawal'`.as('what'), sql<string>`status`.as('kind'), count, ageOf(sql.ref('created_at'))])
  const proofs = read
    .selectFrom('assignment')
    .where('review_status', '=', reviewStatuses.pending)
    .select([sql<string>`'proof'`.as('what'), sql<string>`'review'`.as('kind'), count, ageOf(sql.ref('submitted_at'))])
    .having(sql<boolean>`count(*) > 0`)
  return (await Promise.all([jobs, failed, withdrawals, proofs].map(each => each.execute()))).flat()
}
