// @postgres
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUnavailable, type Transaction } from '../database/database.ts'
import { readBalances } from '../ledger/ledger.ts'
import { verifyWholeLedger } from '../ledger/verify.ts'
import { personWithAccount } from '../testing/person-with-account.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { holdWithdrawal } from './hold.ts'
import { requireAccount } from './withdraw.ts'
import { cancel } from './cancel-withdrawal.ts'
import { approve, pay } from './withdrawal-decisions.ts'

const races = Number(process.env['CANCEL_RACES'] ?? 2_000)
const [lanes, amount] = [8, 1_000n]

/** A busy database may refuse a transaction: whoever sent it sends it again. */
async function askUntilAnswered<Result>(
  { database }: TestService['services'],
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (;;)
    try {
      return await database.transaction(work)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
}

/** A person cancels while an operator approves or pays, on two replicas. */
describe.skipIf(!process.env.TEST_DATABASE_URL)('cancel against approve on two replicas', () => {
  let [one, other]: readonly [TestService?, TestService?] = []
  const on = (index: number): TestService['services'] => (index % 2 === 0 ? one : other)?.services as never
  beforeAll(async () => {
    one = await startTestService()
    other = await startTestService({ beside: one })
  }, 60_000)
  afterAll(async () => {
    await other?.stop()
    await one?.stop()
  }, 60_000)

  type Holder = Awaited<ReturnType<typeof personWithAccount>>

  const hold = (person: Holder): Promise<string> =>
    askUntilAnswered(on(0), async tx => {
      const way = await requireAccount(tx, person.id, person.account)
      return (await holdWithdrawal(tx, person.id, way, amount, on(0).now())).public_id
    })

  /** One race; each replica cancels in half of them, and each side begins in half of them. */
  async function race(person: Holder, index: number): Promise<{ cancelled: boolean; secondWon: boolean }> {
    const id = await hold(person)
    const [theirs, ours] = [on(index), on(index + 1)]
    const cancels = () => askUntilAnswered(theirs, tx => cancel(theirs, tx, person.id, id))
    const approves = () =>
      askUntilAnswered(ours, tx => (index % 3 === 0 ? pay : approve)(ours, tx, id, { by: 'operator' }))
    const [first, second] = index % 4 < 2 ? [cancels, approves] : [approves, cancels]
    const ends = await Promise.allSettled([first(), second()])
    // One of them is refused, never both and never none.
    expect(ends.map(end => end.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(end => end.status === 'rejected')?.reason).toMatchObject({ key: 'conflict' })
    const secondWon = ends[1].status === 'fulfilled'
    const cancelled = secondWon ? second === cancels : first === cancels
    if (!cancelled) await askUntilAnswered(ours, tx => pay(ours, tx, id, { by: 'operator' }))
    return { cancelled, secondWon }
  }

  it(
    'is either paid or returned, and the ledger is exact',
    async () => {
      const coin = amount * BigInt(races)
      const people = await Promise.all(
        Array.from({ length: lanes }, () => on(0).database.transaction(tx => personWithAccount(on(0), tx, coin))),
      )
      const won = { cancelled: 0, approved: 0, second: 0 }
      const paidOf = new Map<bigint, bigint>()
      let next = 0
      await Promise.all(
        people.map(async person => {
          for (let index = next++; index < races; index = next++) {
            const { cancelled, secondWon } = await race(person, index)
            won[cancelled ? 'cancelled' : 'approved'] += 1
            won.second += Number(secondWon)
            if (!cancelled) paidOf.set(person.id, (paidOf.get(person.id) ?? 0n) + amount)
          }
        }),
      )
      process.stdout.write(`${races} races: ${JSON.stringify(won)}\n`)
      expect(Math.min(won.cancelled, won.approved)).toBeGreaterThan(races / 20)
      const { read } = on(0).database
      for (const { id } of people)
        expect(await readBalances(read, id)).toMatchObject({ amount: coin - (paidOf.get(id) ?? 0n), hold: 0n })
      const { rows } = await sql<{ status: string; kinds: string; count: bigint }>`
        SELECT status, kinds, count(*) FROM (
          SELECT w.status, string_agg(t.kind, ' ' ORDER BY t.id) AS kinds
            FROM withdrawal w JOIN ledger_txn t ON t.ref_type = 'withdrawal' AND t.ref_id = w.public_id
           GROUP BY w.id, w.status) each GROUP BY 1, 2 ORDER BY 1`.execute(read)
      expect(rows).toEqual([
        { status: 'cancelled', kinds: 'withdraw_hold withdraw_refund', count: BigInt(won.cancelled) },
        { status: 'paid', kinds: 'withdraw_hold withdraw_paid', count: BigInt(won.approved) },
      ])
      expect(await verifyWholeLedger(on(0).database)).toMatchObject({ ok: true })
    },
    60_000 + races * 50,
  )
})
