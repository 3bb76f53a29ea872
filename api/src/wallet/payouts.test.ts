import { afterAll, beforeAll, expect, it } from 'vitest'
import { balance } from '@adcoin/contract'
import { verifyLedger } from '../ledger/verify.ts'
import type { Payout, PayoutProvider } from '../providers/provider.ts'
import { expectOk, giveCoin, prepareToWithdraw, register, withdraw, type Somebody } from '../testing/accounts.ts'
import { startService, type TestService } from '../testing/start-service.ts'

/** A provider that does what the next test says, and counts. */
let sent: Payout[] = []
let answer: PayoutProvider['send'] = async () => 'sent'
let service: TestService
beforeAll(async () => {
  service = await startService()
  Object.assign(service.services.providers, {
    payout: {
      send: (payout: Payout) => {
        sent.push(payout)
        return answer(payout)
      },
    },
  })
}, 60_000)
afterAll(async () => {
  expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
  await service.stop()
})

const ops = (name: string, id: string, flags: Record<string, string> = {}) =>
  service.services.operators.find(['withdraw', name])?.command.run({ args: [id], flags, by: 'operator' }) ??
  Promise.reject(new Error(`no command ${name}`))
const balanceOf = async (person: Somebody) => expectOk(await service.ask(balance, {}, person))
/** An approved withdrawal, handed to the provider. */
async function handedOver(provider: PayoutProvider['send']): Promise<{ ana: Somebody; id: string }> {
  ;[sent, answer] = [[], provider]
  const ana = await register(service)
  await giveCoin(service, ana, 20_000n)
  const { withdrawal } = expectOk(
    await withdraw(service, ana, (await prepareToWithdraw(service, ana)).paywayId, 20_000n),
  )
  await ops('approve', withdrawal.id)
  await service.services.jobs.runDue()
  return { ana, id: withdrawal.id }
}
const stateOf = async (id: string) =>
  (
    await service.services.database.read
      .selectFrom('withdrawal')
      .select('payout_state')
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow()
  ).payout_state

it('is handed over once, cannot be rejected after that, and is paid under one reference of the bank', async () => {
  const { ana, id } = await handedOver(async () => 'sent')
  await ops('approve', id)
  service.forward(3_600_000)
  await service.services.jobs.runDue()
  expect([sent.length, await stateOf(id)]).toEqual([1, 'sent'])
  await expect(ops('reject', id, { reason: 'changed our mind' })).rejects.toMatchObject({ key: 'conflict' })
  expect(await ops('pay', id, { ref: 'SPEI 4711' })).toMatchObject({ status: 'paid' })
  expect(await ops('show', id)).toMatchObject({ reference: 'SPEI 4711' })
  expect(await balanceOf(ana)).toMatchObject({ amount: '0', hold: '0' })
  const other = await handedOver(async () => 'sent')
  await expect(ops('pay', other.id, { ref: 'SPEI 4711' })).rejects.toMatchObject({
    key: 'invalid_input',
    fields: { ref: 'invalid' },
  })
  expect(await balanceOf(other.ana)).toMatchObject({ hold: '20000' })
}, 60_000)

it('that ended in an error is unknown: never sent again and never returned until an operator says that it failed', async () => {
  const { ana, id } = await handedOver(() => Promise.reject(new Error('no answer')))
  for (let hour = 0; hour < 3; hour += 1) {
    service.forward(3_600_000)
    await service.services.jobs.runDue()
  }
  expect([sent.length, await stateOf(id)]).toEqual([1, 'unknown'])
  await expect(ops('reject', id, { reason: 'no' })).rejects.toMatchObject({ key: 'conflict' })
  expect(await ops('failed', id)).toMatchObject({ payout_state: 'failed', changed: true })
  expect(await ops('failed', id)).toMatchObject({ changed: false })

  answer = async () => 'sent'
  expect(await ops('approve', id)).toMatchObject({ payout_state: 'queued', changed: true })
  await service.services.jobs.runDue()
  expect([sent.length, await stateOf(id)]).toEqual([2, 'sent'])
  await ops('failed', id)
  expect(await ops('reject', id, { reason: 'the bank refused' })).toMatchObject({ status: 'rejected' })
  expect(await balanceOf(ana)).toMatchObject({ amount: '20000', hold: '0' })
}, 60_000)

it('and a rejection at the same moment exclude each other', async () => {
  ;[sent, answer] = [[], async () => 'sent']
  const ana = await register(service)
  await giveCoin(service, ana, 20_000n)
  const {
    withdrawal: { id },
  } = expectOk(await withdraw(service, ana, (await prepareToWithdraw(service, ana)).paywayId, 20_000n))
  await ops('approve', id)
  const [rejected] = await Promise.allSettled([ops('reject', id, { reason: 'no' }), service.services.jobs.runDue()])
  expect(sent.length).toBe(rejected.status === 'fulfilled' ? 0 : 1)
  expect(await balanceOf(ana)).toMatchObject(
    rejected.status === 'fulfilled' ? { amount: '20000', hold: '0' } : { amount: '0', hold: '20000' },
  )
}, 60_000)
