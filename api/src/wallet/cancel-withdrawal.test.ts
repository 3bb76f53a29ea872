// @postgres
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  balance,
  cancelWithdrawal,
  inboxList,
  sendPayCodeMobile,
  transactionList,
  withdrawLog,
  withdrawRequest,
} from '@adcoin/contract'
import { verifyLedger } from '../ledger/verify.ts'
import { limitTable } from '../limits/table.ts'
import { serveOperation } from '../operator-commands/admin-listener.ts'
import {
  expectOk,
  giveCoin,
  prepareToWithdraw,
  register,
  withdraw,
  withdrawalInput,
  type RegisteredPerson,
} from '../testing/accounts.ts'
import { startBank, type Bank } from '../testing/bank.ts'
import { openInboxStream } from '../testing/inbox-stream.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { holdWithdrawal } from './hold.ts'
import { sumHeldForYoung } from './price.ts'
import { requireAccount } from './withdraw.ts'
import { cancel as decide } from './cancel-withdrawal.ts'

let [bank, service]: [Bank, TestService] = [] as never
beforeAll(async () => {
  bank = await startBank(() => 'paid')
  service = await startTestService({ env: { ...bank.env, TWO_OPERATORS_ABOVE: '30000' } })
}, 60_000)
afterAll(async () => {
  expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
  await service.stop()
  await bank.stop()
})

type Seller = RegisteredPerson & { readonly paywayId: string }

async function seller(coin = 100_000n): Promise<Seller> {
  const person = await register(service)
  await giveCoin(service, person, coin)
  return { ...person, ...(await prepareToWithdraw(service, person)) }
}
/** As after a request, without its code. */
const hold = (person: Seller, amount: bigint): Promise<string> =>
  inOne(async tx => {
    const way = await requireAccount(tx, person.id, person.paywayId)
    return (await holdWithdrawal(tx, person.id, way, amount, service.services.now())).public_id
  })
const cancel = (person: RegisteredPerson, id: string) => service.ask(cancelWithdrawal, { id }, person)
const coinOf = async (person: RegisteredPerson) => expectOk(await service.ask(balance, {}, person))
const logOf = async (person: RegisteredPerson, id: string) =>
  expectOk(await service.ask(withdrawLog, { id }, person)).list[0]
const operate = (name: string, id: string, flags: Record<string, string> = {}, by = 'operator') =>
  serveOperation(service.services, ['withdraw', name, id].filter(Boolean), flags, by)
const inOne: TestService['services']['database']['transaction'] = work => service.services.database.transaction(work)
const runDue = () => service.services.jobs.runDue()

describe('a person who cancels', () => {
  it('has the coin back at once, and gets the same answer again', async () => {
    const ana = await seller()
    const { withdrawal } = expectOk(await withdraw(service, ana, ana.paywayId, 20_000n))
    expect(withdrawal).toMatchObject({ status: 'submitted', can_cancel: true })
    const first = expectOk(await cancel(ana, withdrawal.id))
    expect(first).toMatchObject({
      withdrawal: { id: withdrawal.id, status: 'cancelled', status_text: 'Cancelled, Ad Coin returned' },
      balance: { amount: '100000', hold: '0' },
    })
    expect(first.withdrawal).toMatchObject({ can_cancel: false, reason: null, bank_reference: null })
    expect(first.withdrawal.decided_at).not.toBeNull()
    expect(expectOk(await cancel(ana, withdrawal.id))).toEqual(first)
    // The automatic checks were queued at the request.
    await runDue()
    expect(await logOf(ana, withdrawal.id)).toEqual(first.withdrawal)
    expect(expectOk(await service.ask(withdrawLog, { status: 'cancelled' }, ana)).list).toHaveLength(1)
    const { list, month } = expectOk(await service.ask(transactionList, {}, ana))
    expect(list.map(({ kind, amount, status }) => [kind, amount, status])).toEqual([
      ['withdraw_refund', '20000', null],
      ['withdraw', '-20000', 'cancelled'],
      ['adjust', '100000', null],
    ])
    expect(month).toEqual({ income: '100000', expense: '0' })
    expect(expectOk(await service.ask(inboxList, {}, ana)).list.map(({ kind }) => kind)).not.toContain(
      'withdrawal_rejected',
    )
  }, 60_000)

  it('may do so until an operator approves it, and not while it is approved or settled', async () => {
    const ana = await seller(200_000n)
    const [waiting, queued, paid] = [await hold(ana, 5_000n), await hold(ana, 5_000n), await hold(ana, 5_000n)]
    const [large, rejected] = [await hold(ana, 31_000n), await hold(ana, 5_000n)]
    await runDue()
    await operate('reject', rejected, { reason: 'no' })
    await operate('approve', queued, {}, 'ana')
    // The first of two operators: its payout is not queued yet.
    expect(await operate('approve', large, {}, 'ana')).toMatchObject({ data: { payout_state: 'none' } })
    await operate('pay', paid, {}, 'ben')
    const { hold: held } = await coinOf(ana)
    for (const id of [queued, large, paid, rejected]) {
      expect(await logOf(ana, id)).toMatchObject({ can_cancel: false })
      expect(await cancel(ana, id)).toMatchObject({ key: 'conflict' })
    }
    expect((await coinOf(ana)).hold).toBe(held)
    expect(await logOf(ana, waiting)).toMatchObject({ can_cancel: true })
    expect(expectOk(await cancel(ana, waiting)).withdrawal).toMatchObject({ status: 'cancelled' })
  }, 60_000)

  it('is another person than the one whose id it is: not found, and nothing moves', async () => {
    const [ana, ben] = [await seller(), await seller()]
    const id = await hold(ana, 5_000n)
    expect(await cancel(ben, id)).toMatchObject({ key: 'not_found' })
    expect(await cancel(ben, '0000000000000000')).toMatchObject({ key: 'not_found' })
    expect(await coinOf(ana)).toMatchObject({ amount: '95000', hold: '5000' })
    expect(await coinOf(ben)).toMatchObject({ amount: '100000', hold: '0' })
  }, 60_000)

  it('sees the new balance on every open stream, without an item of the inbox', async () => {
    const ana = await seller()
    const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await openInboxStream(origin, ana.token)
    expect((await stream.next()).data).toMatchObject({ balance: { amount: '100000', hold: '0' } })
    const { withdrawal, balance: held } = expectOk(await withdraw(service, ana, ana.paywayId, 5_000n))
    expect((await stream.next()).data).toMatchObject({ item: null, balance: held })
    const { balance: after } = expectOk(await cancel(ana, withdrawal.id))
    expect((await stream.next()).data).toMatchObject({ item: null, balance: after })
    stream.cut()
  }, 60_000)

  it('may do so while withdrawals are paused', async () => {
    const ana = await seller()
    const id = await hold(ana, 5_000n)
    const pause = (name: string) => serveOperation(service.services, ['withdraw', name], {}, 'operator')
    await pause('pause')
    try {
      expect(expectOk(await cancel(ana, id)).balance).toMatchObject({ amount: '100000', hold: '0' })
    } finally {
      await pause('resume')
    }
  }, 60_000)
})

