import { PGlite } from '@electric-sql/pglite'
import { bigintType, dateType, readBigint, readDate, type Engine, type Lane } from './engine.ts'

const tooManyConnections = '53300'

export type EmbeddedOptions = {
  /** A folder; none: in memory. */
  readonly folder?: string
  /** A dump to begin with. */
  readonly archive?: Blob
  /** How long a caller waits for its turn; the same as for a connection of PostgreSQL's pool. */
  readonly waitMs?: number
}

/**
 * PostgreSQL compiled to WebAssembly, in this process. It is one session, so one lane at a time: callers wait in turn.
 * relaxedDurability stays off: an acknowledged transaction is on disk as far as the file system tells.
 */
export async function embeddedEngine({ folder, archive, waitMs = 10_000 }: EmbeddedOptions): Promise<Engine> {
  const database = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    ...(archive ? { loadDataDir: archive } : {}),
    parsers: { [bigintType]: readBigint, [dateType]: readDate },
  })
  let last: Promise<void> = Promise.resolve()
  async function acquire(): Promise<Lane> {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    if (await isWithin(before, waitMs)) return laneOf(database, resolve)
    // Who gave up hands its turn on as soon as it comes. faults.md J22: people who wait are told, before they give up
    // themselves.
    void before.then(resolve)
    throw Object.assign(new Error(`no turn on the embedded database within ${waitMs} ms`), {
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

function laneOf(database: PGlite, release: () => void): Lane {
  return {
    async query(sql, parameters) {
      const { rows, affectedRows } = await database.query(sql, [...parameters])
      return { rows, affected: affectedRows === undefined ? undefined : BigInt(affectedRows) }
    },
    async exec(sql) {
      await database.exec(sql)
    },
    release,
  }
}
