// @postgres
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changePassword, loginMobile, sendOwnCode, sendResetCodeEmail, sendResetCodeMobile } from '@adcoin/contract'
import { listCountedAddresses, toNetwork } from '../http/traffic.ts'
import { goodPassword, register } from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService({ env: { ADDRESS_LIMIT_FACTOR: '1' } })), 60_000)
afterAll(() => service.stop())

const address = fc.oneof(
  fc.ipV4(),
  fc.constant('127.0.0.1'),
  fc.ipV6().filter(ip => !ip.includes('.')),
)

it('an anonymous crowd, also from the same address, never changes what a person gets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(address, { minLength: 30, maxLength: 60 }), async crowd => {
      service.forward(7_200_000)
      const ana = await register(service)
      service.forward(3_600_000)
      const number = { mobile_sag: '+52', mobile: ana.mobile }
      for (const [nth, ip] of crowd.entries()) {
        await service.ask(loginMobile, { ...number, password: `guess ${nth}` }, { ip })
        await service.ask(sendResetCodeMobile, number, { ip })
        await service.ask(sendResetCodeEmail, { email: `n${nth}@example.com` }, { ip: '127.0.0.1' })
      }
      expect((await service.ask(sendOwnCode, { scene: 'prove' }, ana)).code).toBe(0)
      const passwords = { old_passwd: 'not this one', password: 'a new horse', confirm_password: 'a new horse' }
      expect((await service.askRaw(changePassword, passwords, ana)).key).toBe('old_pwd_wrong')
    }),
    { numRuns: 4 },
  )
}, 120_000)

it('an owner signs in from a known device or network, whatever others do elsewhere', async () => {
  service.forward(7_200_000)
  const ana = await register(service)
  const number = { mobile_sag: '+52', mobile: ana.mobile }
  service.forward(3_600_000)
  for (let nth = 0; nth < 30; nth += 1) {
    await service.ask(loginMobile, { ...number, password: `guess ${nth}` }, { ip: `203.0.${nth}.7` })
    await service.ask(sendResetCodeMobile, number, { ip: `203.0.${nth}.7` })
    service.forward(61_000)
  }
  const login = { ...number, password: goodPassword }
  expect((await service.ask(loginMobile, login, { ip: '203.0.200.7' })).key).toBe('too_many')
  expect((await service.ask(loginMobile, login, { ip: '198.51.100.7', token: ana.token })).code).toBe(0)
  expect((await service.ask(loginMobile, login)).code).toBe(0)
  expect((await service.ask(sendResetCodeMobile, number)).code).toBe(0)
}, 60_000)

it('every address of a /64 counts as one, in any spelling; a mapped one as its IPv4 address', () => {
  const groups = fc.array(fc.integer({ min: 1, max: 0xffff }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(groups, groups, (one, other) => {
      const text = (numbers: number[]) => numbers.map(number => number.toString(16)).join(':')
      const [first, second] = [text(one), text([...one.slice(0, 4), ...other.slice(4)])]
      const padded = first
        .split(':')
        .map(group => group.toUpperCase().padStart(4, '0'))
        .join(':')
      expect(listCountedAddresses(second)).toEqual(listCountedAddresses(first))
      expect(listCountedAddresses(padded)).toEqual(listCountedAddresses(first))
      expect(toNetwork(padded)).toBe(toNetwork(second))
    }),
  )
  for (const mapped of ['::ffff:198.51.100.7', '::ffff:c633:6407', '0:0:0:0:0:ffff:c633:6407'])
    expect([listCountedAddresses(mapped), toNetwork(mapped)]).toEqual([
      [{ subject: '198.51.100.7', times: 1 }],
      '198.51.100',
    ])
})