describe('cancelling and asking again', () => {
  it('escapes neither the limit of requests nor that of codes', async () => {
    const ana = await seller()
    const { max } = limitTable.withdrawals
    for (let request = 0; request < max; request += 1) {
      service.forward(61_000)
      const { withdrawal } = expectOk(await withdraw(service, ana, ana.paywayId, 5_000n))
      expectOk(await cancel(ana, withdrawal.id))
    }
    service.forward(61_000)
    const input = await withdrawalInput(service, ana, ana.paywayId, 5_000n)
    const more = await service.ask(withdrawRequest, input, { ...ana, idempotencyKey: 'one-more' })
    expect(more).toMatchObject({ key: 'too_many' })
    // One code is unused now; with four more the day's five are.
    const code = { scene: 'withdraw', amount: '5000', user_payway_id: ana.paywayId } as const
    for (let unused = 1; unused < limitTable.codesPerDay.max; unused += 1) {
      service.forward(61_000)
      expectOk(await service.ask(sendPayCodeMobile, code, ana))
    }
    service.forward(61_000)
    expect(await service.ask(sendPayCodeMobile, code, ana)).toMatchObject({ key: 'too_many' })
  }, 60_000)

  it('is possible so many times a day: each used code may be sent again', async () => {
    const ana = await seller()
    const id = await hold(ana, 5_000n)
    for (let time = 0; time < limitTable.cancellations.max; time += 1) expectOk(await cancel(ana, id))
    const other = await hold(ana, 5_000n)
    expect(await cancel(ana, other)).toMatchObject({ key: 'too_many' })
    expect(await coinOf(ana)).toMatchObject({ hold: '5000' })
    service.forward(limitTable.cancellations.seconds * 1000)
    expect(expectOk(await cancel(ana, other)).balance).toMatchObject({ hold: '0' })
  }, 60_000)

  it('leaves the limit of young accounts and of one operator where nothing was withdrawn', async () => {
    const ana = await seller()
    const { database, now } = service.services
    const young = () => sumHeldForYoung(database.read, ana.id, now())
    await inOne(tx =>
      tx
        .updateTable('user_payway')
        .set({ usable_from: new Date(now().getTime() + 3_600_000) })
        .where('user_id', '=', ana.id)
        .execute(),
    )
    const first = await hold(ana, 29_000n)
    expect(await young()).toBe(29_000n)
    expectOk(await cancel(ana, first))
    expect(await young()).toBe(0n)
    const second = await hold(ana, 29_000n)
    expect(await operate('approve', second)).toMatchObject({ data: { payout_state: 'queued' } })
    expect(await young()).toBe(29_000n)
  }, 60_000)
})

