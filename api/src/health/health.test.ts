import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HealthResponse, reportHealth, reportVisits, type RequestOf } from '@adcoin/contract'
import Fastify from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { registerForOperators } from '../operators/for-operators.ts'
import { expectOk } from '../testing/accounts.ts'
import { makeSeenPass } from './report-fields.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

const secret = 'a-secret-of-operators-that-nobody-guesses'
/** Each test has a release of its own. */
let releases = 0
let release = ''
beforeEach(() => void (release = `1.0.${releases++}-0123456789ab`))
const app = 'remote-team'
const hourMs = 3_600_000

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { OPERATORS_SECRET: secret, SCRAPE_SECRET: 'for-prometheus-alone', ADDRESS_LIMIT_FACTOR: '1' },
  })
}, 120_000)
afterAll(() => service.stop())

const browserOf = (n: number) => n.toString(16).padStart(16, '0')
/** Networks of its own for each release: they count together. */
const addressOf = (n: number) => `${10 + releases}.${(n >> 8) & 255}.${n & 255}.7`
type Visit = Partial<RequestOf<typeof reportVisits>['visits'][number]>
const visit = async (n: number, more: Visit = {}, ip = addressOf(n), seen?: string) =>
  service.ask(
    reportVisits,
    { generation: 3, browser: browserOf(n), seen, visits: [{ app, release, ms: 900, path: '/team', ...more }] },
    { ip },
  )
const fail = async (n: number, reason: string, ip = addressOf(n), more: object = {}) =>
  service.askRaw(
    reportHealth,
    { app, release, phase: 'render', reason, generation: 3, browser: browserOf(n), language: 'es_MX', ...more },
    { ip },
  )
const ask = async (path: string, authorization = `Bearer ${secret}`) =>
  service.app.inject({ method: 'GET', url: path, headers: { authorization } })
const counts = async (query = '') => {
  const answer = await ask(`/operators/health?minutes=43200${query}`)
  return v.parse(HealthResponse, answer.json()).buckets.filter(each => each.release === release)
}
const sum = (buckets: readonly { count: number }[]) => buckets.reduce((all, { count }) => all + count, 0)

it('the calls of operators do not exist without a secret, and need it where there is one', async () => {
  const without = Fastify()
  without.decorate('dependencies', { config: { operatorsSecret: null } } as never)
  registerForOperators(without, calls => calls.get('/health', async () => 'there'))
  expect((await without.inject('/operators/health')).statusCode).toBe(404)
  for (const authorization of ['', 'Bearer ', `Bearer ${secret}x`, `Basic ${secret}`, secret])
    expect((await ask('/operators/health', authorization)).statusCode).toBe(401)
  expect((await ask('/operators/health')).statusCode).toBe(200)
  for (const query of ['?minutes=0', '?minutes=99999', '?app=../x', '?detail=all', '?minutes=5&more=1'])
    expect((await ask(`/operators/health${query}`)).statusCode).toBe(400)
})

it('operators read which calls this service has', async () => {
  const served = (await ask('/operators/calls')).json()
  expect(served).toEqual(
    expect.arrayContaining(['GET /app/user/setting', 'POST /app/health/visits', 'GET /app/inbox/stream']),
  )
})

it('a secret for scraping reads metrics and nothing else', async () => {
  const paths = ['/operators/metrics', '/operators/metrics?x=1', '/operators/health', '/operators/commands']
  const statuses = await Promise.all(
    paths.map(async path => (await ask(path, 'Bearer for-prometheus-alone')).statusCode),
  )
  expect(statuses).toEqual([200, 200, 401, 401])
  expect((await ask('/operators/metrics', 'Bearer ')).statusCode).toBe(401)
})

it('metrics count requests by route, latency, queues and event loop; the state shows errors', async () => {
  await visit(90)
  const { database, now } = service.services
  const at = new Date(now().getTime() - 60_000)
  await database.transaction(tx =>
    tx.insertInto('job').values({ kind: 'sendMessage', payload: '{}', run_at: at }).execute(),
  )
  const metrics = (await ask('/operators/metrics')).body
  for (const line of [
    /^adcoin_http_request_duration_seconds_count\{method="POST",route="\/app\/health\/visits",status="200"\} \d/m,
    /^# TYPE adcoin_waiting gauge$/m,
    /^adcoin_waiting\{what="job",kind="sendMessage"\} 1$/m,
    /^adcoin_waiting_oldest_seconds\{what="job",kind="sendMessage"\} 6\d/m,
    /^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m,
  ])
    expect(metrics).toMatch(line)
  const deployed = ['prometheus/alerts.yml', 'grafana/adcoin.json'].map(file =>
    readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8'),
  )
  const named = new Set(deployed.join('\n').match(/\b(adcoin|nodejs|process)_[a-z0-9_]+/g))
  // The others are those of a gateway and of the judge: release/tests/alerts.test.ts.
  const own = [...named].filter(name => !/^adcoin_(gateway|generation|judge)_/.test(name))
  expect(own.filter(name => !metrics.includes(name))).toEqual([])
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: metrics, encoding: 'utf8' })
  if (!checked.error) expect([checked.status, checked.stderr]).toEqual([0, ''])
  const { service: state } = v.parse(HealthResponse, (await ask('/operators/health')).json())
  expect(state?.requests).toBeGreaterThan(1)
  expect(state?.errors).toBe(0)
  expect(state?.loopDelayMs).toBeGreaterThanOrEqual(0)
})

