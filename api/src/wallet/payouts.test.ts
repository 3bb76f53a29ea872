// @postgres
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { balance, deleteAccount, proveOwner, formatSupportReference, sendOwnCode } from '@adcoin/contract'
import { verifyLedger } from '../ledger/verify.ts'
import {
  expectOk,
  giveCoin,
  goodPassword,
  prepareToWithdraw,
  register,
  withdraw,
  type RegisteredPerson,
} from '../testing/accounts.ts'
import { startBank, type Bank } from '../testing/bank.ts'
import { faults, runFor } from '../testing/provider-server.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { failPayout } from './payout-commands.ts'
import {} from './withdrawal-decisions.ts'

let bank: Bank
let service: TestService
beforeAll(async () => {
  bank = await startBank()
  service = await startTestService({ env: { ...bank.env, TWO_OPERATORS_ABOVE: '30000' } })
  await service.services.jobs.start()
  await service.services.jobs.stop()
}, 60_000)
beforeEach(() => bank.breaks(() => undefined))
afterAll(async () => {
  expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
  await service.stop()
  await bank.stop()
})

const ops = (name: string, id: string, flags: Record<string, string | true> = {}, by = 'operator') =>
  service.services.operators.find(['withdraw', name])?.command.run({ args: [id], flags, by }) ??
  Promise.reject(new Error(`no command ${name}`))
const pausing = (name: 'pause' | 'resume') =>
  service.services.operators.find(['withdraw', name])?.command.run({ args: [], flags: {}, by: 'operator' })
const run = () => service.services.jobs.runDue()
const balanceOf = async (person: RegisteredPerson) => expectOk(await service.ask(balance, {}, person))
async function requested(amount = 20_000n): Promise<{ ana: RegisteredPerson; id: string }> {
  const ana = await register(service)
  await giveCoin(service, ana, amount)
  const { withdrawal } = expectOk(
    await withdraw(service, ana, (await prepareToWithdraw(service, ana)).paywayId, amount),
  )
  return { ana, id: withdrawal.id }
}
/** An approved withdrawal, handed to the provider. */
async function handedOver(): Promise<{ ana: RegisteredPerson; id: string; key: string }> {
  const { ana, id } = await requested()
  await ops('approve', id)
  await run()
  return { ana, id, key: `${id}-1` }
}
const rowOf = (id: string) =>
  service.services.database.read
    .selectFrom('withdrawal')
    .selectAll()
    .where('public_id', '=', id)
    .executeTakeFirstOrThrow()
const stateOf = async (id: string) => (await rowOf(id)).payout_state

