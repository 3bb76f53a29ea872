import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from './engine.ts'

export type Migration = { readonly version: string; readonly sql: string; readonly sha256: string }

const folder = join(import.meta.dirname, 'migrations')
/** Any number that no other part locks: one migrator at a time. */
const lock = 7203

/**
 * Applies what is missing, each file in one transaction, forward only. A changed or unknown applied file refuses the
 * start.
 */
export async function migrate(
  engine: Engine,
  migrations: readonly Migration[] = readMigrations(),
): Promise<readonly string[]> {
  const lane = await engine.acquire()
  const done: string[] = []
  let isBroken = false
  try {
    await lane.exec("SET statement_timeout = '120s'")
    await once(async () =>
      lane.exec(
        `CREATE TABLE IF NOT EXISTS schema_migration (
          version text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
      ),
    )
    for (const migration of migrations) {
      await lane.exec(`BEGIN; SELECT pg_advisory_xact_lock(${lock})`)
      try {
        const applied = (await lane.query('SELECT version, sha256 FROM schema_migration ORDER BY version', []))
          .rows as { version: string; sha256: string }[]
        rejectUnknownMigrations(applied, migrations)
        if (!applied.some(row => row.version === migration.version)) {
          await lane.exec(migration.sql)
          await lane.query('INSERT INTO schema_migration (version, sha256) VALUES ($1, $2)', [
            migration.version,
            migration.sha256,
          ])
          done.push(migration.version)
        }
        await lane.exec('COMMIT')
      } catch (error) {
        // If the connection is lost, the first error names the reason.
        isBroken = await lane.exec('ROLLBACK').then(
          () => false,
          () => true,
        )
        throw error
      }
    }
    await lane.exec('RESET statement_timeout')
  } finally {
    lane.release(isBroken)
  }
  return done
}

/** The migrations of this source, in order. */
export function readMigrations(directory: string = folder): readonly Migration[] {
  return readdirSync(directory)
    .filter(name => /^[0-9]{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map(name => {
      const sql = readFileSync(join(directory, name), 'utf8')
      return { version: name.slice(0, -4), sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Two starts at once may both create the table; the second one's error is no error. */
async function once(create: () => Promise<void>): Promise<void> {
  try {
    await create()
  } catch {
    await create()
  }
}

function rejectUnknownMigrations(
  applied: readonly { version: string; sha256: string }[],
  known: readonly Migration[],
): void {
  for (const row of applied) {
    const migration = known.find(candidate => candidate.version === row.version)
    if (!migration)
      throw new Error(
        `The database has migration ${row.version}, which this version of the service does not know: start the newer version.`,
      )
    if (migration.sha256 !== row.sha256)
      throw new Error(
        `Migration ${row.version} was changed after it had been applied: restore the file, or write a new migration.`,
      )
  }
}
