import type { Database, Transaction } from '../database/database.ts'
import { runForRequest } from '../database/request-id.ts'
import {
  claimJobs,
  endJob,
  keepForLater,
  findNextDue,
  renewLease,
  type ClaimedJob,
  type JobPayload,
} from './job-row.ts'
import { createLane, type Lane } from './lane.ts'

type NewJob = {
  readonly kind: string
  readonly payload?: JobPayload
  readonly runAt?: Date
  /** While a job with this key waits, another is not added. */
  readonly uniqueKey?: string
}

/**
 * The handler of a kind of job. `transaction`: the work and the end of the job are one transaction, so it happens
 * exactly once, also after a kill. `run`: for effects outside the database (sending); it may happen again after a kill,
 * so it is idempotent by itself.
 */
type JobHandler =
  | { readonly transaction: (tx: Transaction, payload: JobPayload) => Promise<void> }
  | { readonly run: (payload: JobPayload) => Promise<void> }

/**
 * The most jobs of a lane at once. Kinds that wait for one provider share a lane, so that a provider that hangs
 * delays no other kind; `slow` is for sweeps, copies and proofs.
 */
const widths = { work: 2, slow: 1, sms: 8, email: 8, push: 8, payout: 4, social: 4 } as const
type LaneName = keyof typeof widths

/** An error with the time of the next attempt; such an attempt is not counted. */
type RetryLater = Error & { readonly retryAt: Date }

export type Jobs = {
  handle(kind: string, handler: JobHandler, lane?: LaneName): void
  /** A job that recurs after this many seconds, on one replica at a time. */
  every(kind: string, seconds: number, work: (tx: Transaction) => Promise<void>, lane?: LaneName): void
  /** In the business transaction: the job exists exactly when the change does. */
  enqueue(tx: Transaction, job: NewJob): Promise<void>
  start(): Promise<void>
  /** Waits `stopMs` at most; a job that still runs then is taken again when its lease is over, as after a kill. */
  stop(): Promise<void>
  /** Runs everything that is due now, one after the other; for tests. */
  runDue(): Promise<number>
}

const attemptsAllowed = 8
const stopMs = 3_000
const logAgainMs = 3_600_000

type Log = { error(details: object, message: string): void; warn(details: object, message: string): void }

/**
 * Runs jobs in lanes. With nothing to do a lane sleeps until the next job is due, and is woken by each that this
 * process adds; a job that another process added before it was killed is found within `longestMs`.
 */
export function createJobs(database: Database, now: () => Date, log: Log, longestMs = 5_000): Jobs {
  const worker: Worker = { database, now, log, handlers: new Map(), recurring: new Map() }
  const { handlers, recurring } = worker
  const lanes = lanesOf(worker, longestMs)

  const jobs: Jobs = {
    handle(kind, handler, lane = 'work') {
      if (handlers.has(kind)) throw new Error(`the job ${kind} has two handlers`)
      handlers.set(kind, { handler, lane })
    },
    every(kind, seconds, work, lane) {
      recurring.set(kind, seconds)
      const transaction = async (tx: Transaction): Promise<void> => {
        await work(tx)
        const runAt = new Date(now().getTime() + seconds * 1000)
        await jobs.enqueue(tx, { kind, uniqueKey: `every:${kind}`, runAt })
      }
      jobs.handle(kind, { transaction }, lane)
    },
    async enqueue(tx, { kind, payload = {}, runAt = now(), uniqueKey }) {
      await tx
        .insertInto('job')
        .values({ kind, payload: JSON.stringify(payload), run_at: runAt, unique_key: uniqueKey ?? null })
        .onConflict(conflict => conflict.column('unique_key').doNothing())
        .execute()
      database.afterCommit(() => lanes.wake(kind, runAt))
    },
    async start() {
      await database.transaction(async tx => {
        for (const kind of recurring.keys()) await jobs.enqueue(tx, { kind, uniqueKey: `every:${kind}` })
      })
      lanes.start()
    },
    stop: lanes.stop,
    async runDue() {
      for (let total = 0; ; total += 1) {
        const [job] = await claimJobs(database, [...handlers.keys()], recurring, now(), 1)
        if (!job) return total
        await execute(worker, job)
      }
    },
  }
  return jobs
}

