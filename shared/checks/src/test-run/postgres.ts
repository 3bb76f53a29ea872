import { runCommand } from './run-command.ts'

const question = `
const { default: pg } = await import('pg')
const client = new pg.Client({ connectionString: process.argv[1], connectionTimeoutMillis: 2000 })
await client.connect()
await client.query('select 1')
await client.end()`

/**
 * The PostgreSQL that the service's tests may use: DATABASE_URL, else 127.0.0.1:5432 as user postgres; undefined where
 * it does not let us in. Asked by a process of its own: only the service depends on the database's client.
 */
export async function findPostgres(root: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const url = env.DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres'
  const { code } = await runCommand([process.execPath, '--input-type=module', '-e', question, url], {
    cwd: root,
    limitMs: 10_000,
  })
  return code === 0 ? url : undefined
}
