// @postgres
import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { verifyLedger } from '../ledger/verify.ts'
import { startProcess } from '../testing/service-process.ts'
import { withdrawers } from '../testing/withdrawers.ts'
import { openDatabase } from './database.ts'
import { createPostgresEngine } from './postgres-engine.ts'

const run = promisify(execFile)
/** Where Debian keeps what is not on the path. */
const debian = '/usr/lib/postgresql'
const bin = existsSync(debian) ? join(debian, readdirSync(debian).toSorted().at(-1) ?? '', 'bin') : ''
const folder = mkdtempSync(join(tmpdir(), 'adcoin-restore-'))
const running = new Set<string>()

/** PostgreSQL does not run as root. */
const user = userInfo().uid === 0 ? idsOf('postgres') : { uid: userInfo().uid, gid: userInfo().gid }
const canRun = existsSync(join(bin, 'pg_basebackup')) && user !== undefined

function idsOf(name: string): { uid: number; gid: number } | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

const pgDo = (command: string, ...words: readonly string[]) => run(join(bin, command), words, { ...user, cwd: folder })
const stop = async (cluster: string, mode: 'immediate' | 'fast') => {
  await pgDo('pg_ctl', '-D', cluster, '-m', mode, '-w', 'stop')
  running.delete(cluster)
}
async function start(cluster: string, port: number, settings: readonly string[]): Promise<void> {
  const options = [`-p ${port}`, '-h 127.0.0.1', `-k ${folder}`, ...settings.map(each => `-c ${each}`)].join(' ')
  await pgDo('pg_ctl', '-D', cluster, '-w', '-t', '60', '-l', join(folder, 'log'), '-o', options, 'start')
  running.add(cluster)
}
function freePort(): Promise<number> {
  return new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}
async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query<Row>(sql).finally(() => client.end())).rows
}

afterAll(async () => {
  for (const cluster of running) await stop(cluster, 'immediate')
  rmSync(folder, { recursive: true, force: true })
})

it('a lost database is restored to a chosen moment by the page’s commands, ledger and all', async context => {
  context.skip(!canRun, 'PostgreSQL’s server programs (initdb, pg_basebackup) are not installed')
  const [archiving = '', nightly = '', restoring = '', ...more] = blocksOf('PostgreSQL, to a point in time')
  expect([archiving, nightly, restoring, ...more].filter(block => block !== '')).toHaveLength(3)
  const [cluster, backup] = [join(folder, 'cluster'), join(folder, 'backup')]
  chmodSync(folder, 0o777)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }
  mkdirSync(env.DATA_DIR)
  const shell = async (block: string, moment = ''): Promise<string> => {
    const own = { PATH: `${bin}:${process.env.PATH}`, HOME: folder, PGHOST: folder, PGPORT: String(port) }
    const given = { PGDATA: cluster, PGUSER: 'postgres', BACKUP: backup, MOMENT: moment }
    return (await run('bash', ['-euc', block], { ...user, cwd: folder, env: { ...own, ...given } })).stdout
  }
  await pgDo('initdb', '-D', cluster, '-U', 'postgres', '-A', 'trust')
  appendFileSync(join(cluster, 'postgresql.conf'), `port = ${port}\nunix_socket_directories = '${folder}'\n`)
  await start(cluster, port, [])
  await shell(archiving)

  await withdrawers(3, env)
  await shell(nightly)
  await withdrawers(2, env)
  const [moment] = await ask<{ at: string }>(url, 'SELECT clock_timestamp()::text AS at')
  await ask(url, 'DELETE FROM withdrawal; DELETE FROM session')
  const [{ file } = { file: '' }] = await ask<{ file: string }>(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS file')
  await vi.waitFor(() => expect(readdirSync(join(backup, 'wal'))).toContain(file), 30_000)
  await stop(cluster, 'immediate')

  const began = performance.now()
  await shell(restoring, moment?.at)
  running.add(cluster)
  console.log(`restored to a point in time in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  expect(await ask(url, 'SELECT count(*)::int AS n FROM session')).toEqual([{ n: 5 }])
  const database = openDatabase(createPostgresEngine({ url, connections: 1 }))
  expect(await verifyLedger(database.read)).toMatchObject({ ok: true, transactions: 5 })
  await database.close()
  // It serves again: the service itself creates a new person.
  expect(await withdrawers(1, env)).toHaveLength(1)
}, 240_000)

const root = join(import.meta.dirname, '../../..')
/** What is after `npm run <name> --` on the page, without npm. */
const npm = `npm() {
  case $2 in
    ops) shift 3; "${process.execPath}" "${root}/api/src/operator-commands/main.ts" "$@" ;;
    release) shift 3; "${process.execPath}" "${root}/release/src/cli/main.ts" "$@" ;;
  esac
}`

/** The commands of one part of docs/backup.md, block by block. */
function blocksOf(title: string): readonly string[] {
  const text = readFileSync(join(root, 'docs/backup.md'), 'utf8')
  const part = text.split(/^## /m).find(each => each.startsWith(`${title}\n`)) ?? ''
  return [...part.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
}

it.skipIf(!canRun)(
  'a lost database and store are restored from the nightly copies by the guide’s commands',
  async () => {
    const [copy = '', back = '', look = '', ...more] = blocksOf('Database and store, the plain way')
    expect([copy, back, look, ...more].filter(block => block !== '')).toHaveLength(3)
    const [lost, anew, work] = [join(folder, 'lost'), join(folder, 'anew'), join(folder, 'work')]
    const port = await freePort()
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const env = { DATABASE_URL: url, DATA_DIR: join(work, 'data'), RELEASE_STORE: '', LOG_LEVEL: 'silent' }
    const sh = async (block: string): Promise<string> =>
      (await run('bash', ['-euc', `${npm}\n${block}`], { cwd: work, env: { ...process.env, ...env } })).stdout
    const server = async (cluster: string): Promise<void> => {
      await pgDo('initdb', '-D', cluster, '-U', 'postgres', '-A', 'trust')
      await start(cluster, port, [])
    }
    chmodSync(folder, 0o777)
    mkdirSync(env.DATA_DIR, { recursive: true })
    await server(lost)
    await withdrawers(3, env)
    await run(process.execPath, [join(root, 'release/tests/make-store.ts'), env.DATA_DIR, '2', '3', '0'])
    await sh(copy)
    await stop(lost, 'immediate')
    for (const gone of [lost, join(env.DATA_DIR, 'store')]) rmSync(gone, { recursive: true })

    await server(anew)
    const began = performance.now()
    await sh(back)
    const service = await startProcess(env)
    try {
      const output = await sh(look)
      console.log(`database and store from copies in ${((performance.now() - began) / 1000).toFixed(1)} s`)
      expect(output).toMatch(/ok +true|"ok": true/)
      expect(output).toContain('all as signed')
    } finally {
      await service.end()
    }
    expect(await ask(url, 'SELECT count(*)::int AS n FROM session')).toEqual([{ n: 3 }])
  },
  240_000,
)
