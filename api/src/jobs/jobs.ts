import type { Database, Transaction } from '../database/database.ts'
import { claimJobs, nextDue, endJob, keepForLater, renewLease, type ClaimedJob, type JobPayload } from './job-row.ts'

type NewJob = {
  readonly kind: string
  readonly payload?: JobPayload
  readonly runAt?: Date
  /** While a job with this key waits, another is not added. */
  readonly uniqueKey?: string
}

/**
 * How a kind of job is done. `transaction`: the work and the end of the job are one transaction, so it happens exactly
 * once, whatever is killed.
 * `run`: for effects outside the database (sending); it may happen again after a kill, so it is idempotent by itself.
 */
type JobHandler =
  | { readonly transaction: (tx: Transaction, payload: JobPayload) => Promise<void> }
  | { readonly run: (payload: JobPayload) => Promise<void> }

export type Jobs = {
  handle(kind: string, handler: JobHandler): void
  /** A job of its own making that comes back every so many seconds, on one replica at a time. */
  every(kind: string, seconds: number, work: (tx: Transaction) => Promise<void>): void
  /** In the business transaction: the job exists exactly when the change does. */
  enqueue(tx: Transaction, job: NewJob): Promise<void>
  start(): Promise<void>
  /** Waits for what is running. */
  stop(): Promise<void>
  /** Runs everything that is due now, one after the other; for tests. */
  runDue(): Promise<number>
}

const attemptsAllowed = 8

type Log = { error(details: object, message: string): void }

/**
 * Runs jobs by turns: what is due, one after the other. With nothing to do it sleeps until the next is due, and is woken
 * by each that this process adds; what another one added before it was killed is found within `longestMs`.
 */
export function jobsOf(database: Database, now: () => Date, log: Log, longestMs = 5_000): Jobs {
  const handlers = new Map<string, JobHandler>()
  const recurring = new Map<string, number>()
  const turns = turnsOf(longestMs, { round, rest }, error =>
    log.error({ err: error }, 'the job runner could not read its jobs'),
  )

  const jobs: Jobs = {
    handle(kind, handler) {
      if (handlers.has(kind)) throw new Error(`the job ${kind} has two handlers`)
      handlers.set(kind, handler)
    },
    every(kind, seconds, work) {
      recurring.set(kind, seconds)
      jobs.handle(kind, {
        async transaction(tx) {
          await work(tx)
          await jobs.enqueue(tx, {
            kind,
            uniqueKey: `every:${kind}`,
            runAt: new Date(now().getTime() + seconds * 1000),
          })
        },
      })
    },
    async enqueue(tx, { kind, payload = {}, runAt = now(), uniqueKey }) {
      await tx
        .insertInto('job')
        .values({ kind, payload: JSON.stringify(payload), run_at: runAt, unique_key: uniqueKey ?? null })
        .onConflict(conflict => conflict.column('unique_key').doNothing())
        .execute()
      database.afterCommit(() => turns.wakeIn(runAt.getTime() - now().getTime()))
    },
    async start() {
      await database.transaction(async tx => {
        for (const kind of recurring.keys()) await jobs.enqueue(tx, { kind, uniqueKey: `every:${kind}` })
      })
      turns.start()
    },
    stop: turns.stop,
    async runDue() {
      let total = 0
      for (let done = await round(); done > 0; done = await round()) total += done
      return total
    },
  }
  return jobs

  async function round(): Promise<number> {
    const claimed = await claimJobs(database, [...handlers.keys()], now())
    for (const job of claimed) await execute({ database, now, log, handlers, recurring }, job)
    return claimed.length
  }

  /** Milliseconds until there may be something to do. */
  async function rest(): Promise<number> {
    const due = await nextDue(database, [...handlers.keys()])
    return due === null ? longestMs : due.getTime() - now().getTime()
  }
}

type Worker = {
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
  readonly handlers: ReadonlyMap<string, JobHandler>
  /** Kinds that are never given up. */
  readonly recurring: ReadonlyMap<string, number>
}

async function execute({ database, now, log, handlers, recurring }: Worker, job: ClaimedJob): Promise<void> {
  const handler = handlers.get(job.kind)
  if (!handler) return
  try {
    await run(database, handler, job, now())
  } catch (error) {
    log.error({ err: error, kind: job.kind, attempt: job.attempts }, 'a job failed')
    const isOver = job.attempts >= attemptsAllowed && !recurring.has(job.kind)
    await keepForLater(database, job, { error, at: now(), isOver })
  }
}

async function run(database: Database, handler: JobHandler, job: ClaimedJob, at: Date): Promise<void> {
  // Those before it in the round may have taken longer than its lease: then another replica has it.
  if ('run' in handler) {
    if (!(await renewLease(database, job, at))) return
    await handler.run(job.payload)
  }
  await database.transaction(async tx => {
    const isMine = await endJob(tx, job)
    if ('transaction' in handler && isMine) await handler.transaction(tx, job.payload)
  })
}

type Turn = { round(): Promise<number>; rest(): Promise<number> }

/** Calls `round` again and again: at once while there was something to do, else after `rest`, or when it is woken. */
function turnsOf(longestMs: number, { round, rest }: Turn, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let [isStopped, wakesAt] = [true, Number.POSITIVE_INFINITY]

  function wakeIn(ms: number): void {
    const at = performance.now() + Math.min(Math.max(ms, 0), longestMs)
    if (isStopped || at >= wakesAt) return
    wakesAt = at
    clearTimeout(timer)
    timer = setTimeout(turn, Math.ceil(at - performance.now()))
  }
  /** One at a time: what is added while it runs is due in the next. */
  function turn(): void {
    running = running.then(() => (isStopped ? undefined : takeTurn()))
  }
  function takeTurn(): Promise<void> {
    wakesAt = Number.POSITIVE_INFINITY
    return round()
      .then(done => (done > 0 ? 0 : rest()))
      .catch(error => (onError(error), longestMs))
      .then(wakeIn)
  }
  return {
    wakeIn,
    start() {
      isStopped = false
      running = takeTurn()
    },
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
