import { keepDump } from '../database/embedded-folder.ts'
import type { Services } from '../services.ts'

const night = 24 * 3600
const hourMs = 3_600_000

/** A copy of the embedded database every night; a PostgreSQL server is copied by its own operators. */
export function keepDumps({ jobs, database, config, now }: Services): void {
  if (database.engine.dump && config.databaseUrl === null) {
    jobs.handle('database.dump', { run: async () => void (await keepDump(database.engine, config.dataDir)) }, 'slow')
    jobs.every('database.dump.nightly', night, tx =>
      jobs.enqueue(tx, {
        kind: 'database.dump',
        uniqueKey: 'database.dump',
        runAt: new Date(now().getTime() + hourMs),
      }),
    )
  }
}
