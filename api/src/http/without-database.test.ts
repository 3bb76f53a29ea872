// @postgres
import { about, balance, launch, legalText, loginEmail, supportRegion } from '@adcoin/contract'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isUnavailable, openDatabase } from '../database/database.ts'
import { createPostgresEngine } from '../database/postgres-engine.ts'
import { startAdminListener } from '../operator-commands/admin-listener.ts'
import { startDatabaseRelay, type DatabaseRelay } from '../testing/database-relay.ts'
import { makePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

const addresses = [launch.path, supportRegion.path, about.path, `${legalText.path}?page=terms`]
const stale = '110 - "Response is Stale"'
const get = ({ app }: TestService, url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

async function expectLastKnown(service: TestService, known: readonly { body: string; headers: object }[]) {
  for (const [index, path] of addresses.entries()) {
    const { body = '', headers = {} } = known[index] ?? {}
    const answer = await get(service, path)
    expect([path, answer.statusCode, answer.body]).toEqual([path, 200, body])
    const etag = 'etag' in headers ? String(headers.etag) : ''
    expect(answer.headers).toMatchObject({ etag, warning: stale, 'cache-control': 'public, max-age=5', vary: 'lang' })
    expect((await get(service, path, { 'if-none-match': etag })).statusCode).toBe(304)
  }
}

/** Never answered from the cache: personal data, a language that was never requested, readiness. */
async function expectUnavailable(service: TestService, token: string): Promise<void> {
  expect(await service.ask(balance, {}, { token })).toMatchObject({ status: 503, key: 'unavailable' })
  const login = { email: 'ana@example.com', password: 'not this one' }
  expect(await service.ask(loginEmail, login)).toMatchObject({ status: 503, key: 'unavailable' })
  const other = await get(service, launch.path, { lang: 'hi_IN' })
  expect([other.statusCode, other.headers['cache-control'], other.headers.warning]).toEqual([
    503,
    'no-store',
    undefined,
  ])
  expect([(await get(service, '/readyz')).statusCode, (await get(service, '/healthz')).statusCode]).toEqual([503, 200])
}

describe('a service that cannot ask its database', () => {
  let service: TestService
  const operators = { authorization: 'Bearer a-secret-of-operators-of-32-letters' }
  const env = { OPERATORS_SECRET: operators.authorization.slice(7) }
  beforeAll(async () => void (service = await startTestService({ env })), 60_000)
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => service.stop())

  it('returns the last known shared answers for ten minutes, and no other', async () => {
    const { token } = await makePerson(service)
    const known = await Promise.all(addresses.map(path => get(service, path)))
    expect(known.map(({ headers }) => headers.warning)).toEqual(addresses.map(() => undefined))
    const away = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
    vi.spyOn(service.services.database.engine, 'acquire').mockRejectedValue(away)
    const at = performance.now()
    const now = vi.spyOn(performance, 'now').mockImplementation(() => at + 590_000)
    await expectLastKnown(service, known)
    await expectUnavailable(service, token)
    now.mockImplementation(() => at + 601_000)
    for (const path of addresses) expect([path, (await get(service, path)).statusCode]).toEqual([path, 503])
  })

  it.each([
    ['away', async () => Promise.reject(new Error('connection refused'))],
    ['silent', async () => new Promise<never>(() => undefined)],
  ])('answers Prometheus within 2 s while it is %s, without what only the database knows', async (_, acquire) => {
    const known = (await get(service, '/operators/metrics', operators)).body
    expect(known).toContain('\nadcoin_database_up 1\n')
    expect(known).toContain('\nadcoin_withdrawals_paused 0\n')
    vi.spyOn(service.services.database.engine, 'acquire').mockImplementation(acquire)
    const began = performance.now()
    const answer = await get(service, '/operators/metrics', operators)
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('\nadcoin_database_up 0\n')
    expect(answer.body).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
    expect(answer.body).not.toMatch(/^(adcoin_(waiting|clock|withdrawals|release)|undefined)/m)
  })

  it('names the database to an operator whose command fails, and keeps what it knows', async () => {
    await get(service, launch.path)
    const listener = await startAdminListener(service.services)
    const admin = JSON.parse(readFileSync(join(service.services.config.opsDir, 'admin.json'), 'utf8'))
    const away = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
    vi.spyOn(service.services.database.engine, 'acquire').mockRejectedValue(away)
    const answer = await fetch(`http://127.0.0.1:${listener.port}/ops`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify({ words: ['ledger:verify'], flags: {}, by: 'ana' }),
    })
    expect(await answer.json()).toEqual({ message: expect.stringContaining('The database does not answer') })
    const at = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => at + 60_000)
    expect((await get(service, launch.path)).headers.warning).toBe(stale)
    await listener.stop()
  })

  it('reports that a query failed which the database refused: it was asked', async () => {
    await get(service, launch.path)
    const at = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => at + 60_000)
    const wrong = Object.assign(new Error('no such column'), { code: '42703' })
    vi.spyOn(service.services.database.engine, 'acquire').mockRejectedValue(wrong)
    expect((await get(service, launch.path)).statusCode).toBe(500)
  })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('a service whose PostgreSQL is gone', () => {
  let [beside, service]: TestService[] = []
  let relay: DatabaseRelay
  beforeAll(async () => {
    beside = await startTestService()
    relay = await startDatabaseRelay(beside.databaseUrl ?? '')
    service = await startTestService({ beside: { ...beside, databaseUrl: relay.url } })
  }, 60_000)
  afterAll(async () => {
    await service?.stop()
    await relay.disconnect().catch(() => undefined)
    await beside?.stop()
  })

  it('ends no process that holds a connection: the transaction fails', async () => {
    const { database } = service?.services ?? {}
    const cut = database?.transaction(async tx => {
      await sql`SELECT 1`.execute(tx)
      await relay.disconnect()
      await sql`SELECT 1`.execute(tx)
    })
    await expect(cut).rejects.toThrow()
    await relay.reconnect()
    await expect(database?.transaction(tx => sql`SELECT 1`.execute(tx))).resolves.toMatchObject({ rows: [{}] })
  })

  it('returns the last known answers while it is gone, and changes once it is back', async () => {
    if (!service || !beside) throw new Error('two services')
    const { token } = await makePerson(beside)
    const known = await Promise.all(addresses.map(path => get(service as TestService, path)))
    expect((await service.ask(balance, {}, { token })).code).toBe(0)

    await relay.disconnect()
    await expectLastKnown(service, known)
    await expectUnavailable(service, token)
    await beside.services.database.transaction(tx => sql`UPDATE claim SET enabled = false`.execute(tx))
    await expectLastKnown(service, known)

    await relay.reconnect()
    const back = await get(service, launch.path)
    expect([back.statusCode, back.headers.warning, back.headers['cache-control']]).toEqual([
      200,
      undefined,
      'public, max-age=60',
    ])
    expect(back.json<{ data: { claims: unknown[] } }>().data.claims).toEqual([])
    expect((await service.ask(balance, {}, { token })).code).toBe(0)
    expect((await get(service, '/readyz')).statusCode).toBe(200)
  }, 60_000)

  it('sends the last known answer soon while it is silent, and uses silent connections no more', async () => {
    if (!service || !beside) throw new Error('two services')
    const { token } = await makePerson(beside)
    const { app, services } = service
    const known = await Promise.all(addresses.map(path => get(service as TestService, path)))
    const tenAtOnce = () => Array.from({ length: 10 }, () => service?.ask(balance, {}, { token }))
    await Promise.all(tenAtOnce())

    relay.silence()
    // Cached answers are used for ten seconds without the database; these are older.
    const at = performance.now()
    const now = vi.spyOn(performance, 'now').mockImplementation(() => at + 11_000)
    const waiting = Promise.all(tenAtOnce())
    const began = Date.now()
    await Promise.all(
      addresses.map(async (path, index) => {
        const { statusCode, headers, body } = await app.inject({ url: path })
        expect([path, statusCode, headers.warning, body]).toEqual([path, 200, stale, known[index]?.body])
      }),
    )
    expect(Date.now() - began).toBeLessThan(3_000)
    now.mockRestore()
    expect((await waiting).map(answer => answer?.status)).toEqual(Array.from({ length: 10 }, () => 503))
    expect(Date.now() - began).toBeLessThan(15_000)
    expect(await service.ask(balance, {}, { token })).toMatchObject({ code: 0 })
    expect((await get(service, '/readyz')).statusCode).toBe(200)
    expect(await services.database.transaction(tx => sql`SELECT 1`.execute(tx))).toMatchObject({ rows: [{}] })
  }, 60_000)

  it('gives up listening to a server that takes the connection and is silent', async () => {
    const silent = createServer()
    await new Promise<void>(done => silent.listen(0, '127.0.0.1', done))
    const url = `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/none`
    const engine = createPostgresEngine({ url })
    const listening = engine.listen({ channels: [], heard: () => undefined, missed: () => undefined })
    await expect(listening).rejects.toThrow('timeout expired')
    silent.close()
    await engine.close()
  }, 60_000)

  it('ends a transaction with a silent connection once, and frees its place in the pool', async () => {
    const engine = createPostgresEngine({ url: relay.url, connections: 1, statementTimeoutMs: 100 })
    const database = openDatabase(engine)
    const began = Date.now()
    const silent = database.transaction(async tx => {
      await sql`SELECT 1`.execute(tx)
      relay.silence()
      await sql`SELECT 1`.execute(tx)
    })
    await expect(silent).rejects.toSatisfy(isUnavailable)
    expect(await sql`SELECT 1`.execute(database.read)).toMatchObject({ rows: [{}] })
    // The statement waits for 2.1 s; its ROLLBACK does not.
    expect(Date.now() - began).toBeLessThan(4_000)
    // A transaction that raised the server's limit waits for as long as the server works.
    const long = database.transaction(async tx => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx)
      return sql`SELECT pg_sleep(2.5)`.execute(tx)
    })
    await expect(long).resolves.toMatchObject({ rows: [{}] })
    await database.close()
  }, 60_000)
})
