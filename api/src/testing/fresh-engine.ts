import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readArchive } from '../database/embedded-folder.ts'
import { createEmbeddedEngine } from '../database/embedded-engine.ts'
import type { Engine } from '../database/engine.ts'
import { migrate, readMigrations } from '../database/migrate.ts'
import { createPostgresEngine } from '../database/postgres-engine.ts'

/** A database of its own; `url` where it is PostgreSQL's. */
export type FreshEngine = { readonly engine: Engine; readonly url: string | undefined; drop(): Promise<void> }

/**
 * A database of its own, migrated: a copy of one that was migrated once. On PostgreSQL if TEST_DATABASE_URL is set,
 * else embedded, in memory. Other tests run the migrations on an empty one.
 */
export async function freshEngine(connections = 10): Promise<FreshEngine> {
  const server = process.env.TEST_DATABASE_URL
  if (server) return createdOn(server, connections, name => copyMigrated(server, name))
  return {
    engine: await createEmbeddedEngine({ archive: await archive() }),
    url: undefined,
    drop: async () => undefined,
  }
}

/** A database of its own on PostgreSQL, in which nothing is. */
export async function emptyEngine(connections = 10): Promise<FreshEngine> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
  return createdOn(server, connections, name => onServer(server, sql => sql(`CREATE DATABASE ${name}`)))
}

async function createdOn(
  server: string,
  connections: number,
  create: (name: string) => Promise<unknown>,
): Promise<FreshEngine> {
  const name = `adcoin_test_${randomBytes(6).toString('hex')}`
  await create(name)
  const url = urlOf(server, name)
  return {
    engine: createPostgresEngine({ url, connections }),
    url,
    drop: () => onServer(server, async sql => void (await sql(`DROP DATABASE ${name} WITH (FORCE)`))),
  }
}

/** Any number that nothing else locks on the server of the tests. */
const lock = 7204

/** Copies the migrated database under this name. The first caller makes it under another name, then renames it. */
async function copyMigrated(server: string, name: string): Promise<void> {
  const template = `adcoin_migrated_${migrationsHash()}`
  await onServer(server, async sql => {
    await sql(`SELECT pg_advisory_lock(${lock})`)
    if ((await sql(`SELECT 1 FROM pg_database WHERE datname = '${template}'`)).length === 0) {
      await dropOlder(sql)
      const half = `${template}_half`
      await sql(`CREATE DATABASE ${half}`)
      const engine = createPostgresEngine({ url: urlOf(server, half), connections: 1 })
      await migrate(engine).finally(() => engine.close())
      await sql(`ALTER DATABASE ${half} RENAME TO ${template}`)
    }
    // Still locked: other sources, with other migrations, may be about to remove it.
    await sql(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  })
}

/** Databases of other migrations, and unfinished ones. */
async function dropOlder(sql: Sql): Promise<void> {
  const older = await sql("SELECT datname FROM pg_database WHERE datname LIKE 'adcoin\\_migrated\\_%'")
  for (const { datname } of older) await sql(`DROP DATABASE ${datname} WITH (FORCE)`)
}

type Sql = (sql: string) => Promise<readonly { readonly datname: string }[]>

async function onServer(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(async sql => (await client.query<{ datname: string }>(sql)).rows)
  } finally {
    await client.end()
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/**
 * A migrated embedded database as an archive, made once per set of migrations: loading it takes half a second, making
 * one three.
 */
async function archive(): Promise<Blob> {
  const path = join(tmpdir(), `adcoin-template-${migrationsHash()}.tar.gz`)
  if (!existsSync(path)) {
    const engine = await createEmbeddedEngine({})
    await migrate(engine)
    const dump = await engine.dump?.()
    await engine.close()
    if (!dump) throw new Error('the embedded engine gave no dump')
    const mine = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
    writeFileSync(mine, dump)
    renameSync(mine, path)
  }
  return readArchive(path)
}

function migrationsHash(): string {
  const all = readMigrations().map(({ version, sha256 }) => version + sha256)
  return createHash('sha256').update(all.join()).digest('hex').slice(0, 16)
}
