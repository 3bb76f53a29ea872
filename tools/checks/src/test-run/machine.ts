import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { findChromiumPath, findHeadlessShell } from '../chromium-path.ts'
import { repositoryRoot } from '../repository.ts'

/**
 * A Chromium for the tests: CHROMIUM_PATH, an installed one, Playwright's own, or one that is installed now (by
 * Playwright, else by apt where this is root; a fresh machine has no package lists, or old ones).
 *
 * @returns the variables by which every test finds it; undefined if none can be had
 */
export function findChromium(): NodeJS.ProcessEnv | undefined {
  const findInstalled = () => [findChromiumPath(), chromium.executablePath()].find(path => path && existsSync(path))
  const asRoot = [
    'node_modules/.bin/playwright install --with-deps chromium',
    'apt-get update',
    'apt-get install -y --no-install-recommends chromium',
  ]
  for (const command of process.getuid?.() === 0 ? asRoot : ['node_modules/.bin/playwright install chromium']) {
    if (findInstalled() !== undefined) break
    console.log(`  No Chromium is installed: ${command} …`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync(command, { shell: true, stdio: 'inherit', cwd: repositoryRoot, env })
  }
  // Playwright's own is in no usual place, so it has to be named.
  if (findInstalled() !== undefined) return findHeadlessShell() ? {} : { CHROMIUM_PATH: findInstalled() }
  console.log(
    'No Chromium was found or could be installed: set CHROMIUM_PATH, or (on Debian) apt-get install chromium.',
  )
  return undefined
}

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
export function findPostgres(url = process.env.DATABASE_URL): string | undefined {
  const address = url || 'postgres://postgres@127.0.0.1:5432/postgres'
  const words = ['--input-type=module', '-e', question, address]
  const { status } = spawnSync(process.execPath, words, { cwd: repositoryRoot, timeout: 10_000 })
  return status === 0 ? address : undefined
}

/** Whether a program is in one of the folders of PATH. */
export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, program)))
}
