import type { Database, Transaction } from '../database/database.ts'

export type JobPayload = Readonly<Record<string, unknown>>

export type NewJob = {
  readonly kind: string
  readonly payload?: JobPayload
  readonly runAt?: Date
  /** While a job with this key waits, another is not added. */
  readonly uniqueKey?: string
}

/**
 * How a kind of job is done. `transaction`: the work and the end of the job are one transaction, so it happens exactly once, whatever is killed.
 * `run`: for effects outside the database (sending); it may happen again after a kill, so it is idempotent by itself.
 */
export type JobHandler =
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

const leaseMs = 60_000
const attemptsAllowed = 8
const batch = 5

type Claimed = { id: bigint; kind: string; payload: JobPayload; attempts: number }
type Log = { error(details: object, message: string): void }

export function jobsOf(database: Database, now: () => Date, log: Log, pollMs = 500): Jobs {
  const handlers = new Map<string, JobHandler>()
  const recurring = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let stopped = true

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
    },
    async start() {
      stopped = false
      await database.transaction(async tx => {
        for (const kind of recurring.keys()) await jobs.enqueue(tx, { kind, uniqueKey: `every:${kind}` })
      })
      const turn = (): void => {
        if (stopped) return
        running = round()
          .then(
            done => done,
            error => (log.error({ err: error }, 'the job runner could not read its jobs'), 0),
          )
          .then(done => {
            if (!stopped) timer = setTimeout(turn, done > 0 ? 0 : pollMs)
          })
      }
      turn()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
    async runDue() {
      let total = 0
      for (let done = await round(); done > 0; done = await round()) total += done
      return total
    },
  }
  return jobs

  async function round(): Promise<number> {
    const claimed = await claim()
    for (const job of claimed) await execute(job)
    return claimed.length
  }

  /** Takes jobs that nobody holds; a killed holder's lease runs out. */
  async function claim(): Promise<Claimed[]> {
    const kinds = [...handlers.keys()]
    if (kinds.length === 0) return []
    return database.transaction(async tx => {
      const free = await tx
        .selectFrom('job')
        .select('id')
        .where('failed_at', 'is', null)
        .where('run_at', '<=', now())
        .where('kind', 'in', kinds)
        .where(expression =>
          expression.or([expression('locked_until', 'is', null), expression('locked_until', '<', now())]),
        )
        .orderBy('run_at')
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute()
      if (free.length === 0) return []
      return tx
        .updateTable('job')
        .set(change => ({ locked_until: new Date(now().getTime() + leaseMs), attempts: change('attempts', '+', 1) }))
        .where(
          'id',
          'in',
          free.map(row => row.id),
        )
        .returning(['id', 'kind', 'payload', 'attempts'])
        .execute()
    })
  }

  async function execute(job: Claimed): Promise<void> {
    const handler = handlers.get(job.kind)
    if (!handler) return
    try {
      // Those before it in the round may have taken longer than its lease: then another replica has it.
      if ('run' in handler) {
        if (!(await renew(job))) return
        await handler.run(job.payload)
      }
      await database.transaction(async tx => {
        const mine = await tx
          .deleteFrom('job')
          .where('id', '=', job.id)
          .where('attempts', '=', job.attempts)
          .executeTakeFirst()
        if ('transaction' in handler && mine.numDeletedRows === 1n) await handler.transaction(tx, job.payload)
      })
    } catch (error) {
      log.error({ err: error, kind: job.kind, attempt: job.attempts }, 'a job failed')
      await later(job, error)
    }
  }

  async function renew(job: Claimed): Promise<boolean> {
    const renewed = await database.transaction(async tx =>
      tx
        .updateTable('job')
        .set({ locked_until: new Date(now().getTime() + leaseMs) })
        .where('id', '=', job.id)
        .where('attempts', '=', job.attempts)
        .executeTakeFirst(),
    )
    return renewed.numUpdatedRows === 1n
  }

  async function later(job: Claimed, error: unknown): Promise<void> {
    const isOver = job.attempts >= attemptsAllowed && !recurring.has(job.kind)
    const waitMs = Math.min(5_000 * 2 ** Math.min(job.attempts - 1, 10), 3_600_000)
    await database.transaction(async tx =>
      tx
        .updateTable('job')
        .set({
          locked_until: null,
          run_at: new Date(now().getTime() + waitMs),
          last_error: String(error instanceof Error ? error.message : error).slice(0, 500),
          failed_at: isOver ? now() : null,
        })
        .where('id', '=', job.id)
        .where('attempts', '=', job.attempts)
        .execute(),
    )
  }
}
