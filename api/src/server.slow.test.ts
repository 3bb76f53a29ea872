// @postgres
import { execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endProcess, startProcess } from './testing/service-process.ts'

const run = promisify(execFile)
let dataDir = ''
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'adcoin-process-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const server = join(import.meta.dirname, 'server.ts')
const ops = async (...words: string[]): Promise<{ exit: number; out: string; err: string }> =>
  run(process.execPath, [join(import.meta.dirname, 'operator-commands/main.ts'), ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
  }).then(
    ({ stdout, stderr }) => ({ exit: 0, out: stdout, err: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      exit: error.code,
      out: error.stdout,
      err: error.stderr,
    }),
  )

// Not a second time in the run on PostgreSQL, of which it would use nothing.
describe.skipIf(process.env.TEST_DATABASE_URL)('the process on the embedded database', () => {
  it('reports to operators when it is down, serves them, refuses a second start, ends cleanly', async () => {
    expect(await ops('help')).toMatchObject({ exit: 1, err: expect.stringContaining('No Ad Coin service runs') })
    chmodSync(dataDir, 0o755)
    const first = await startProcess({ DATA_DIR: dataDir })
    try {
      expect(statSync(dataDir).mode & 0o777).toBe(0o700)
      expect(statSync(join(dataDir, 'database')).mode & 0o077).toBe(0)
      expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
      expect(statSync(join(dataDir, 'admin.json')).mode & 0o777).toBe(0o600)
      expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)

      const demo = JSON.parse((await ops('demo:user', '--json', '--by', 'ana')).out) as { user_id: string }
      expect(demo.user_id).toMatch(/^[0-9]{8}$/)
      expect(JSON.parse((await ops('ledger:verify', '--json')).out)).toMatchObject({ ok: true, transactions: 1 })
      expect(JSON.parse((await ops('audit', '--json')).out)).toContainEqual(
        expect.objectContaining({ by: 'ana', action: 'demo:user' }),
      )
      expect(JSON.parse((await ops('outbox', '--to', '+52 55 1234 5678', '--json')).out)).toEqual([])
      expect(await ops('withdraw', 'explode')).toMatchObject({
        exit: 2,
        err: expect.stringContaining('withdraw approve'),
      })
      expect(await ops('withdraw', 'reject', 'x')).toMatchObject({ exit: 2, err: expect.stringContaining('--reason') })
      expect(await ops('withdraw', 'pay', 'x')).toMatchObject({ exit: 1, err: 'Not found\n' })
      const admin = await import('node:fs').then(
        fs => JSON.parse(fs.readFileSync(join(dataDir, 'admin.json'), 'utf8')) as { port: number },
      )
      expect(
        (
          await fetch(`http://127.0.0.1:${admin.port}/ops`, {
            method: 'POST',
            headers: { authorization: 'Bearer guess' },
            body: '{}',
          })
        ).status,
      ).toBe(401)
      expect((await fetch(`${first.url}/ops`, { method: 'POST' })).status).toBe(404)

      await expect(startProcess({ DATA_DIR: dataDir })).rejects.toMatchObject({
        exitCode: 1,
        message: expect.stringMatching(/^The data folder is in use by another running Ad Coin \(process [0-9]+\)/),
      })
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    } finally {
      expect(await first.end('SIGTERM')).toBe(0)
    }
    expect(readdirSync(dataDir).sort()).toEqual(['database', 'dumps', 'secrets.json'])
    expect(readdirSync(join(dataDir, 'dumps'))).toHaveLength(1)

    const again = await startProcess({ DATA_DIR: dataDir })
    expect(JSON.parse((await ops('ledger:verify', '--json')).out)).toMatchObject({ ok: true, transactions: 1 })
    expect(await again.end('SIGINT')).toBe(0)
  }, 400_000)

  it('opens after it was killed at any moment of the first boot', async () => {
    for (const waitMs of [300, 900, 1800, 3000]) {
      const child = spawn(process.execPath, [server], {
        env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', OIDC_DEVELOPMENT: 'off' },
        stdio: 'ignore',
      })
      await new Promise(done => setTimeout(done, waitMs))
      await endProcess(child, 'SIGKILL')
    }
    const service = await startProcess({ DATA_DIR: dataDir })
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect(readdirSync(dataDir).filter(name => name.includes('.tmp-'))).toEqual([])
    await service.end('SIGKILL')
    expect(existsSync(join(dataDir, 'database.lock'))).toBe(true)
    const after = await startProcess({ DATA_DIR: dataDir })
    expect(await after.end()).toBe(0)
  }, 400_000)
})

it('refuses production without its database and secrets, with one list', async () => {
  await expect(startProcess({ DATA_DIR: dataDir, NODE_ENV: 'production' })).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/DATABASE_URL[\s\S]*SECRET_PEPPER/),
  })
  expect(readdirSync(dataDir)).toEqual([])
}, 30_000)

it('names a port that is taken in one sentence', async () => {
  const { createServer } = await import('node:net')
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise(done => blocker.once('listening', done))
  const address = blocker.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    await expect(startProcess({ DATA_DIR: dataDir, PORT: String(port) })).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(`${port}`),
    })
  } finally {
    blocker.close()
  }
}, 60_000)