it('uses the secret of the data folder without one in the environment; rejects a short one', async () => {
  writeFileSync(join(service.dataDir, 'operators.secret'), `${secret}\n`)
  expect(readConfig({ DATA_DIR: service.dataDir }).operatorsSecret).toBe(secret)
  expect(() => readConfig({ DATA_DIR: service.dataDir, OPERATORS_SECRET: 'short' })).toThrow('OPERATORS_SECRET must be')
})

it('counts by minute what stood and what failed, with group, step, route, language and reason', async () => {
  expectOk(await visit(1, { group: 'canary' }))
  expectOk(await visit(2, { group: 'canary' }))
  expectOk(await visit(3, { ms: 12_000 }))
  expect(
    (
      await fail(4, 'TypeError: x.y of 1234 in /releases/a/b.js:5 @ page-0.js:1:435', undefined, {
        group: 'canary',
      })
    ).code,
  ).toBe(0)
  expect((await fail(5, 'no release works', undefined, { outcome: 'card', family: 'safari' })).code).toBe(0)
  const buckets = await counts(`&app=${app}`)
  expect(buckets.map(({ minute: _, known: __, generation: ___, ...rest }) => rest)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ group: 'canary', outcome: 'mounted', count: 2, step: 24, path: '/team' }),
      expect.objectContaining({ group: 'rest', outcome: 'mounted', count: 1, step: 51 }),
      expect.objectContaining({
        group: 'canary',
        outcome: 'failed',
        reason: 'TypeError: x.y of 0 in / @ page-0.js:1:435',
        language: 'es_MX',
      }),
      expect.objectContaining({ group: 'rest', outcome: 'card', phase: 'render', family: 'safari' }),
    ]),
  )
  expect(sum(await counts('&detail=counts'))).toBe(5)
  expect(await counts('&app=remote-wallet')).toEqual([])
  const metrics = (await ask('/operators/metrics')).body
  expect(metrics).toContain(
    `adcoin_release_browsers_total{app="${app}",release="${release}",group="canary",outcome="mounted"} 2`,
  )
  expect(metrics).toContain(
    `adcoin_release_content_seconds_count{app="${app}",release="${release}",group="canary",outcome="mounted"} 2`,
  )
})

it('counts a browser once per day for each outcome of a release, whatever it reports again', async () => {
  for (let turn = 0; turn < 5; turn++) {
    await visit(1)
    await fail(1, `reason ${'x'.repeat(turn)}`)
  }
  expect((await counts()).map(({ outcome, count }) => [outcome, count]).sort()).toEqual([
    ['failed', 1],
    ['mounted', 1],
  ])
  service.forward(24 * hourMs)
  await visit(1)
  expect(sum(await counts())).toBe(3)
})

it('gives a browser that counted a pass, which makes it known a day later, and no other', async () => {
  const { seen = '' } = expectOk(await visit(1))
  expect(expectOk(await visit(1))).toEqual({})
  service.forward(25 * hourMs)
  await visit(1, {}, undefined, seen)
  await visit(2, {}, undefined, seen)
  await visit(3, {}, undefined, 'aaaa.forged')
  expect((await counts()).map(({ known, count }) => [known, count]).sort()).toEqual([
    [false, 1],
    [false, 2],
    [true, 1],
  ])
})

it('counts a sample of a crowded network, chosen before the group is known', async () => {
  const address = (n: number) => `203.0.113.${n % 250}`
  const group = (n: number) => ({ group: n % 10 === 0 ? 'canary' : 'rest', trial: 'samplea0' }) as const
  const { limits } = service.services
  // 900 others of this network came before.
  for (let n = 0; n < 900; n++) await limits.tryTake('health:samplea0', '203.0.113', { max: 1_000, seconds: 86_400 })
  const crowd = Array.from({ length: 120 }, (_, n) => n)
  for (const n of crowd) await visit(n, group(n), address(n))
  for (const n of [0, 99, 100, 119]) await fail(n, 'late', address(n), group(n))
  const buckets = await counts()
  const of = (outcome: string) => buckets.filter(each => each.outcome === outcome)
  expect(sum(of('mounted'))).toBe(100)
  expect(sum(of('mounted').filter(each => each.group === 'canary'))).toBe(10)
  expect(sum(of('failed'))).toBe(2)
  await visit(2_000, group(2_000), '198.51.100.1')
  expect(sum((await counts()).filter(({ outcome }) => outcome === 'mounted'))).toBe(101)
})

