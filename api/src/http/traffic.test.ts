import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InjectOptions } from 'fastify'
import { apiCodes, getSetting, launch, loginMobile } from '@adcoin/contract'
import { createAccount, newPublicId } from '../accounts/create-account.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import { openSession } from '../sessions/session.ts'
import { makePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { toNetwork, createTraffic } from './traffic.ts'

describe('the bucket of an address', () => {
  it('lets a burst through, then its pace, and reports how long to wait', () => {
    let at = 0
    const traffic = createTraffic(() => new Date(at), { perSecond: 0.5, burst: 3 })
    expect([1, 2, 3, 4].map(() => traffic.take('203.0.113.7'))).toEqual([0, 0, 0, 2])
    expect(traffic.take('203.0.113.8')).toBe(0)
    at = 1_000
    expect(traffic.take('203.0.113.7')).toBe(1)
    at = 2_000
    expect([traffic.take('203.0.113.7'), traffic.take('203.0.113.7')]).toEqual([0, 2])
    at = 3_600_000
    expect([1, 2, 3, 4].map(() => traffic.take('203.0.113.7'))).toEqual([0, 0, 0, 2])
  })

  it('is one for a network of IPv6, where one machine has 2^64 addresses', () => {
    const traffic = createTraffic(() => new Date(0), { perSecond: 1, burst: 1 })
    expect([
      traffic.take('2001:db8:1:2::1'),
      traffic.take('2001:db8:1:2:ffff::9'),
      traffic.take('2001:db8:1:3::1'),
    ]).toEqual([0, 1, 0])
  })

  it('is forgotten when a flood of addresses comes, so that memory is bounded', () => {
    const traffic = createTraffic(() => new Date(0), { perSecond: 1, burst: 1 })
    traffic.take('203.0.113.7')
    for (let index = 0; index < 20_000; index += 1)
      traffic.take(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
    expect(traffic.take('203.0.113.7')).toBe(0)
    expect(traffic.take('10.0.78.31')).toBe(1)
  })
})

describe('too many calls of one address', () => {
  let service: TestService
  // The pace of production: 500 at once, 50 a second.
  beforeAll(async () => void (service = await startTestService({ env: { ADDRESS_LIMIT_FACTOR: '1' } })), 60_000)
  afterAll(() => service.stop())

  /** As from a socket of `from`, with what it claims about others. */
  const inject = (request: InjectOptions) => {
    if (isFrozen) service.forward(-10_000)
    return service.app.inject(request)
  }
  const get = (path: string, from: string, headers: Record<string, string> = {}) =>
    inject({ url: path, remoteAddress: from, headers })
  /** The clock is set back before each request, so that no time passes for the bucket. */
  let isFrozen = false
  /** Sends until it is refused; no time passes until `thaw`. */
  const useUp = async (ask: () => ReturnType<typeof get>) => {
    isFrozen = true
    while ((await ask()).headers['retry-after'] === undefined);
  }
  const thaw = () => {
    isFrozen = false
    service.forward(86_400_000)
  }

  it('are refused with 429, the seconds to wait and a sentence, reads and calls alike', async () => {
    const { token } = await makePerson(service)
    await useUp(() => get('/app/nothing', '198.51.100.1'))
    const sentences = new Set<string>()
    for (const lang of apiCodes) {
      const refused = await get(getSetting.path, '198.51.100.1', { lang, 'authorized-key': token })
      const { code, msg, data } = refused.json<{ code: number; msg: string; data: unknown }>()
      expect([
        refused.statusCode,
        code,
        data,
        refused.headers['retry-after'],
        refused.headers['cache-control'],
      ]).toEqual([200, 429, { retry_after: expect.any(Number) }, expect.stringMatching(/^[1-9]/), 'no-store'])
      sentences.add(msg)
    }
    // Spain and Mexico say it alike.
    expect(sentences.size).toBe(apiCodes.length - 1)
    expect(
      (
        await inject({
          method: 'POST',
          url: loginMobile.path,
          remoteAddress: '198.51.100.1',
          headers: { 'content-type': 'application/json' },
          payload: '{}',
        })
      ).json(),
    ).toMatchObject({ code: 429 })
    expect((await get(`/files/${'a'.repeat(22)}`, '198.51.100.1')).statusCode).toBe(429)
    expect((await get('/readyz', '198.51.100.1')).statusCode).toBe(200)
    expect((await get(getSetting.path, '198.51.100.2', { 'authorized-key': token })).json()).toMatchObject({ code: 0 })
    thaw()
    expect((await get(getSetting.path, '198.51.100.1', { 'authorized-key': token })).json()).toMatchObject({ code: 0 })
  }, 60_000)

  it('are a warning of /readyz where many people share a private one', async () => {
    const warningFor = async (ip: string) => {
      await service.services.database.transaction(async tx => {
        const nobody = { mobile: null, email: null, countryCode: 'MX', pwdHash: null, language: 'es_MX' } as const
        for (let n = 0; n < 20; n += 1) {
          const id = (await createAccount(tx, { ...nobody, publicId: newPublicId() })) ?? 0n
          await openSession(tx, await lockPerson(tx, id), 'mobile', { ip, userAgent: '' }, new Date())
        }
      })
      service.forward(60_000)
      return (await get('/readyz', '198.51.100.9')).json<{ warning?: string }>().warning
    }
    expect(await warningFor('203.0.113.7')).toBeUndefined()
    expect(await warningFor('10.0.0.5')).toBe('Many people sign in from 10.0.0.5: is TRUSTED_PROXIES missing?')
  })

  it('cannot use invented addresses: of X-Forwarded-For only the proxy’s own part counts', async () => {
    let index = 0
    const invented = () => ({ 'x-forwarded-for': `203.0.113.${index++ % 250}` })
    await useUp(() => get('/app/nothing', '198.51.100.3', invented()))
    expect((await get(launch.path, '198.51.100.3', invented())).json()).toMatchObject({ code: 429 })
    // Behind the gateway (loopback): who it names, not what the person wrote before.
    const through = () => ({ 'x-forwarded-for': `203.0.113.${index++ % 250}, 198.51.100.4` })
    thaw()
    await useUp(() => get('/app/nothing', '127.0.0.1', through()))
    expect((await get(launch.path, '127.0.0.1', through())).json()).toMatchObject({ code: 429 })
    expect((await get(launch.path, '127.0.0.1', { 'x-forwarded-for': '198.51.100.5' })).json()).toMatchObject({
      code: 0,
    })
    thaw()
  }, 60_000)
})

it.each([
  ['203.0.113.77', '203.0.113'],
  ['::ffff:203.0.113.77', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::2', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (ip, network) => {
  expect(toNetwork(ip)).toBe(network)
})
