import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/**
 * npm run bench -- ledger [operations] [kills]: random money operations of 50 workers, killed in the middle again and
 * again (default 100,000 and 50), on PostgreSQL if TEST_DATABASE_URL is set, else embedded. Ends with an error when an
 * invariant is broken or an acknowledged operation is lost.
 */
export async function run([operations = '100000', kills = '50']: readonly string[]): Promise<void> {
  const url = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  if (!url)
    console.log('On the embedded database, which runs one thing at a time: set TEST_DATABASE_URL for the real races.')
  const child = spawn(process.execPath, ['api/src/testing/proof/main.ts', operations, '50', '40', kills], {
    cwd: root,
    env: { ...process.env, ...(url ? { TEST_DATABASE_URL: url } : {}) },
    stdio: 'inherit',
  })
  process.exitCode = await new Promise<number>(done => child.once('exit', code => done(code ?? 1)))
}
