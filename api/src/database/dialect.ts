import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Engine, Connection } from './engine.ts'
import { readRequestId } from './request-id.ts'

/** The role of every transaction (migration 0001): it may read the ledger and call ledger_post. */
const applicationRole = 'adcoin_app'

/**
 * One Kysely dialect over both engines. A transaction begins with its role in the same round trip. `guard` is called
 * before a connection is taken, and throws where none may be.
 */
export function createDialect(engine: Engine, guard: () => void): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EngineDriver(engine, guard),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class EngineDriver implements Driver {
  readonly #engine: Engine
  readonly #guard: () => void

  constructor(engine: Engine, guard: () => void) {
    this.#engine = engine
    this.#guard = guard
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LaneConnection> {
    this.#guard()
    return new LaneConnection(await this.#engine.acquire())
  }

  async beginTransaction(connection: LaneConnection): Promise<void> {
    const id = readRequestId()
    const request = id === undefined ? '' : `; SET LOCAL adcoin.request = '${id}'`
    await connection.lane.exec(`BEGIN; SET LOCAL ROLE ${applicationRole}${request}`)
  }

  async commitTransaction(connection: LaneConnection): Promise<void> {
    await connection.lane.exec('COMMIT')
  }

  async rollbackTransaction(connection: LaneConnection): Promise<void> {
    await connection.lane.exec('ROLLBACK').catch(() => {
      connection.isBroken = true
    })
  }

  async releaseConnection(connection: LaneConnection): Promise<void> {
    connection.lane.release(connection.isBroken)
  }

  async destroy(): Promise<void> {
    await this.#engine.close()
  }
}

class LaneConnection implements DatabaseConnection {
  readonly lane: Connection
  /** A connection that could not roll back is thrown away, never given to the next caller. */
  isBroken = false

  constructor(lane: Connection) {
    this.lane = lane
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affected } = await this.lane.query(query.sql, query.parameters)
    return affected === undefined ? { rows: rows as Row[] } : { rows: rows as Row[], numAffectedRows: affected }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not supported: every query of this service is bounded')
  }
}