describe('a payout over HTTP', () => {
  it('is sent once with the exact sum, cannot be rejected then, and is paid when confirmed', async () => {
    const { ana, id, key } = await handedOver()
    await ops('approve', id)
    await runFor(service, 60, 3)
    expect([bank.keysOf(id), await stateOf(id)]).toEqual([[key], 'sent'])
    const { database } = service.services
    const bankOf = database.read.selectFrom('bank').innerJoin('user_payway', 'user_payway.bank_id', 'bank.id')
    const { public_id, name } = await bankOf
      .select(['bank.public_id', 'bank.name'])
      .where('user_payway.user_id', '=', ana.id)
      .executeTakeFirstOrThrow()
    expect(bank.payments.get(key)).toMatchObject({
      amount: String((await rowOf(id)).payout),
      currency: 'MXN',
      destination: {
        payway: 'spei',
        bank: { id: public_id, name },
        holder: 'Ana López',
        fields: { account: expect.stringMatching(/^[0-9]{18}$/) },
      },
    })
    await expect(ops('reject', id, { reason: 'changed our mind' })).rejects.toMatchObject({ key: 'conflict' })
    bank.decide(key, 'paid')
    await runFor(service, 3600, 4)
    expect(await ops('show', id)).toMatchObject({ status: 'paid', reference: `BANK-${key}`, decided_by: 'provider' })
    expect(await balanceOf(ana)).toMatchObject({ amount: '0', hold: '0' })
  }, 60_000)

  it('that was approved is held while withdrawals are paused, and sent once when they are not', async () => {
    const [{ ana, id }, other] = [await requested(), await requested()]
    await ops('approve', formatSupportReference('WD', id))
    expect(await pausing('pause')).toEqual({ withdrawals: 'paused' })
    await runFor(service, 60, 3)
    expect([bank.keysOf(id), await stateOf(id)]).toEqual([[], 'queued'])
    await ops('approve', other.id)
    await runFor(service, 60, 3)
    expect([bank.keysOf(other.id), await stateOf(other.id)]).toEqual([[], 'queued'])
    await pausing('resume')
    expect(await pausing('resume')).toEqual({ withdrawals: 'open' })
    await runFor(service, 60, 3)
    expect([bank.keysOf(id), bank.keysOf(other.id)]).toEqual([[`${id}-1`], [`${other.id}-1`]])
    expect(await balanceOf(ana)).toMatchObject({ amount: '0', hold: '20000' })
  }, 60_000)

  it('that never reached the bank is not sent again while withdrawals are paused', async () => {
    bank.breaks(() => 'lost')
    const { id, key } = await handedOver()
    expect(await stateOf(id)).toBe('unknown')
    await pausing('pause')
    bank.breaks(() => undefined)
    await runFor(service, 600, 4)
    expect([bank.keysOf(id), await stateOf(id)]).toEqual([[], 'unknown'])
    await pausing('resume')
    await runFor(service, 3600, 4)
    expect(bank.keysOf(id)).toEqual([key])
  }, 60_000)

  it('that an operator has paid takes one reference of the bank for one withdrawal', async () => {
    const [one, other] = [await handedOver(), await handedOver()]
    expect(await ops('pay', one.id, { ref: 'SPEI 4711' })).toMatchObject({ status: 'paid' })
    await expect(ops('pay', other.id, { ref: 'SPEI 4711' })).rejects.toThrow('another withdrawal has this --ref')
    expect(await balanceOf(other.ana)).toMatchObject({ hold: '20000' })
  }, 60_000)

  it('and a rejection at the same moment exclude each other', async () => {
    const { ana, id } = await requested()
    await ops('approve', id)
    const [rejected] = await Promise.allSettled([ops('reject', id, { reason: 'no' }), run()])
    await run()
    expect(bank.keysOf(id)).toHaveLength(rejected.status === 'fulfilled' ? 0 : 1)
    expect(await balanceOf(ana)).toMatchObject(
      rejected.status === 'fulfilled' ? { amount: '20000', hold: '0' } : { amount: '0', hold: '20000' },
    )
  }, 60_000)

  it.each(faults)(
    'whose request is answered by "%s" is unknown, not returned, until the bank answers',
    async fault => {
      const plan = [fault]
      bank.breaks(() => plan.shift() ?? 'lost')
      const { ana, id, key } = await handedOver()
      await runFor(service, 120, 3)
      expect(await stateOf(id)).toBe('unknown')
      await expect(ops('reject', id, { reason: 'no' })).rejects.toMatchObject({ key: 'conflict' })
      await expect(ops('failed', id)).rejects.toThrow('--anyway')
      bank.breaks(() => undefined)
      bank.deliverLate()
      await runFor(service, 3600, 4)
      expect([bank.keysOf(id), await stateOf(id)]).toEqual([[key], 'sent'])
      bank.decide(key, 'paid')
      expect(await ops('ask', id)).toMatchObject({ provider: 'paid' })
      expect(await balanceOf(ana)).toMatchObject({ amount: '0', hold: '0' })
    },
    60_000,
  )

  it('that failed is sent again under a new key, or returned', async () => {
    const { ana, id, key } = await handedOver()
    bank.decide(key, 'failed')
    await runFor(service, 60, 3)
    expect(await stateOf(id)).toBe('failed')
    expect(await ops('approve', id)).toMatchObject({ payout_state: 'queued' })
    await run()
    expect(bank.keysOf(id)).toEqual([key, `${id}-2`])
    bank.decide(`${id}-2`, 'failed')
    expect(await ops('failed', id)).toMatchObject({ payout_state: 'failed', changed: false })
    expect(await ops('reject', id, { reason: 'the bank refused' })).toMatchObject({ status: 'rejected' })
    expect(await balanceOf(ana)).toMatchObject({ amount: '20000', hold: '0' })
  }, 60_000)

  it('that only an operator calls failed keeps its key, so that the bank does not pay it twice', async () => {
    const { ana, id, key } = await handedOver()
    await expect(ops('failed', id)).rejects.toThrow('accepted')
    await expect(ops('failed', id, { anyway: true })).rejects.toThrow('less than 30 s ago')
    service.forward(30_000)
    expect(await ops('failed', id, { anyway: true })).toMatchObject({ payout_state: 'failed' })
    bank.decide(key, 'paid')
    await ops('approve', id)
    await run()
    expect([bank.keysOf(id), await stateOf(id)]).toEqual([[key], 'confirmed'])
    expect(await balanceOf(ana)).toMatchObject({ amount: '0', hold: '0' })
  }, 60_000)

  it('that is sent again while an operator decides is not returned as well', async () => {
    bank.breaks(() => 'lost')
    const { ana, id, key } = await handedOver()
    service.forward(31_000)
    // The operator's question is answered "absent"; before the decision is written, the job sends it again.
    bank.breaks(() => undefined)
    const { payout_sent_at: readAt } = await rowOf(id)
    await runFor(service, 60, 2)
    expect([bank.keysOf(id), await stateOf(id)]).toEqual([[key], 'sent'])
    await expect(
      service.services.database.transaction(tx => failPayout(tx, id, readAt, service.services.now())),
    ).rejects.toMatchObject({ key: 'conflict' })
    expect(await balanceOf(ana)).toMatchObject({ amount: '0', hold: '20000' })
  }, 60_000)

  it('that an operator returned while the job asked about it is not sent again', async () => {
    bank.breaks(() => 'lost')
    const { ana, id } = await handedOver()
    const { database, now, providers } = service.services
    if (!providers.payout) throw new Error('no provider')
    bank.breaks(() => undefined)
    vi.spyOn(providers.payout, 'ask').mockImplementationOnce(async () => {
      const { payout_sent_at: sentAt } = await rowOf(id)
      await database.transaction(tx => failPayout(tx, id, sentAt, now()))
      await ops('reject', id, { reason: 'did not arrive' })
      return { state: 'absent', reference: null, said: null }
    })
    await runFor(service, 3600, 4)
    expect([bank.keysOf(id), (await rowOf(id)).status]).toEqual([[], 'rejected'])
    expect(await balanceOf(ana)).toMatchObject({ amount: '20000', hold: '0' })
  }, 60_000)

  it('whose last sending was a day ago is not sent again: the provider may have forgotten it', async () => {
    bank.breaks(() => 'lost')
    const { id } = await handedOver()
    service.forward(24 * 3_600_000)
    bank.breaks(() => undefined)
    await runFor(service, 3600, 2)
    expect([bank.keysOf(id), await stateOf(id)]).toEqual([[], 'unknown'])
  }, 60_000)

  it('of a deleted account is still shown, and a late "failed" is reported to operators', async () => {
    const { ana, id, key } = await handedOver()
    bank.decide(key, 'paid')
    await runFor(service, 3600, 4)
    const verify_ticket = expectOk(await service.ask(proveOwner, { passwd: goodPassword }, ana)).verify_ticket
    expectOk(await service.ask(sendOwnCode, { scene: 'delete' }, ana))
    const verify_code = await service.codeFor(ana.e164)
    expectOk(await service.ask(deleteAccount, { verify_ticket, verify_code, give_up: '0' }, ana))
    bank.decide(key, 'failed')
    const webhook = bank.webhook(key, { seconds: service.services.now().getTime() / 1000 })
    expect((await service.app.inject(webhook)).statusCode).toBe(204)
    await run()
    expect(await ops('show', id)).toMatchObject({
      status: 'paid',
      account: null,
      provider_said: `contradicts the decision: failed (${key})`,
    })
  }, 60_000)

  it('in parts above the limit within a day waits for a second operator too', async () => {
    const ana = await register(service)
    await giveCoin(service, ana, 30_001n)
    const { paywayId } = await prepareToWithdraw(service, ana)
    const part = async (amount: bigint) => {
      service.forward(61_000)
      return expectOk(await withdraw(service, ana, paywayId, amount)).withdrawal.id
    }
    const [one, other] = [await part(20_000n), await part(10_000n)]
    expect(await ops('approve', one)).toMatchObject({ payout_state: 'queued' })
    expect(await ops('approve', other)).toMatchObject({ payout_state: 'queued' })
    await giveCoin(service, ana, 1_000n)
    const third = await part(1_001n)
    expect(await ops('approve', third)).toMatchObject({ payout_state: 'none' })
    await expect(ops('approve', third)).rejects.toMatchObject({ key: 'forbidden' })
  }, 60_000)

  it('above the limit waits for a second operator', async () => {
    const { id } = await requested(40_000n)
    expect(await ops('approve', id, {}, 'ana')).toMatchObject({ payout_state: 'none', changed: true })
    await expect(ops('approve', id, {}, 'ana')).rejects.toMatchObject({ key: 'forbidden' })
    await run()
    expect(bank.keysOf(id)).toEqual([])
    expect(await ops('approve', id, {}, 'ben')).toMatchObject({ payout_state: 'queued' })
    await run()
    expect(bank.keysOf(id)).toHaveLength(1)
    expect(await ops('show', id)).toMatchObject({ approved_by: 'ana', released_by: 'ben' })
  }, 60_000)
})