describe('an operator', () => {
  it('reads why a cancelled withdrawal can be neither approved, paid nor rejected', async () => {
    const ana = await seller()
    const id = await hold(ana, 5_000n)
    await runDue()
    expectOk(await cancel(ana, id))
    for (const [name, flags] of [
      ['approve', {}],
      ['pay', { ref: 'B 1' }],
      ['reject', { reason: 'no' }],
    ] as const)
      expect(await operate(name, id, flags)).toMatchObject({
        exit: 1,
        data: { key: 'conflict' },
        message: 'The person cancelled this withdrawal: its Ad Coin went back. Do not pay it',
      })
    expect(await operate('failed', id)).toMatchObject({ exit: 1, data: { key: 'conflict' } })
    expect(await operate('show', id)).toMatchObject({ data: { status: 'cancelled', decided_by: 'person' } })
    const list = async (flags: Record<string, string>) =>
      ((await operate('list', '', flags)).data as { id: string }[]).filter(row => row.id === id)
    expect(await list({})).toEqual([])
    expect(await list({ status: 'cancelled' })).toHaveLength(1)
    const shown = await serveOperation(service.services, ['user', 'show', ana.userId], {}, 'operator')
    expect(shown.data).toMatchObject({ withdrawals: { paid: 0, rejected: 0, cancelled: 1, open: 0 } })
    expect(await coinOf(ana)).toMatchObject({ amount: '100000', hold: '0' })
  }, 60_000)
})

/** What may happen to one withdrawal; a refusal is a fine answer. */
const acts = {
  cancel: (ana: Seller, id: string) => cancel(ana, id),
  approve: (_: Seller, id: string) => operate('approve', id, {}, 'ana'),
  pay: (_: Seller, id: string) => operate('pay', id, {}, 'ben'),
  reject: (_: Seller, id: string) => operate('reject', id, { reason: 'no' }),
  jobs: () => runDue(),
} as const satisfies Record<string, (ana: Seller, id: string) => Promise<unknown>>
type Act = keyof typeof acts

function permutationsOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, index) => permutationsOf(items.toSpliced(index, 1)).map(rest => [item, ...rest]))
}

describe('cancel, approve, pay, reject and the payout job', () => {
  let ana: Seller
  beforeAll(async () => void (ana = await seller(100_000n)), 60_000)

  /** Exactly one outcome, and the coin where it belongs: returned, or paid by the bank at most once. */
  async function expectOneOutcome(id: string, before: string, order: string): Promise<void> {
    const row = await logOf(ana, id)
    const { amount, hold: held } = await coinOf(ana)
    const isBack = row?.status === 'cancelled' || row?.status === 'rejected'
    expect([order, held, BigInt(before) - BigInt(amount)]).toEqual([order, '0', isBack ? 0n : 5_000n])
    expect([order, isBack || row?.status === 'paid']).toEqual([order, true])
    // An operator may report as paid what is queued; a returned one never reached the bank.
    if (isBack) expect([order, bank.keysOf(id)]).toEqual([order, []])
    expect(bank.keysOf(id).length).toBeLessThan(2)
    expect([order, await finals(id)]).toEqual([order, [isBack ? 'withdraw_refund' : 'withdraw_paid']])
  }
  const finals = async (id: string) =>
    (
      await service.services.database.read
        .selectFrom('ledger_txn')
        .select('kind')
        .where('ref_id', '=', id)
        .where('kind', '<>', 'withdraw_hold')
        .execute()
    ).map(({ kind }) => kind)
  const forgetLimits = () => inOne(tx => tx.deleteFrom('rate_bucket').where('key', 'like', 'cancel%').execute())

  it.each(Object.keys(acts) as Act[])(
    'have one outcome in every order that %s begins',
    async begins => {
      const rest = (Object.keys(acts) as Act[]).filter(act => act !== begins)
      for (const order of permutationsOf(rest).map(acted => [begins, ...acted])) {
        await forgetLimits()
        await giveCoin(service, ana, 5_000n)
        const { amount } = await coinOf(ana)
        const id = await hold(ana, 5_000n)
        for (const act of order) await acts[act](ana, id)
        await expectOneOutcome(id, amount, order.join(' '))
      }
    },
    120_000,
  )

  it('have one outcome at the same moment', async () => {
    const seen = new Set<string | undefined>()
    for (const order of permutationsOf(Object.keys(acts) as Act[]).filter((_, index) => index % 4 === 0)) {
      await giveCoin(service, ana, 5_000n)
      const { amount } = await coinOf(ana)
      const id = await hold(ana, 5_000n)
      const together = { ...acts, cancel: () => inOne(tx => decide(service.services, tx, ana.id, id)) }
      await Promise.allSettled(order.map(act => together[act](ana, id)))
      await runDue()
      seen.add((await logOf(ana, id))?.status)
      await expectOneOutcome(id, amount, order.join(' '))
    }
    expect([...seen]).toContain('cancelled')
    expect(seen.size).toBeGreaterThan(1)
  }, 120_000)
})
