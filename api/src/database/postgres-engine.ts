import pg from 'pg'
import { bigintType, dateType, readBigint, readDate, type Engine, type Connection } from './engine.ts'
import { listenOnPostgres } from './postgres-listener.ts'
import { statementNames } from './statement-names.ts'

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
