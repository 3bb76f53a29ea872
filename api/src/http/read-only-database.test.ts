// @postgres
import { balance, launch, legalText, loginEmail, saveSetting, statement } from '@adcoin/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUnavailable } from '../database/database.ts'
import { createPostgresEngine } from '../database/postgres-engine.ts'
import { calls } from '../testing/calls.ts'
import { makePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

describe.skipIf(!process.env.TEST_DATABASE_URL)('a service whose PostgreSQL takes no writes', () => {
  const server = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  let service: TestService
  let name: string
  beforeAll(async () => {
    service = await startTestService()
    name = new URL(service.databaseUrl ?? '').pathname.slice(1)
    await server.connect()
  }, 60_000)
  afterAll(async () => {
    await server.end()
    await service.stop()
  })

  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    await server.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    await endConnections()
  }
  async function endConnections(): Promise<void> {
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    await expect.poll(() => readStatus()).not.toBe(503)
  }
  async function readStatus(): Promise<unknown> {
    const { statusCode, body } = await service.app.inject('/readyz')
    return statusCode === 200 ? (JSON.parse(body) as { status: string }).status : statusCode
  }

  it('answers every read, also of a person not seen for a while, and refuses writes with 503', async () => {
    const { token } = await makePerson(service)
    const reads = calls.filter(({ method, path }) => method === 'GET' && !path.includes('stream'))
    const needed: Record<string, object> = {
      [legalText.path]: { page: 'terms' },
      [statement.path]: { month: '2026-10' },
    }
    const ask = () =>
      Promise.all(
        reads.map(async call => [call.path, (await service.askRaw(call, needed[call.path] ?? {}, { token })).code]),
      )
    const before = await ask()
    expect(new Set(before.map(([, code]) => code))).toEqual(new Set([0]))

    await setReadOnly(true)
    service.forward(11 * 60_000)
    expect(await ask()).toEqual(before)
    expect(await readStatus()).toBe('read-only')
    const { statusCode, headers } = await service.app.inject({
      method: 'POST',
      url: saveSetting.path,
      headers: { 'authorized-key': token },
      payload: { nick_name: 'Zed' },
    })
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    const login = { email: 'ana@example.com', password: 'not this one' }
    expect(await service.ask(loginEmail, login)).toMatchObject({ status: 503, key: 'unavailable' })

    await setReadOnly(false)
    expect(await readStatus()).toBe('ok')
    expect(await service.ask(loginEmail, login)).toMatchObject({ status: 200 })
    expect((await service.ask(balance, {}, { token })).code).toBe(0)
  }, 60_000)

  it('returns what it knows while no connections are accepted', async () => {
    expect((await service.ask(launch, {})).code).toBe(0)
    await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    await expect.poll(() => readStatus()).toBe(503)
    // The connection for notifications ends a moment after the others; until then the known answer is fresh.
    const warning = async () => (await service.app.inject(launch.path)).headers.warning
    await expect.poll(warning, { timeout: 10_000 }).toBe('110 - "Response is Stale"')
    await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`)
    expect((await service.ask(launch, {})).code).toBe(0)
  }, 60_000)

  it.each([
    ['a database that is not there', { pathname: '/adcoin_none' }],
    ['a role that may not sign in', { username: 'adcoin_app' }],
  ])('counts %s as unavailable', async (_, part) => {
    const url = Object.assign(new URL(service.databaseUrl ?? ''), part)
    const engine = createPostgresEngine({ url: url.href })
    await expect(engine.acquire()).rejects.toSatisfy(isUnavailable)
    await engine.close()
  })
})
