// @postgres
import { saveSetting, statement, transactionList, type Statement } from '@adcoin/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../ledger/ledger.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { personWithAccount } from '../testing/person-with-account.ts'
import { makePerson, type ServicePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { holdWithdrawal } from './hold.ts'
import { requireAccount } from './withdraw.ts'
import { cancel } from './cancel-withdrawal.ts'
import { pay } from './withdrawal-decisions.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(async () => {
  expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
  await service.stop()
})

type Seller = ServicePerson & { readonly paywayId: string }
const inOne: TestService['services']['database']['transaction'] = work => service.services.database.transaction(work)

async function sellerIn(time_zone: string): Promise<Seller> {
  const person = await makePerson(service)
  expect(await service.askRaw(saveSetting, { time_zone }, person)).toMatchObject({ code: 0 })
  const paywayId = await inOne(async tx => {
    // Its account becomes this person's.
    const { id, account } = await personWithAccount(service.services, tx, 1n)
    await tx.updateTable('user_payway').set({ user_id: person.id }).where('user_id', '=', id).execute()
    return account
  })
  return { ...person, paywayId }
}

/** The ledger takes no date from anybody, so the entries of a posting are moved by the database's owner. */
async function dated<Result>(iso: string, work: Parameters<typeof inOne<Result>>[0]): Promise<Result> {
  return inOne(async tx => {
    const before = await sql<{ last: bigint }>`SELECT coalesce(max(id), 0) AS last FROM ledger_txn`.execute(tx)
    const result = await work(tx)
    await sql`RESET ROLE`.execute(tx)
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`UPDATE ledger_entry SET created_at = ${iso}::timestamptz WHERE txn_id > ${before.rows[0]?.last ?? 0n}`.execute(
      tx,
    )
    return result
  })
}

let posted = 0
type Income = 'ad_income' | 'share_income' | 'adjust'
const budgets = { ad_income: 'task_budget', share_income: 'referral_budget', adjust: 'adjustment' } as const
const earn = (person: Seller, iso: string, amount: bigint, label: Income = 'ad_income') =>
  dated(iso, tx =>
    post(tx, {
      kind: label === 'adjust' ? 'adjust' : 'task_reward',
      key: `statement:${(posted += 1)}`,
      refType: label === 'adjust' ? 'adjustment' : 'assignment',
      refId: `s${posted}`,
      userId: person.id,
      legs: [
        { account: budgets[label], amount: -amount },
        { account: 'coin', userId: person.id, amount, label },
      ],
    }),
  )
/** Corrections of 1, 2, 3 …, of someone who has an entry; written by the database's owner, because it is faster. */
const earnOften = (person: Seller, iso: string, count: number) =>
  inOne(async tx => {
    await sql`RESET ROLE`.execute(tx)
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    const legs = sql`(SELECT a.id, a.user_id FROM ledger_account a
      WHERE (a.user_id = ${person.id} AND a.kind = 'coin') OR a.kind = 'adjustment')`
    await sql`
      WITH txn AS (
        INSERT INTO ledger_txn (kind, idem_key, ref_type, ref_id, user_id, legs_hash, created_at)
        SELECT 'adjust', ${`often:${person.id}:`} || n, 'adjustment', n::text, ${person.id}::bigint, '', ${iso}::timestamptz
          FROM generate_series(1, ${count}::int) n RETURNING id, ref_id::bigint AS n
      )
      INSERT INTO ledger_entry (txn_id, account_id, currency, amount, label, balance_after, created_at)
      SELECT t.id, a.id, 'ADC', CASE WHEN a.user_id IS NULL THEN -t.n ELSE t.n END,
             CASE WHEN a.user_id IS NULL THEN '' ELSE 'adjust' END,
             CASE WHEN a.user_id IS NOT NULL THEN t.n * (t.n + 1) / 2 END, ${iso}::timestamptz
        FROM txn t CROSS JOIN ${legs} a ORDER BY t.n`.execute(tx)
    await sql`UPDATE ledger_account SET balance = balance + ${(BigInt(count) * BigInt(count + 1)) / 2n}
      WHERE user_id = ${person.id} AND kind = 'coin'`.execute(tx)
  })
const sell = (person: Seller, iso: string, amount: bigint): Promise<string> =>
  dated(iso, async tx => {
    const way = await requireAccount(tx, person.id, person.paywayId)
    return (await holdWithdrawal(tx, person.id, way, amount, new Date(iso))).public_id
  })
const takeBack = (person: Seller, iso: string, id: string) =>
  dated(iso, tx => cancel(service.services, tx, person.id, id))
const stateMonth = async (person: ServicePerson, month: string): Promise<Statement> =>
  (await service.ask(statement, { month }, person)).data
const sumOf = (list: Statement['list']) => list.reduce((sum, row) => sum + BigInt(row.amount), 0n)

