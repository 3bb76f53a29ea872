// @postgres
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inboxList } from '@adcoin/contract'
import {
  expectOk,
  giveCoin,
  prepareToWithdraw,
  register,
  withdraw,
  type RegisteredPerson,
} from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { pay, reject } from './withdrawal-decisions.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService({ env: { TWO_OPERATORS_ABOVE: '10000' } })), 60_000)
afterAll(() => service.stop())

const ops = (
  name: string,
  args: string[],
  flags: Record<string, string | true> = {},
  by = 'operator',
  identity?: string,
) =>
  service.services.operators.find(['withdraw', name])?.command.run({ args, flags, by, identity }) ??
  Promise.reject(new Error(`no command ${name}`))
async function requested(amount: bigint): Promise<{ ana: RegisteredPerson; id: string }> {
  const ana = await register(service)
  await giveCoin(service, ana, amount)
  const { paywayId } = await prepareToWithdraw(service, ana)
  const { withdrawal } = expectOk(await withdraw(service, ana, paywayId, amount))
  await service.services.jobs.runDue()
  return { ana, id: withdrawal.id }
}
const statesOf = async (flags: Record<string, string>, ids: readonly string[]) =>
  ((await ops('list', [], flags)) as { id: string; status: string; payout_state: string }[])
    .filter(({ id }) => ids.includes(id))
    .map(({ status, payout_state }) => `${status} ${payout_state}`)
    .sort()
/** Messages about withdrawals, with the person that each went to. */
const messagesTo = async (dest: string) =>
  service.services.database.read
    .selectFrom('outbox')
    .select(['template', 'vars'])
    .where('dest', '=', dest)
    .where('template', 'like', 'withdrawal_%')
    .execute()

describe('operators', () => {
  it('list by status and by the state of the payout', async () => {
    const made = [await requested(5_000n), await requested(5_000n), await requested(5_000n)]
    const ids = made.map(({ id }) => id)
    await ops('approve', [ids[0] ?? ''])
    await ops('reject', [ids[1] ?? ''], { reason: 'no' })
    expect(await statesOf({}, ids)).toEqual(['awaiting_approval none', 'awaiting_approval queued'])
    expect(await statesOf({ status: 'rejected' }, ids)).toEqual(['rejected none'])
    expect(await statesOf({ status: 'all' }, ids)).toHaveLength(3)
    expect(await statesOf({ payout: 'queued' }, ids)).toEqual(['awaiting_approval queued'])
    await expect(ops('list', [], { status: 'gone' })).rejects.toThrow('--status must be one of')
  })

  it.each([{}, { reason: '' }, { reason: '   ' }])('need a reason to reject, which %j is not', async flags => {
    const { id } = await requested(5_000n)
    await expect(ops('reject', [id], flags)).rejects.toThrow('--reason TEXT is required')
    expect(await statesOf({}, [id])).toEqual(['awaiting_approval none'])
  })

  it('are refused where there is no such withdrawal', async () => {
    for (const name of ['show', 'approve', 'pay', 'ask'])
      await expect(ops(name, ['0000000000000000'])).rejects.toMatchObject({ key: 'not_found' })
  })

  it('see an error that is not about a reference as it is', async () => {
    const { id } = await requested(10_001n)
    await expect(ops('pay', [id], { ref: 'A 1' })).rejects.toMatchObject({ key: 'forbidden' })
  })

  it('are two above the limit, and one at it', async () => {
    const [at, above] = [await requested(10_000n), await requested(10_001n)]
    expect(await ops('pay', [at.id])).toMatchObject({ status: 'paid', payout_state: 'confirmed' })
    await ops('approve', [above.id], {}, 'ana')
    for (const ana of ['ana', 'ana ', 'Ana', 'ａｎａ'])
      await expect(ops('pay', [above.id], {}, ana)).rejects.toMatchObject({ key: 'forbidden' })
    expect(await ops('pay', [above.id], {}, 'ben')).toMatchObject({ status: 'paid' })
    const { database } = service.services
    const again = await database.transaction(tx => pay(service.services, tx, above.id, { by: 'ben' }))
    expect(again).toEqual({ id: above.id, status: 'paid', payout_state: 'confirmed', changed: false })
  })

  it('are one by the identity of the organisation’s sign-in, whatever name each sign-in has', async () => {
    const [eve, boss] = ['https://id.example|user-4711', 'https://id.example|user-1']
    const [byEve, before] = [await requested(10_001n), await requested(10_001n)]
    await ops('approve', [byEve.id], {}, 'eve@example.com', eve)
    for (const name of ['eve@example.com', 'eve', 'boss@example.com'])
      await expect(ops('pay', [byEve.id], {}, name, eve)).rejects.toMatchObject({ key: 'forbidden' })
    // The command line has no identity: it may be eve under any name.
    await expect(ops('pay', [byEve.id], {}, 'ben')).rejects.toMatchObject({ key: 'forbidden' })
    expect(await ops('pay', [byEve.id], {}, 'eve@example.com', boss)).toMatchObject({ status: 'paid' })

    // As stored before identities were.
    await ops('approve', [before.id], {}, 'eve')
    await expect(ops('pay', [before.id], {}, 'evelyn', eve)).rejects.toMatchObject({ key: 'forbidden' })
    expect(await ops('approve', [before.id], {}, 'evelyn', eve)).toMatchObject({ changed: true })
    await expect(ops('pay', [before.id], {}, 'eve')).rejects.toMatchObject({ key: 'forbidden' })
    expect(await ops('pay', [before.id], {}, 'boss', boss)).toMatchObject({ status: 'paid' })
  })
})

it('a message about a withdrawal reaches its owner alone, with its amount and outcome', async () => {
  const [paid, rejected, other] = [await requested(1_234n), await requested(5_000n), await requested(5_000n)]
  await ops('pay', [paid.id])
  await ops('reject', [rejected.id], { reason: 'no' })
  const last4 = expect.stringMatching(/^•••• [0-9]{4}$/)
  expect(await messagesTo(paid.ana.e164)).toEqual([
    { template: 'withdrawal_paid', vars: { amount: '12.34', account: last4 } },
  ])
  expect(await messagesTo(rejected.ana.e164)).toEqual([
    { template: 'withdrawal_rejected', vars: { amount: '50.00', account: last4 } },
  ])
  expect(await messagesTo(other.ana.e164)).toEqual([])
  const newsOf = async ({ ana }: { ana: RegisteredPerson }) =>
    expectOk(await service.ask(inboxList, {}, ana)).list.filter(({ kind }) => kind.startsWith('withdrawal_'))
  expect(await newsOf(rejected)).toMatchObject([{ kind: 'withdrawal_rejected', ref: rejected.id }])
  expect(await newsOf(other)).toEqual([])
  const { database } = service.services
  const again = await database.transaction(tx => reject(service.services, tx, rejected.id, 'ben', 'again'))
  expect(again).toEqual({ id: rejected.id, status: 'rejected', payout_state: 'none', changed: false })
})
