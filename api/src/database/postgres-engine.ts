import pg from 'pg'
import { bigintType, type Connection, dateType, type Engine, type Hearing, readBigint, readDate } from './engine.ts'
import { createStatementNames } from './statement.ts'

const retryMs = { first: 250, longest: 10_000 }

/**
 * PostgreSQL through a pool. Every statement is bounded, so that one bad query cannot hold a connection for ever: by
 * the server, and here for a server that is silent.
 */
export function createPostgresEngine({
  url,
  connections = 10,
  statementTimeoutMs = 5_000,
  idleTransactionMs = 15_000,
  onLost = () => undefined,
}: PostgresOptions): Engine {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'adcoin-api',
    types: {
      getTypeParser: ((type: number, format: 'text' | 'binary') =>
        ownParser(type) ?? types.getTypeParser(type, format)) as typeof types.getTypeParser,
    },
  })
  const nameOf = createStatementNames()
  // An unhandled lost connection ends the process. The pool handles errors only of idle connections.
  pool.on('error', onLost)
  return {
    name: 'postgres',
    async acquire() {
      const client = await pool.connect()
      client.on('error', onLost)
      return laneOf(client, nameOf, statementTimeoutMs + silentAfterMs, isBroken => {
        client.off('error', onLost)
        client.release(isBroken === true)
      })
    },
    listen: hearing => listenOnPostgres(url, hearing, onLost),
    close: () => pool.end(),
  }
}

/**
 * A separate connection for NOTIFY. A lost one is opened again, and notifications meanwhile count as missed.
 */
async function listenOnPostgres(
  url: string,
  hearing: Hearing,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  let [client, timer, isOver]: [pg.Client | undefined, NodeJS.Timeout | undefined, boolean] = [
    undefined,
    undefined,
    false,
  ]

  async function open(): Promise<void> {
    const next = createListener(url)
    // A failure before it is connected rejects below.
    let isOpen = false
    const lost = (error?: Error): void => {
      if (!isOpen || isOver) return
      isOpen = false
      hearing.lost?.()
      if (error) onError(error)
      void next.end().catch(() => undefined)
      again(retryMs.first)
    }
    next.on('error', lost)
    next.on('end', () => lost())
    next.on('notification', ({ channel, payload = '' }) => hearing.heard(channel, payload))
    try {
      await next.connect()
      for (const channel of hearing.channels) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      void next.end().catch(() => undefined)
      throw error
    }
    isOpen = true
    client = next
  }

  function again(waitMs: number): void {
    timer = setTimeout(() => {
      open().then(hearing.missed, (error: Error) => {
        onError(error)
        if (!isOver) again(Math.min(waitMs * 2, retryMs.longest))
      })
    }, waitMs)
  }

  await open()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await client?.end().catch(() => undefined)
  }
}

/** Streams wait for it, so a server that takes the connection and is silent must fail, to be tried again. */
const createListener = (url: string) =>
  new pg.Client({
    connectionString: url,
    application_name: 'adcoin-api-listen',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })

const { Pool, types } = pg

export type PostgresOptions = {
  readonly url: string
  readonly connections?: number
  readonly statementTimeoutMs?: number
  /** Longest wait of a transaction for its service, so that a frozen one does not keep its locks. */
  readonly idleTransactionMs?: number
  readonly onLost?: (error: Error) => void
}

/** Time on top of the server's limit of a statement, until a silent server counts as lost. */
const silentAfterMs = 2_000

function ownParser(type: number): ((text: string) => unknown) | undefined {
  if (type === bigintType) return readBigint
  if (type === dateType) return readDate
  return undefined
}

function laneOf(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  limitMs: number,
  release: Connection['release'],
): Connection {
  let [waitMs, lost]: [number, unknown] = [limitMs, undefined]

  async function send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    // A lost connection is not asked again: its ROLLBACK would wait as long as the statement before.
    if (lost !== undefined) throw lost
    // This limit follows the server's: a caller that raised it waits for as long as the server works.
    if (/^SET (LOCAL )?statement_timeout\b/i.test(query.text)) waitMs = 0
    try {
      return await client.query({ ...query, ...(waitMs > 0 ? { query_timeout: waitMs } : {}) })
    } catch (error) {
      // Without the server's own error the state of the connection is unknown. The driver would use it again.
      if (!(error instanceof pg.DatabaseError)) lost = error
      throw error
    }
  }

  return {
    async query(sql, parameters) {
      const { rows, rowCount } = await send({ name: nameOf(sql), text: sql, values: [...parameters] })
      return { rows: rows as unknown[], affected: rowCount === null ? undefined : BigInt(rowCount) }
    },
    async exec(sql) {
      await send({ text: sql })
    },
    release: isBroken => release(isBroken === true || lost !== undefined),
  }
}
