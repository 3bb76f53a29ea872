import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { PartAway } from '../refusals/refusal.ts'
import { register } from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

const login = '/app/user/login/mobile'
const json = { 'content-type': 'application/json' }

describe('a fault of transport has its HTTP status and the same envelope', () => {
  it.each([
    ['an unknown path', { method: 'GET', url: '/app/nothing' }, 404],
    ['the page /appLogin', { method: 'GET', url: '/appLogin' }, 404],
    ['another method', { method: 'DELETE', url: login }, 405],
    ['GET for POST', { method: 'GET', url: login }, 405],
    [
      'a method override',
      { method: 'POST', url: '/app/launch', headers: { ...json, 'x-http-method-override': 'GET' }, payload: '{}' },
      405,
    ],
    [
      'a form',
      { method: 'POST', url: login, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=b' },
      415,
    ],
    ['plain text', { method: 'POST', url: login, headers: { 'content-type': 'text/plain' }, payload: '{}' }, 415],
    ['a GET with a body', { method: 'GET', url: '/app/launch', headers: json, payload: '{}' }, 415],
    ['2 MB', { method: 'POST', url: login, headers: json, payload: `{"a":"${'x'.repeat(2_000_000)}"}` }, 413],
    ['half a document', { method: 'POST', url: login, headers: json, payload: '{"a":' }, 400],
    ['a malformed path', { method: 'GET', url: '/app/%E0%A4%A' }, 400],
  ] as const)('%s', async (_name, request, status) => {
    const response = await service.app.inject(request)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code: expect.any(Number), msg: expect.any(String), data: null })
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('answers forbid caching (but for the public ones), sniffing and framing', async () => {
    for (const url of ['/app/customer_service_link', '/app/nothing', '/app/user/setting']) {
      expect((await service.app.inject(url)).headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'content-type': 'application/json; charset=utf-8',
      })
    }
  })

  it('an answer carries the name that the gateway gave the request, unless it is no plain name', async () => {
    const nameOf = async (given: string) =>
      (await service.app.inject({ url: '/app/launch', headers: { 'x-request-id': given } })).headers['x-request-id']
    expect(await nameOf('abcd-1234_5')).toBe('abcd-1234_5')
    for (const given of ['short', 'a b<script>', 'x'.repeat(65)]) expect(await nameOf(given)).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('a query with a field twice, NUL or bad UTF-8 is refused by name or read, never a fault', async () => {
    expect((await service.app.inject('/app/customer_service_link?inviter_id=a&inviter_id=b')).json()).toMatchObject({
      code: 400,
      data: { fields: { inviter_id: 'invalid' } },
    })
    expect((await service.app.inject('/app/customer_service_link?inviter_id=%00')).json()).toMatchObject({
      code: 400,
      data: { fields: { inviter_id: 'invalid' } },
    })
    for (const value of ['%F0%28%8C%28', '', 'x'.repeat(64), '%'])
      expect((await service.app.inject(`/app/customer_service_link?inviter_id=${value}`)).statusCode).toBe(200)
  })
})

describe('an error', () => {
  it('of the database leaves as 500 without a word about its inside, and as 503 while it is away', async () => {
    const { database } = service.services
    const real = database.read.selectFrom
    const failWith = async (error: Error) => {
      Object.defineProperty(database.read, 'selectFrom', {
        configurable: true,
        value: () => {
          throw error
        },
      })
      try {
        return await service.app.inject('/app/mobile/support/region')
      } finally {
        Object.defineProperty(database.read, 'selectFrom', { configurable: true, value: real })
      }
    }
    const broken = await failWith(new Error('secret inside'))
    expect([broken.statusCode, broken.json()]).toEqual([
      500,
      { code: 500, msg: 'Something went wrong, please try again later', data: null },
    ])
    // Unreachable, and full: no request had its turn in time (faults.md J22).
    for (const code of ['ECONNREFUSED', '53300'])
      expect((await failWith(Object.assign(new Error('x'), { code }))).statusCode, code).toBe(503)
    for (const away of [new Error('timeout exceeded when trying to connect'), new PartAway()])
      expect((await failWith(away)).statusCode).toBe(503)
  })
})

it('nothing secret is written to the log, whatever fails', async () => {
  const lines: string[] = []
  const loud = await startTestService({ log: createLog('info', line => void lines.push(line)) })
  try {
    const ana = await register(loud)
    Object.defineProperty(loud.services.database.read, 'selectFrom', {
      value: () => {
        throw new Error('something')
      },
    })
    await loud.app.inject({
      method: 'POST',
      url: login,
      headers: { ...json, 'authorized-key': ana.token },
      payload: '{"mobile_sag":"+52","mobile":"5512345678","password":"hunter2 hunter2"}',
    })
    loud.app.log.error(
      { err: new Error('something'), body: { password: 'hunter2 hunter2' }, headers: { 'authorized-key': ana.token } },
      'a call failed',
    )
    expect(lines.filter(line => line.includes('a call failed'))).toHaveLength(2)
    expect(lines.join('')).not.toMatch(new RegExp(`hunter2|${ana.token}|correct horse`))
  } finally {
    await loud.stop()
  }
}, 60_000)