describe('a webhook of the payout provider', () => {
  const now = () => service.services.now().getTime() / 1000
  const webhook: Bank['webhook'] = (about, change) => bank.webhook(about, { seconds: now(), ...change })
  const send = async (sent: ReturnType<Bank['webhook']>) => (await service.app.inject(sent)).statusCode

  it('makes the service ask the provider at once; the answer counts once', async () => {
    const { id, key } = await handedOver()
    const queries = () => bank.payments.get(key)?.asked
    const early = webhook(key)
    expect(await send(early)).toBe(204)
    await run()
    expect([await stateOf(id), queries()]).toEqual(['sent', 1])
    bank.decide(key, 'paid')
    expect(await Promise.all(Array.from({ length: 5 }, () => send(early)))).toEqual([204, 204, 204, 204, 204])
    await run()
    expect([await stateOf(id), queries()]).toEqual(['sent', 1])
    expect(await send(webhook(key))).toBe(204)
    await run()
    expect(await stateOf(id)).toBe('confirmed')
  }, 60_000)

  it('that is forged, changed, old, from the future or unreadable is refused', async () => {
    const { key } = await handedOver()
    const before = bank.payments.get(key)?.asked
    const good = webhook(key)
    const { 'webhook-signature': _left, ...unsigned } = good.headers
    for (const bad of [
      webhook(key, { key: Buffer.alloc(32) }),
      webhook(key, { seconds: now() - 301 }),
      webhook(key, { seconds: now() + 302 }),
      { ...good, payload: good.payload.replace('paid', 'sent') },
      { ...good, headers: { ...good.headers, 'webhook-id': 'another' } },
      { ...good, headers: { ...good.headers, 'webhook-timestamp': String(Math.floor(now()) - 1) } },
    ])
      expect(await send(bad)).toBe(401)
    expect((await service.app.inject({ ...good, headers: unsigned })).statusCode).toBe(400)
    expect(await send(webhook('nobody-1'))).toBe(204)
    await run()
    expect(bank.payments.get(key)?.asked).toBe(before)
  }, 60_000)

  it('that two readers would understand differently is refused, and each refusal is in the log', async () => {
    const { key } = await handedOver()
    // The log has ten at once.
    service.forward(60_000)
    const warn = vi.spyOn(service.services.log, 'warn')
    const sent = (body: string, type = 'application/json') => {
      const { headers, ...request } = webhook(key, { body })
      return send({ ...request, headers: { ...headers, 'content-type': type } })
    }
    expect(await sent(`{ "id" : "${key}", "data": {"id":1, "__proto__":"\\"id\\":"}, "said": "\\"id\\":" }`)).toBe(204)
    const refused = [
      await sent(`{"id":"${key}","id":"another-1"}`),
      await sent(`{"id":"${key}","\\u0069d" : "another-1"}`),
      await sent(`{"id":"${key}","__proto__":{"x":1}}`),
      await sent(`{"id":"${key}"} x`),
      await sent(`{"id":"${key}"}`, 'text/plain\tx'),
    ]
    expect(refused).toEqual([400, 400, 400, 400, 415])
    await expect
      .poll(() => warn.mock.calls.map(([details]) => (details as { status?: number }).status))
      .toEqual(refused)
  }, 60_000)

  it('about a returned withdrawal is reported to operators, and moves nothing', async () => {
    const { ana, id, key } = await handedOver()
    service.forward(30_000)
    await ops('failed', id, { anyway: true })
    await ops('reject', id, { reason: 'no account' })
    bank.decide(key, 'paid')
    await send(webhook(key))
    await run()
    expect(await ops('show', id)).toMatchObject({
      status: 'rejected',
      provider_said: `contradicts the decision: paid (${key})`,
    })
    expect(await balanceOf(ana)).toMatchObject({ amount: '20000', hold: '0' })
    expect(
      await service.services.database.read
        .selectFrom('audit_log')
        .select('action')
        .where('target', '=', id)
        .where('actor', '=', 'provider')
        .execute(),
    ).toEqual([{ action: 'payout contradiction' }])
  }, 60_000)
})
