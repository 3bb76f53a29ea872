import { PGlite } from '@electric-sql/pglite'
import { bigintType, dateType, readBigint, readDate, type Engine, type Lane } from './engine.ts'

export type EmbeddedOptions = {
  /** A folder; none: in memory. */
  readonly folder?: string
  /** A dump to begin with. */
  readonly archive?: Blob
}

/**
 * PostgreSQL compiled to WebAssembly, in this process. It is one session, so one lane at a time: callers wait in turn.
 * relaxedDurability stays off: an acknowledged transaction is on disk as far as the file system tells.
 */
export async function embeddedEngine({ folder, archive }: EmbeddedOptions): Promise<Engine> {
  const database = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    ...(archive ? { loadDataDir: archive } : {}),
    parsers: { [bigintType]: readBigint, [dateType]: readDate },
  })
  let last: Promise<void> = Promise.resolve()
  return {
    name: 'embedded',
    async acquire() {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      return laneOf(database, resolve)
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