type Worker = {
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
  readonly handlers: Map<string, { readonly handler: JobHandler; readonly lane: LaneName }>
  /** Kinds that are retried for ever, and the seconds between two runs. */
  readonly recurring: Map<string, number>
}

/** The lanes of the kinds that have a handler at the start. */
function lanesOf(worker: Worker, longestMs: number) {
  const { database, now, log, handlers, recurring } = worker
  const lanes = new Map<LaneName, Lane>()
  let logged = { problem: '', at: 0 }

  /** A database that takes no jobs fails in every lane every few seconds: one line, and one an hour while it lasts. */
  function logFailure(error: unknown, lane: LaneName): void {
    const problem = String(error)
    if (problem === logged.problem && performance.now() - logged.at < logAgainMs) return
    logged = { problem, at: performance.now() }
    log.error({ err: error, lane }, 'the job runner could not read or end its jobs')
  }

  function start(name: LaneName): void {
    const kinds = [...handlers].filter(([, { lane }]) => lane === name).map(([kind]) => kind)
    if (kinds.length === 0) return
    const lane = createLane({
      width: widths[name],
      longestMs,
      execute: job => execute(worker, job),
      async claim(most) {
        const claimed = await claimJobs(database, kinds, recurring, now(), most)
        logged.problem = ''
        return claimed
      },
      async rest() {
        const due = await findNextDue(database, kinds)
        return due === null ? longestMs : due.getTime() - now().getTime()
      },
      failed: error => logFailure(error, name),
    })
    lanes.set(name, lane)
    lane.wakeIn(0)
  }

  return {
    start(): void {
      for (const name of Object.keys(widths) as LaneName[]) start(name)
    },
    wake(kind: string, runAt: Date): void {
      const lane = handlers.get(kind)?.lane
      if (lane) lanes.get(lane)?.wakeIn(runAt.getTime() - now().getTime())
    },
    async stop(): Promise<void> {
      const stopping = [...lanes.values()].map(lane => lane.stop())
      lanes.clear()
      const { promise: late, resolve } = Promise.withResolvers<'late'>()
      const timer = setTimeout(resolve, stopMs, 'late')
      const ended = await Promise.race([Promise.all(stopping), late])
      clearTimeout(timer)
      if (ended === 'late') log.warn({ ms: stopMs }, 'jobs were still running at the stop; they run again later')
    },
  }
}

/** Runs a job to its end, or keeps it for later. */
async function execute({ database, now, log, handlers, recurring }: Worker, job: ClaimedJob): Promise<void> {
  const found = handlers.get(job.kind)
  if (!found) return
  try {
    await runForRequest(job.request_id, () => run(database, found.handler, job, now))
  } catch (error) {
    const retryAt = (error as Partial<RetryLater> | null)?.retryAt
    if (retryAt instanceof Date) return keepForLater(database, job, { error, runAt: retryAt })
    log.error({ err: error, kind: job.kind, attempt: job.attempts }, 'a job failed')
    const isOver = job.attempts >= attemptsAllowed && !recurring.has(job.kind)
    await keepForLater(database, job, { error, at: now(), isOver })
  }
}

/** Half of the lease, so that a job that runs longer stays this holder's. */
const renewEveryMs = 20_000

async function run(database: Database, handler: JobHandler, job: ClaimedJob, now: () => Date): Promise<void> {
  if ('run' in handler) {
    // A renewal that fails is tried again; without any the job runs twice, as after a kill.
    const timer = setInterval(() => void renewLease(database, job, now()).catch(() => undefined), renewEveryMs)
    await handler.run(job.payload).finally(() => clearInterval(timer))
  }
  await database.transaction(async tx => {
    const isMine = await endJob(tx, job)
    if ('transaction' in handler && isMine) await handler.transaction(tx, job.payload)
  })
}
