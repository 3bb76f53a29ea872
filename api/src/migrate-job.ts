import { migrate } from './database/migrate.ts'
import { createPostgresEngine } from './database/postgres-engine.ts'

/**
 * Applies the migrations to the PostgreSQL of DATABASE_URL and ends. It runs before the service's replicas start.
 */
async function main(url: string | undefined): Promise<void> {
  if (!url) throw new Error('DATABASE_URL is missing: the address of the PostgreSQL to migrate')
  const engine = createPostgresEngine({ url, connections: 2, statementTimeoutMs: 120_000 })
  try {
    const applied = await migrate(engine)
    process.stdout.write(`${applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`}\n`)
  } finally {
    await engine.close()
  }
}

main(process.env.DATABASE_URL).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