it('counts a browser once in each canary, however many days it lasts', async () => {
  await visit(1, { trial: 'oncepera' })
  for (let day = 0; day < 3; day++) {
    service.forward(24 * hourMs)
    await visit(1, { trial: 'oncepera' })
  }
  expect(sum(await counts())).toBe(1)
  await visit(1, { trial: 'onceperb' })
  expect(sum(await counts())).toBe(2)
})

it('measures a new browser at its first visit of a canary, a known one at its second', async () => {
  const { seen } = expectOk(await visit(1))
  service.forward(hourMs)
  for (const ms of [5_000, 900, 700]) await visit(1, { trial: 'againand', ms }, undefined, seen)
  for (const ms of [5_000, 900]) await visit(2, { trial: 'againand', ms })
  const found = (await counts()).map(({ outcome, step, count }) => [outcome, step, count])
  expect(found.sort()).toEqual([
    ['again', 24, 1],
    ['mounted', null, 1],
    ['mounted', 24, 1],
    ['mounted', 42, 1],
  ])
})

it('counts failures that nothing names the release for apart', async () => {
  await fail(1, 'a native function changed', undefined, { attributed: false })
  await fail(2, 'TypeError', undefined, { attributed: true })
  expect((await counts()).map(({ outcome }) => outcome).sort()).toEqual(['failed', 'unattributed'])
})

it('keeps twenty reasons of a release and counts the rest as other', async () => {
  const word = (n: number) => String.fromCharCode(97 + (n % 26)).repeat(2 + Math.floor(n / 26))
  for (let n = 0; n < 30; n++) await fail(n, `lie ${word(n)}`)
  const reasons = new Set((await counts()).map(({ reason }) => reason))
  expect([reasons.size, reasons.has('other'), sum(await counts())]).toEqual([21, true, 30])
})

it('accepts so many unknown releases, more from known browsers, and all published ones', async () => {
  const there = await service.services.database.transaction(async tx => {
    const words = Array.from({ length: 500 }, (_, n) => `9.9.${n}-0123456789ab`).map(each => ({
      ...{ app, release: each, kind: 'release', word: '', first_day: '2999-01-01' },
    }))
    return tx.insertInto('health_word').values(words).returning('word').execute()
  })
  expect(there.length).toBe(500)
  await visit(1)
  await visit(2, {}, undefined, makeSeenPass(service.services.secrets, browserOf(2), new Date(0)))
  expect((await counts()).map(({ known, count }) => [known, count])).toEqual([[true, 1]])
  await visit(3)
  expect(sum(await counts())).toBe(2)
  const published = `1.5.${releases}-0123456789ab`
  const about = { generation: 3, visits: [{ app, release: published, ms: 900 }] }
  await service.ask(reportVisits, { ...about, browser: browserOf(4) }, { ip: addressOf(4) })
  const result = await service.app.inject({
    ...{ method: 'POST', url: '/operators/health/judge', headers: { authorization: `Bearer ${secret}` } },
    payload: { id: '00'.repeat(8), name: 'one', releases: [{ app, release: published }] },
  })
  expect(result.statusCode).toBe(200)
  await service.ask(reportVisits, { ...about, browser: browserOf(5) }, { ip: addressOf(5) })
  release = published
  expect(sum(await counts())).toBe(1)
  await service.services.database.transaction(tx => tx.deleteFrom('health_word').where('app', '=', app).execute())
})

it('has one judge at a time: another one takes over when it stops looking', async () => {
  service.forward(60_000)
  const look = async (name: string) => {
    const answer = await service.app.inject({
      ...{ method: 'POST', url: '/operators/health/judge', headers: { authorization: `Bearer ${secret}` } },
      payload: { id: name.repeat(16), name, releases: [] },
    })
    return answer.json() as { isMine: boolean; judge: { name: string } }
  }
  expect(await look('a')).toMatchObject({ isMine: true, judge: { name: 'a' } })
  service.forward(29_000)
  expect(await look('b')).toMatchObject({ isMine: false, judge: { name: 'a' } })
  expect(await look('a')).toMatchObject({ isMine: true })
  service.forward(31_000)
  expect(await look('b')).toMatchObject({ isMine: true, judge: { name: 'b' } })
  expect((await ask('/operators/health')).json()).toMatchObject({ judge: { name: 'b' } })
})

it('forgets buckets after thirty days', async () => {
  await visit(1)
  service.forward(31 * 24 * hourMs)
  await service.services.jobs.start()
  await service.services.jobs.runDue()
  const { n } = await service.services.database.read
    .selectFrom('health_minute')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(0)
})
