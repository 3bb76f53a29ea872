// @postgres
import { afterAll, beforeAll, expect, it } from 'vitest'
import { balance } from '@adcoin/contract'
import { verifyLedger } from '../ledger/verify.ts'
import { expectOk, giveCoin, prepareToWithdraw, register, type RegisteredPerson } from '../testing/accounts.ts'
import { startBank, type Bank } from '../testing/bank.ts'
import { faults, runFor } from '../testing/provider-server.ts'
import { makeDice } from '../testing/dice.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { holdWithdrawal } from './hold.ts'
import { requireAccount } from './withdraw.ts'

let [bank, service, ana]: [Bank, TestService, RegisteredPerson & { paywayId: string }] = [] as never
beforeAll(async () => {
  bank = await startBank()
  service = await startTestService({ env: bank.env })
  await service.services.jobs.start()
  await service.services.jobs.stop()
  const person = await register(service)
  ana = { ...person, ...(await prepareToWithdraw(service, person)) }
}, 60_000)
afterAll(async () => {
  await service.stop()
  await bank.stop()
})

const [withdrawals, steps] = [6, 45]
/** "slow" takes its second each time, and ends as the others do. */
const quick = faults.filter(fault => fault !== 'slow')
type Random = (end: number) => number
const anyOf = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item
const now = () => service.services.now().getTime() / 1000
const run = (ask: TestService) => ask.services.jobs.runDue()

/** What operators do: refusals are fine, and --anyway is never used. */
const operator = async (name: string, id: string, flags: Record<string, string> = {}): Promise<void> =>
  service.services.operators
    .find(['withdraw', name])
    ?.command.run({ args: [id], flags, by: 'operator' })
    .then(
      () => undefined,
      () => undefined,
    )

async function held(random: Random): Promise<string> {
  const amount = 10_001n + BigInt(random(5_000))
  await giveCoin(service, ana, amount)
  const { database } = service.services
  return database.transaction(async tx => {
    const way = await requireAccount(tx, ana.id, ana.paywayId)
    return (await holdWithdrawal(tx, ana.id, way, amount, new Date())).public_id
  })
}

/**
 * One thing that may happen: work, an operator, the bank, a webhook that is true, doubled, forged, old or of nothing.
 */
async function step(random: Random, ids: readonly string[], sent: ReturnType<Bank['webhook']>[]): Promise<void> {
  const id = anyOf(random, ids)
  const keys = bank.keysOf(id)
  const key = anyOf(random, [...keys, `${id}-${1 + random(3)}`])
  const webhook = (change: Parameters<Bank['webhook']>[1]) => {
    const made = bank.webhook(key, { seconds: now(), ...change })
    sent.push(made)
    return service.app.inject(made)
  }
  const acts: (() => Promise<unknown>)[] = [
    () => run(service),
    () => runFor(service, 1 + random(600), 1),
    () => operator('approve', id),
    () => operator('failed', id),
    () => operator('ask', id),
    () => operator('reject', id, { reason: 'no' }),
    () => operator('reject', anyOf(random, ids), { reason: 'no' }),
    async () => keys.length > 0 && bank.decideOnce(anyOf(random, keys), anyOf(random, ['paid', 'failed'])),
    async () => bank.deliverLate(),
    () => webhook({}),
    () => webhook({ key: Buffer.alloc(32) }),
    () => webhook({ seconds: now() - 400 }),
    async () => sent.length > 0 && service.app.inject(anyOf(random, sent)),
    () => Promise.all([run(service), webhook({}), operator('ask', id)]),
  ]
  await anyOf(random, acts)()
}

it.each(['a', 'b', 'c'])(
  'each is paid once or returned once, if answers are lost, late, doubled or forged (seed %s)',
  async seed => {
    const random = makeDice(seed)
    const ids: string[] = []
    for (let index = 0; index < withdrawals; index += 1) ids.push(await held(random))
    for (const id of ids) if (random(4) > 0) await operator('approve', id)
    bank.breaks(() => (random(8) > 0 ? anyOf(random, quick) : undefined))
    await run(service)
    const sent: ReturnType<Bank['webhook']>[] = []
    for (let index = 0; index < steps; index += 1) await step(random, ids, sent)

    // The line is good again, and the bank makes up its mind.
    bank.breaks(() => undefined)
    for (let round = 0; round < 3; round += 1) {
      bank.deliverLate()
      for (const [key, { state }] of bank.payments)
        if (state === 'accepted') bank.decideOnce(key, random(2) ? 'paid' : 'failed')
      await runFor(service, 7300, 3)
    }
    for (const id of ids) await operator('reject', id, { reason: 'the bank refused' })

    const rows = await service.services.database.read
      .selectFrom('withdrawal')
      .select(['public_id', 'status', 'payout', 'payout_state'])
      .where('public_id', 'in', ids)
      .execute()
    for (const { public_id: id, status, payout } of rows) {
      const paid = bank.keysOf(id).filter(key => bank.payments.get(key)?.state === 'paid')
      expect([id, paid.length, status]).toEqual([
        id,
        status === 'paid' ? 1 : 0,
        status === 'paid' ? 'paid' : 'rejected',
      ])
      for (const key of paid) expect(bank.payments.get(key)?.amount).toBe(String(payout))
    }
    expect(expectOk(await service.ask(balance, {}, ana)).hold).toBe('0')
    expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
  },
  60_000,
)