describe('a statement', () => {
  it('has the movements of the month where the person is, oldest first, with exact totals', async () => {
    const ana = await sellerIn('America/Mexico_City')
    await earn(ana, '2026-12-20T12:00:00Z', 50_000n)
    await earn(ana, '2027-01-05T12:00:00Z', 1_000n)
    // Still January there.
    await earn(ana, '2027-02-01T05:59:59Z', 200n, 'share_income')
    await earn(ana, '2027-02-01T06:00:00Z', 30n, 'adjust')
    const [kept, returned] = [
      await sell(ana, '2027-02-10T12:00:00Z', 20_000n),
      await sell(ana, '2027-02-28T12:00:00Z', 5_000n),
    ]
    await takeBack(ana, '2027-03-02T12:00:00Z', returned)
    await inOne(tx => pay(service.services, tx, kept, { by: 'operator' }))
    const february = await stateMonth(ana, '2027-02')
    expect(february).toMatchObject({
      month: '2027-02',
      time_zone: 'America/Mexico_City',
      opening: '51200',
      closing: '26230',
      currency: 'ADC',
      scale: 2,
      next_cursor: null,
      totals: { ad_income: '0', share_income: '0', adjusted: '30', withdrawn: '25000', fees: '500' },
      year: { ad_income: '1000', share_income: '200', adjusted: '30', withdrawn: '25000', fees: '500' },
      months: ['2027-03', '2027-02', '2027-01', '2026-12'],
    })
    expect(february.list.map(({ kind, amount, status }) => [kind, amount, status])).toEqual([
      ['adjust', '30', null],
      ['withdraw', '-20000', 'paid'],
      ['withdraw', '-5000', 'cancelled'],
    ])
    expect(await stateMonth(ana, '2027-03')).toMatchObject({
      opening: '26230',
      closing: '31230',
      totals: { withdrawn: '-5000', fees: '-100' },
      year: { ad_income: '1000', withdrawn: '20000', fees: '400' },
    })
    // The year before is not of this year, and a later month is not yet in it.
    expect(await stateMonth(ana, '2026-12')).toMatchObject({ opening: '0', year: { ad_income: '50000' } })
    expect((await stateMonth(ana, '2027-01')).year).toEqual((await stateMonth(ana, '2027-01')).totals)
    const { data } = await service.ask(transactionList, {}, { ...ana, lang: 'zh_TW' })
    const inChinese = await service.ask(statement, { month: '2027-02' }, { ...ana, lang: 'zh_TW' })
    const shown = data.list.filter(({ id }) => february.list.some(row => row.id === id)).toReversed()
    expect(inChinese.data.list).toEqual(shown)
  }, 60_000)

  it('of a month without movements opens and closes with the same', async () => {
    const ana = await sellerIn('Asia/Kolkata')
    const nothing = { ad_income: '0', share_income: '0', adjusted: '0', withdrawn: '0', fees: '0' }
    const empty = { opening: '0', closing: '0', list: [], totals: nothing, year: nothing, next_cursor: null }
    expect(await stateMonth(ana, '2027-02')).toMatchObject({ ...empty, months: [] })
    await earn(ana, '2027-02-03T12:00:00Z', 7n)
    expect(await stateMonth(ana, '2027-01')).toMatchObject({ ...empty, months: ['2027-02'] })
    const later = { opening: '7', closing: '7', list: [], totals: nothing }
    expect(await stateMonth(ana, '2027-04')).toMatchObject({ ...later, year: { ...nothing, ad_income: '7' } })
    expect(await stateMonth(ana, '2099-12')).toMatchObject({ ...later, year: nothing })
  })

  it.each(['2027-13', '2027-00', '2027', '1999-12', '2027-1', '2027-02-01', ''])('of %j is refused', async month => {
    const ana = await makePerson(service)
    expect(await service.askRaw(statement, { month }, ana)).toMatchObject({
      code: 400,
      fields: { month: 'invalid' },
    })
  })

  it('of more than 5,000 movements comes in parts, which together are all of it', async () => {
    const [ana, ben] = [await sellerIn('UTC'), await sellerIn('UTC')]
    await earn(ana, '2027-04-10T12:00:00Z', 1n, 'adjust')
    await earnOften(ana, '2027-05-10T12:00:00Z', 10_001)
    const parts: Statement[] = []
    let cursor: string | undefined
    do {
      const { data } = await service.ask(statement, { month: '2027-05', ...(cursor && { cursor }) }, ana)
      parts.push(data)
      cursor = data.next_cursor ?? undefined
    } while (cursor)
    expect(parts.map(({ list }) => list.length)).toEqual([5_000, 5_000, 1])
    expect(parts.flatMap(({ list }) => list.map(({ amount }) => amount))).toEqual(
      Array.from({ length: 10_001 }, (_, index) => String(index + 1)),
    )
    const all = (10_001n * 10_002n) / 2n
    const head = { opening: '1', closing: String(all + 1n), totals: { adjusted: String(all) } }
    for (const part of parts) expect(part).toMatchObject(head)
    const given = parts[0]?.next_cursor ?? ''
    const ask = (person: ServicePerson, month: string) => service.ask(statement, { month, cursor: given }, person)
    expect(await ask(ana, '2027-06')).toMatchObject({ fields: { cursor: 'invalid' } })
    expect(await ask(ben, '2027-05')).toMatchObject({ fields: { cursor: 'invalid' } })
  }, 60_000)
})

