import { PGlite, parse, protocol } from '@electric-sql/pglite'
import { bigintType, dateType, readBigint, readDate, type Engine, type Connection } from './engine.ts'
import { createStatementNames } from './statement.ts'

const tooManyConnections = '53300'

export type EmbeddedOptions = {
  /** A folder; none: in memory. */
  readonly folder?: string
  /** A dump to begin with. */
  readonly archive?: Blob
  /** Longest wait of a caller for its turn, in ms; the same as for a connection of PostgreSQL's pool. */
  readonly waitMs?: number
}

/**
 * Its memory never shrinks: PostgreSQL's own 128 MB of buffers would let it grow by another 60 MB, to keep a copy of what
 * the operating system has in its cache.
 */
const buffers = ['-c', 'shared_buffers=32MB']

/**
 * PostgreSQL compiled to WebAssembly, in this process. It is one session, so one lane at a time: callers wait in turn.
 * PGlite starts it with fsync off and has none to give: the operating system has an acknowledged transaction, the disk
 * may not. A killed process loses nothing, a power cut may.
 */
export async function createEmbeddedEngine({ folder, archive, waitMs = 10_000 }: EmbeddedOptions): Promise<Engine> {
  const database = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    ...(archive ? { loadDataDir: archive } : {}),
    startParams: [...PGlite.defaultStartParams, ...buffers],
    parsers: { [bigintType]: readBigint, [dateType]: readDate },
  })
  const ask = askerOf(database)
  let last: Promise<void> = Promise.resolve()
  async function acquire(): Promise<Connection> {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    if (await isWithin(before, waitMs)) return laneOf(database, ask, resolve)
    // A caller that gave up passes its turn on at once. faults.md J22: waiting people get an answer before they give up
    // themselves.
    void before.then(resolve)
    throw Object.assign(new Error(`the embedded database was busy for ${waitMs} ms`), {
      code: tooManyConnections,
    })
  }
  return {
    name: 'embedded',
    acquire,
    async listen({ channels, heard }) {
      const lane = await acquire()
      try {
        for (const channel of channels) await database.listen(channel, payload => heard(channel, payload))
      } finally {
        lane.release()
      }
      // The one process that hears is the one that closes the database.
      return async () => undefined
    },
    async dump() {
      return new Uint8Array(await (await database.dumpDataDir('gzip')).arrayBuffer())
    },
    async close() {
      await last
      await database.close()
    },
  }
}

async function isWithin(waiting: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>(done => {
    timer = setTimeout(done, ms, false)
  })
  return Promise.race([waiting.then(() => true), late]).finally(() => clearTimeout(timer))
}

function laneOf(database: PGlite, ask: Connection['query'], release: () => void): Connection {
  return {
    query: ask,
    async exec(sql) {
      await database.exec(sql)
    },
    release,
  }
}

const { serialize } = protocol

/**
 * One query is one entry into the database (PGlite's own `query` makes six): prepared where it was asked before, then
 * bound, described, run and ended in a single message of PostgreSQL's protocol.
 */
function askerOf(database: PGlite): Connection['query'] {
  const nameOf = createStatementNames()
  const typesOf = new Map<string, readonly number[]>()
  const send = async (...messages: readonly Uint8Array[]) =>
    database.runExclusive(async () => (await database.execProtocol(Buffer.concat(messages))).messages)

  /** A text without a name is parsed each time; the types that its values have are needed to write them. */
  async function prepare(text: string, name: string | undefined): Promise<readonly number[]> {
    const known = name === undefined ? undefined : typesOf.get(name)
    if (known) return known
    const which = name === undefined ? {} : { name }
    const messages = await send(
      serialize.parse({ ...which, text }),
      serialize.describe({ type: 'S', ...which }),
      serialize.sync(),
    )
    const types = parse.parseDescribeStatementResults(messages)
    if (name !== undefined) typesOf.set(name, types)
    return types
  }

  return async (text, parameters) => {
    const name = nameOf(text)
    const types = await prepare(text, name)
    const values = parameters.map((value, index) => textOf(database, types[index] ?? 0, value))
    const messages = await send(
      serialize.bind({ ...(name === undefined ? {} : { statement: name }), values }),
      serialize.describe({ type: 'P' }),
      serialize.execute(),
      serialize.sync(),
    )
    const [result] = parse.parseResults(messages, database.parsers)
    return {
      rows: result?.rows ?? [],
      affected: result?.affectedRows === undefined ? undefined : BigInt(result.affectedRows),
    }
  }
}

function textOf(database: PGlite, type: number, value: unknown): string | null {
  if (value === null || value === undefined) return null
  return database.serializers[type]?.(value) ?? String(value)
}
