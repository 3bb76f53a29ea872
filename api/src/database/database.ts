import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type KyselyPlugin, type Transaction as KyselyTransaction } from 'kysely'
import { createDialect } from './dialect.ts'
import type { Engine } from './engine.ts'
import type { DB } from './schema.ts'

/** A transaction; the only handle that writes. Functions of a module take it as their first argument. */
export type Transaction = KyselyTransaction<DB>
/** A reader or a transaction: what a query that only reads may take. */
export type Queries = Kysely<DB>

/** A statement that counts attempts (`statement.ts`); in a transaction it commits or rolls back with it. */
export type AttemptCounter<Row, Values extends readonly unknown[]> = (
  tx: Transaction,
  ...values: Values
) => Promise<readonly Row[]>

export type Database = {
  readonly engine: Engine
  /** Single reads outside a transaction. Refuses to write, and refuses to be used inside a transaction. */
  readonly read: Queries
  /**
   * Counts an attempt outside a transaction, or takes a count back: one statement that commits itself, in one round
   * trip instead of three.
   */
  countAttempt<Row, Values extends readonly unknown[]>(
    counter: AttemptCounter<Row, Values>,
    ...values: Values
  ): Promise<readonly Row[]>
  /**
   * One transaction as the application's role; serialization failures and deadlocks are retried (3 attempts). Never
   * await network, password hashing or files inside: on the embedded engine all other calls wait.
   *
   * @throws what the work throws: it rolls back, unless the error has `keep: true`, which commits what was written
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Inside a transaction: what to do once it is committed, and not at all where it is rolled back. Never throws. */
  afterCommit(work: () => void): void
  close(): Promise<void>
}

type AfterCommit = (() => void)[]

const tries = 3
const worthRetrying = new Set(['40001', '40P01'])

export function openDatabase(engine: Engine): Database {
  const inside = new AsyncLocalStorage<AfterCommit>()
  const root = new Kysely<DB>({
    dialect: createDialect(engine, () => {
      // PostgreSQL would run such a query silently outside the transaction, the embedded engine would hang for ever.
      if (inside.getStore())
        throw new Error("a query or a second transaction inside a transaction: use the transaction's own handle")
    }),
  })
  return {
    engine,
    read: root.withPlugin(readsOnly),
    countAttempt: (counter, ...values) => counter(root as Transaction, ...values),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const after: AfterCommit = []
          // Kysely rolls back on every error, so an error that keeps what was written passes the commit as a value.
          const result = await root.transaction().execute(tx => inside.run(after, () => work(tx).catch(passKept)))
          for (const each of after) each()
          if (result instanceof KeptError) throw result.error
          return result
        } catch (error) {
          if (attempt >= tries || !worthRetrying.has(readSqlState(error) ?? '')) throw error
          await new Promise(done => setTimeout(done, 5 + Math.random() * 20 * attempt))
        }
      }
    },
    afterCommit(work) {
      const after = inside.getStore()
      if (!after) throw new Error('afterCommit was called outside a transaction')
      after.push(work)
    },
    close: () => root.destroy(),
  }
}

class KeptError {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

function passKept(error: unknown): KeptError {
  if ((error as { keep?: unknown } | null)?.keep === true) return new KeptError(error)
  throw error
}

/** The five-letter SQLSTATE of a database error, the same on both engines. */
export function readSqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  // The name of a container that is gone.
  'EAI_AGAIN',
  'ENOTFOUND',
])

/** The database is away, full, too slow or read-only, not wrong: it could not be asked, or takes no writes now. */
export function isUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return (
    /^(08|53|57P|57014|25006|55000|28|3D000)/.test(readSqlState(error) ?? '') ||
    (typeof code === 'string' && unreachable.has(code)) ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/.test(
      error instanceof Error ? error.message : '',
    )
  )
}

/** For a write that no answer depends on: passes over a database that is read-only or full. @throws all other errors */
export function ignoreReadOnly(error: unknown): void {
  if (!['25006', '53100'].includes(readSqlState(error) ?? '')) throw error
}

/** The constraint that a database error names. */
export function readConstraint(error: unknown): string | undefined {
  const constraint = (error as { constraint?: unknown } | null)?.constraint
  return typeof constraint === 'string' ? constraint : undefined
}

export const uniqueViolation = '23505'
export const checkViolation = '23514'

const readsOnly: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind !== 'SelectQueryNode' && node.kind !== 'RawNode')
      throw new Error(`database.read cannot run a ${node.kind}: write in a transaction`)
    return node
  },
  transformResult: async ({ result }) => result,
}
