// @postgres
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bindAccount,
  bindInvite,
  changePassword,
  errorCodes,
  saveSetting,
  sendPayCodeMobile,
  supportRegion,
  withdrawRequest,
  type Call,
} from '@adcoin/contract'
import { expectOk, giveCoin, prepareToWithdraw, register, withdraw } from '../testing/accounts.ts'
import { makePerson, type ServicePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

const quote = { fee: '200', payout: '1764', rate_num: '18', rate_den: '100' }
/** Source: reference-api.md 3.2. What is tried counts, whether it succeeds or not. */
const limits: readonly [
  call: Call,
  max: number,
  seconds: number,
  input: (person: ServicePerson, index: number) => unknown,
][] = [
  [
    withdrawRequest,
    10,
    3600,
    () => ({ amount: '10000', user_payway_id: 'none', pay_passwd: 'ana-ana', verify_code: '0000', quote }),
  ],
  [saveSetting, 20, 3600, (_person, index) => ({ nick_name: `Ana ${index}` })],
  [bindInvite, 10, 3600, person => ({ user_id: person.publicId, invite_code: 'ZZZZZZ' })],
  [
    changePassword,
    5,
    3600,
    () => ({ old_passwd: 'not this one', password: 'a new horse', confirm_password: 'a new horse' }),
  ],
  [
    bindAccount,
    5,
    86_400,
    (_person, index) => ({
      platform: 'tiktok',
      username: `ana${index}`,
      homepage_link: `https://www.tiktok.com/@ana${index}`,
    }),
  ],
]

it.each(limits)(
  '$path: $1 in $2 s for each person, then 429 with the time to wait',
  async (call, max, seconds, input) => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const ask = (person: ServicePerson, index: number) =>
      service.askRaw(call, input(person, index), { token: person.token, idempotencyKey: randomUUID() })
    for (let index = 0; index < max; index += 1) expect((await ask(ana, index)).code).not.toBe(errorCodes.too_many)
    const refused = await ask(ana, max)
    expect(refused).toMatchObject({ status: 200, code: errorCodes.too_many })
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(refused.retryAfter).toBeLessThanOrEqual(seconds)
    expect((await ask(ben, 100)).code).not.toBe(errorCodes.too_many)
    service.forward(seconds * 1000)
    expect((await ask(ana, max + 1)).code).not.toBe(errorCodes.too_many)
  },
)

it('the regions: 60 a minute for each address, of which forged headers make no more', async () => {
  const counted = await startTestService({ env: { ADDRESS_LIMIT_FACTOR: '1' } })
  try {
    const ask = (ip: string) => counted.askRaw(supportRegion, {}, { ip })
    for (let index = 0; index < 60; index += 1) expect((await ask('198.51.100.1')).code).toBe(0)
    expect(await ask('198.51.100.1')).toMatchObject({
      status: 200,
      code: errorCodes.too_many,
      retryAfter: expect.any(Number),
    })
    expect((await ask('203.0.113.7, 198.51.100.1')).code).toBe(errorCodes.too_many)
    expect((await ask('198.51.100.2')).code).toBe(0)
    counted.forward(60_000)
    expect((await ask('198.51.100.1')).code).toBe(0)
  } finally {
    await counted.stop()
  }
}, 60_000)

describe('codes to withdraw', () => {
  const minute = 60_000

  it('are five a day while none is used', async () => {
    const ana = await register(service)
    const { paywayId } = await prepareToWithdraw(service, ana)
    const send = () =>
      service.ask(sendPayCodeMobile, { scene: 'withdraw', amount: '10000', user_payway_id: paywayId }, ana)
    for (let sent = 0; sent < 5; sent += 1) {
      expectOk(await send())
      service.forward(minute)
    }
    expect(await send()).toMatchObject({ status: 200, code: errorCodes.too_many, retryAfter: expect.any(Number) })
    service.forward(24 * 60 * minute)
    expectOk(await send())
  }, 60_000)

  it('that were used do not count, so that a person who withdraws often is not locked out', async () => {
    const ana = await register(service)
    await giveCoin(service, ana, 200_000n)
    const { paywayId } = await prepareToWithdraw(service, ana)
    for (let done = 0; done < 8; done += 1) {
      expectOk(await withdraw(service, ana, paywayId, 10_000n))
      service.forward(minute)
    }
  }, 60_000)
})
