// @postgres
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { readSqlState, type Transaction } from '../database/database.ts'
import type { DB } from '../database/schema.ts'
import { makePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { BalanceTooLow, readBalances, post, type Leg, type Posting } from './ledger.ts'
import { verifyLedger, verifyWholeLedger, type LedgerReport } from './verify.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

const inOne = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  service.services.database.transaction(work)
const give = (userId: bigint, amount: bigint): Leg[] => [
  { account: 'adjustment', amount: -amount },
  { account: 'coin', userId, amount, label: 'adjust' },
]
const posting = (key: string, userId: bigint, legs: readonly Leg[]): Posting => ({
  kind: 'adjust',
  key,
  refType: 'adjustment',
  refId: key,
  userId,
  legs,
})
const stateOf = async (work: Promise<unknown>): Promise<string | undefined> => work.then(() => undefined, readSqlState)

describe('the ledger', () => {
  it('has nothing of a person who never earned', async () => {
    const { id } = await makePerson(service)
    expect(await readBalances(service.services.database.read, id)).toEqual({ amount: 0n, hold: 0n, version: 0 })
  })

  it('reports an empty answer of the database, and never takes it for a posting', async () => {
    const silent = new Kysely<DB>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: db => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    await expect(silent.transaction().execute(tx => post(tx, posting('k0', 1n, give(1n, 5n))))).rejects.toThrow(
      'ledger_post returned no row',
    )
  })

  it('keeps the note of a posting and the label of each entry', async () => {
    const { id } = await makePerson(service)
    const { txnId } = await inOne(tx => post(tx, { ...posting('k-note', id, give(id, 5n)), note: 'by hand' }))
    const { rows } = await sql<{ note: string | null; label: string | null }>`
      SELECT t.note, e.label FROM ledger_txn t JOIN ledger_entry e ON e.txn_id = t.id
       WHERE t.id = ${txnId} ORDER BY e.id
    `.execute(service.services.database.read)
    expect(rows).toMatchObject([{ note: 'by hand' }, { note: 'by hand', label: 'adjust' }])
  })

  it('is verified whole, and its report is acted on in the same transaction', async () => {
    const { id } = await makePerson(service)
    await inOne(tx => post(tx, posting('k00', id, give(id, 5n))))
    const seen: LedgerReport[] = []
    const report = await verifyWholeLedger(service.services.database, async (_tx, found) => void seen.push(found))
    expect(report).toMatchObject({ ok: true, transactions: expect.any(Number) })
    expect(report.checks).toHaveLength(5)
    await inOne(tx => post(tx, posting('k01', id, give(id, 5n))))
    const after = await verifyLedger(service.services.database.read)
    expect([after.transactions, after.entries]).toEqual([report.transactions + 1, report.entries + 2])
    expect(seen).toEqual([report])
  })

  it('posts once per key and answers the first transaction to a caller that repeats it', async () => {
    const { id } = await makePerson(service)
    const first = await inOne(tx => post(tx, posting('k1', id, give(id, 500n))))
    const second = await inOne(tx => post(tx, posting('k1', id, give(id, 500n))))
    expect(first.posted).toBe(true)
    expect(second).toEqual({ txnId: first.txnId, posted: false })
    expect(await readBalances(service.services.database.read, id)).toEqual({ amount: 500n, hold: 0n, version: 1 })
  })

  it('refuses other legs under a key that was used', async () => {
    const { id } = await makePerson(service)
    await inOne(tx => post(tx, posting('k2', id, give(id, 500n))))
    expect(await stateOf(inOne(tx => post(tx, posting('k2', id, give(id, 501n)))))).toBe('LG003')
  })

  it('refuses an overdraft as insufficient and writes nothing', async () => {
    const { id } = await makePerson(service)
    await inOne(tx => post(tx, posting('k3', id, give(id, 500n))))
    await expect(
      inOne(tx =>
        post(
          tx,
          posting('k4', id, [
            { account: 'coin', userId: id, amount: -501n },
            { account: 'held', userId: id, amount: 501n },
          ]),
        ),
      ),
    ).rejects.toThrow(BalanceTooLow)
    expect(await readBalances(service.services.database.read, id)).toMatchObject({ amount: 500n, hold: 0n })
    expect(
      await service.services.database.read
        .selectFrom('ledger_txn')
        .select('id')
        .where('idem_key', '=', 'k4')
        .executeTakeFirst(),
    ).toBeUndefined()
  })

  it.each([
    [
      'legs that do not sum to zero',
      (id: bigint): Leg[] => [
        { account: 'adjustment', amount: -5n },
        { account: 'coin', userId: id, amount: 6n },
      ],
      'LG002',
    ],
    ['a single leg', (id: bigint): Leg[] => [{ account: 'coin', userId: id, amount: 6n }], 'LG001'],
    [
      'a leg of nothing',
      (id: bigint): Leg[] => [
        { account: 'adjustment', amount: 0n },
        { account: 'coin', userId: id, amount: 0n },
      ],
      'LG001',
    ],
    [
      'one account twice',
      (id: bigint): Leg[] => [
        { account: 'coin', userId: id, amount: -5n },
        { account: 'coin', userId: id, amount: 5n },
      ],
      'LG001',
    ],
  ])('refuses %s', async (name, legs, state) => {
    const { id } = await makePerson(service)
    await inOne(tx => post(tx, posting(`before ${name}`, id, give(id, 100n))))
    expect(await stateOf(inOne(tx => post(tx, posting(name, id, legs(id)))))).toBe(state)
  })

  it.each([
    ['insert an entry', sql`INSERT INTO ledger_entry (txn_id, account_id, currency, amount) SELECT 1, 1, 'ADC', 5`],
    ['change a balance', sql`UPDATE ledger_account SET balance = balance + 100`],
    ['change an entry', sql`UPDATE ledger_entry SET amount = amount * 2`],
    ['delete a transaction', sql`DELETE FROM ledger_txn`],
    ['empty a table', sql`TRUNCATE ledger_entry`],
    ['rewrite the audit log', sql`UPDATE audit_log SET actor = 'other'`],
  ])('lets the application role not %s: only the posting function writes', async (_name, statement) => {
    expect(await stateOf(inOne(tx => statement.execute(tx)))).toBe('42501')
  })

  it('is append-only even for its owner, also with a balanced pair for an old transaction', async () => {
    const { id } = await makePerson(service)
    const { txnId } = await inOne(tx => post(tx, posting('k5', id, give(id, 10n))))
    const lane = await service.services.database.engine.acquire()
    const refusal = async (text: string) =>
      lane.exec(text).then(
        () => 'done',
        error => readSqlState(error),
      )
    try {
      expect(await refusal('UPDATE ledger_entry SET amount = amount')).toBe('LG004')
      expect(await refusal('DELETE FROM ledger_txn')).toBe('LG004')
      expect(await refusal('TRUNCATE ledger_entry')).toBe('LG004')
      expect(
        await refusal(
          `INSERT INTO ledger_entry (txn_id, account_id, currency, amount)
           SELECT ${txnId}, account_id, 'ADC', -amount FROM ledger_entry WHERE txn_id = ${txnId}`,
        ),
      ).toBe('LG002')
      expect(
        await refusal(
          `INSERT INTO ledger_entry (txn_id, account_id, currency, amount)
           SELECT ${txnId}, account_id, 'ADC', 7 FROM ledger_entry WHERE txn_id = ${txnId} LIMIT 1`,
        ),
      ).toBe('LG002')
    } finally {
      lane.release()
    }
  })

  it('verifies, and reports which check failed when an owner tampers with a balance', async () => {
    const { id } = await makePerson(service)
    await inOne(tx => post(tx, posting('k6', id, give(id, 10n))))
    expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
    const lane = await service.services.database.engine.acquire()
    await lane.exec(`UPDATE ledger_account SET balance = 11 WHERE user_id = ${id} AND kind = 'coin'`)
    lane.release()
    const report = await verifyLedger(service.services.database.read)
    expect(report.ok).toBe(false)
    expect(report.checks.filter(check => !check.ok)).toEqual([
      {
        name: 'every balance is the sum of its entries',
        ok: false,
        wrong: 1,
        first: expect.stringMatching(/^account \d+$/),
      },
    ])
    const mended = await service.services.database.engine.acquire()
    await mended.exec(`UPDATE ledger_account SET balance = 10 WHERE user_id = ${id} AND kind = 'coin'`)
    mended.release()
  })
})
