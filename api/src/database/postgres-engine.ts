import pg from 'pg'
import { bigintType, type Connection, dateType, type Engine, type Hearing, readBigint, readDate } from './engine.ts'
import { statementNames } from './statement.ts'

const retryMs = { first: 250, longest: 10_000 }

/**
 * A connection of its own for NOTIFY. A lost one is opened again, and notifications of the meantime count as missed.
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
    const next = new pg.Client({ connectionString: url, application_name: 'adcoin-api-listen', keepAlive: true })
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
    await next.connect()
    for (const channel of hearing.channels) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
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

const { Pool, types } = pg

export type PostgresOptions = {
  readonly url: string
  readonly connections?: number
  readonly statementTimeoutMs?: number
  /** Longest wait of a transaction for its service, so that a frozen one does not keep its locks. */
  readonly idleTransactionMs?: number
  readonly onLost?: (error: Error) => void
}

/** PostgreSQL through a pool. Every statement is bounded, so that one bad query cannot hold a connection for ever. */
export function postgresEngine({
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
    connectionTimeoutMillis: 10_000,
    application_name: 'adcoin-api',
    types: {
      getTypeParser: ((type: number, format: 'text' | 'binary') =>
        ownParser(type) ?? types.getTypeParser(type, format)) as typeof types.getTypeParser,
    },
  })
  const nameOf = statementNames()
  // An unhandled lost connection ends the process. The pool handles errors only of idle connections.
  pool.on('error', onLost)
  return {
    name: 'postgres',
    async acquire() {
      const client = await pool.connect()
      client.on('error', onLost)
      return laneOf(client, nameOf, isBroken => {
        client.off('error', onLost)
        client.release(isBroken === true)
      })
    },
    listen: hearing => listenOnPostgres(url, hearing, onLost),
    close: () => pool.end(),
  }
}

function ownParser(type: number): ((text: string) => unknown) | undefined {
  if (type === bigintType) return readBigint
  if (type === dateType) return readDate
  return undefined
}

function laneOf(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  release: Connection['release'],
): Connection {
  return {
    async query(sql, parameters) {
      const { rows, rowCount } = await client.query({ name: nameOf(sql), text: sql, values: [...parameters] })
      return { rows: rows as unknown[], affected: rowCount === null ? undefined : BigInt(rowCount) }
    },
    async exec(sql) {
      await client.query(sql)
    },
    release,
  }
}