const zones = [
  'America/Mexico_City',
  'Europe/Lisbon',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Cairo',
  'Asia/Kolkata',
]
/** Around borders of months and changes of clocks, the seconds beside a local midnight most of all. */
const moments = [
  '2026-12-31T10:00:00Z',
  '2027-01-01T00:00:00Z',
  '2027-01-31T12:00:00Z',
  '2027-03-28T01:00:00Z',
  '2027-03-31T23:00:00Z',
  '2027-04-01T06:00:00Z',
  '2027-04-29T22:00:00Z',
  '2027-10-31T01:00:00Z',
  '2027-10-31T22:00:00Z',
  '2027-11-01T00:00:00Z',
  '2027-12-31T18:30:00Z',
  '2028-01-01T11:00:00Z',
].map(iso => Date.parse(iso))
const happening = fc.record({
  at: fc
    .tuple(fc.constantFrom(...moments), fc.integer({ min: -14 * 3600, max: 14 * 3600 }), fc.constantFrom(1, 3600))
    .map(([moment, seconds, step]) => moment + Math.round(seconds / step) * step * 1000),
  what: fc.constantFrom('ad_income', 'share_income', 'adjust', 'sell', 'sell and cancel'),
  amount: fc.integer({ min: 1_000, max: 20_000 }).map(BigInt),
})

it('opens with what the month before closed with, and all movements are in one month each', async () => {
  const history = fc.record({
    zone: fc.constantFrom(...zones),
    happenings: fc.array(happening, { minLength: 1, maxLength: 14 }),
    /** Two postings may be numbered in another order than they began. */
    late: fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 14, maxLength: 14 }),
  })
  await fc.assert(
    fc.asyncProperty(history, async ({ zone, happenings, late }) => {
      const ana = await sellerIn(zone)
      let coin = 0n
      for (const [index, { at, what, amount }] of happenings.toSorted((a, b) => a.at - b.at).entries()) {
        const iso = new Date(at - (late[index] ?? 0)).toISOString()
        if (what !== 'sell' && what !== 'sell and cancel') {
          await earn(ana, iso, amount, what)
          coin += amount
        } else if (coin >= amount) {
          const id = await sell(ana, iso, amount)
          if (what === 'sell and cancel') await takeBack(ana, new Date(at + 5_000_000).toISOString(), id)
          else coin -= amount
        }
      }
      await expectWhole(ana, zone, coin)
    }),
    { numRuns: Number(process.env['FUZZ_CASES'] ?? 15), seed: Number(process.env['FUZZ_SEED'] ?? 20_261_128) },
  )
}, 120_000)

/** The statements of all months of the history, against the list of transactions. */
async function expectWhole(ana: Seller, zone: string, coin: bigint): Promise<void> {
  const { list: newest } = (await service.ask(transactionList, { limit: '50' }, ana)).data
  const { months } = await stateMonth(ana, '2027-01')
  const own = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' })
  expect(months).toEqual([...new Set(newest.map(row => own.format(new Date(row.created_at))))].toSorted().toReversed())
  const seen: string[] = []
  let [before, year] = [0n, { name: '', income: 0n }]
  for (const month of months.toReversed()) {
    const one = await stateMonth(ana, month)
    expect(BigInt(one.opening)).toBe(before)
    expect(BigInt(one.opening) + sumOf(one.list)).toBe(BigInt(one.closing))
    const { ad_income, share_income, adjusted, withdrawn } = one.totals
    const net = BigInt(ad_income) + BigInt(share_income) + BigInt(adjusted) - BigInt(withdrawn)
    expect(BigInt(one.opening) + net).toBe(BigInt(one.closing))
    for (const row of one.list) expect(own.format(new Date(row.created_at))).toBe(month)
    if (year.name !== month.slice(0, 4)) year = { name: month.slice(0, 4), income: 0n }
    year.income += BigInt(ad_income)
    expect(one.year.ad_income).toBe(String(year.income))
    seen.push(...one.list.map(({ id }) => id))
    before = BigInt(one.closing)
  }
  expect(before).toBe(coin)
  expect(seen.toSorted()).toEqual(newest.map(({ id }) => id).toSorted())
}
