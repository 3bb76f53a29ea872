// @postgres
import { balance, loginMobile, taskList, withdrawLog, withdrawRequest } from '@adcoin/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  expectOk,
  giveCoin,
  goodPassword,
  prepareToWithdraw,
  register,
  withdrawalInput,
  type RegisteredPerson,
} from './testing/accounts.ts'
import { watchRoundTrips } from './testing/round-trips.ts'
import { startTestService, type TestService } from './testing/start-service.ts'

let service: TestService
let ana: RegisteredPerson
beforeAll(async () => {
  service = await startTestService()
  ana = await register(service)
}, 60_000)
afterAll(() => service.stop())

// Each is the time of one packet there and back, for the person and for a connection of PostgreSQL: one more is asked
// for with a reason, one less is written down here.
it('a call asks the database so many times, its session included', async () => {
  const { paywayId } = await prepareToWithdraw(service, ana)
  await giveCoin(service, ana, 100_000n)
  const input = await withdrawalInput(service, ana, paywayId, 20_000n)
  const { count } = watchRoundTrips(service.services.database.engine)
  const tasks = () => count(async () => expectOk(await service.ask(taskList, {}, ana)))
  // The settings that it and the balance need are cached once the replica listens for changes.
  const least = 2
  await vi.waitFor(async () => expect(await tasks()).toBe(least), 10_000)
  expectOk(await service.ask(balance, { fw: 'true' }, ana))
  const own = { ...ana, idempotencyKey: 'round-trips' }
  const trips = {
    balance: await count(async () => expectOk(await service.ask(balance, {}, ana))),
    'balance, with what selling costs': await count(async () =>
      expectOk(await service.ask(balance, { fw: 'true' }, ana)),
    ),
    withdraw: await count(async () => expectOk(await service.ask(withdrawRequest, input, own))),
    'withdraw, the same again': await count(async () => expectOk(await service.ask(withdrawRequest, input, own))),
    withdrawals: await count(async () => expectOk(await service.ask(withdrawLog, {}, ana))),
    login: await count(async () =>
      expectOk(await service.ask(loginMobile, { mobile_sag: '+52', mobile: ana.mobile, password: goodPassword })),
    ),
  }
  expect(trips).toEqual({
    balance: 2,
    'balance, with what selling costs': 4,
    withdraw: 23,
    'withdraw, the same again': 2,
    withdrawals: 2,
    login: 12,
  })
})
