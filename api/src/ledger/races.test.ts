// @postgres
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, readSqlState, type Database } from '../database/database.ts'
import { createAccount, newPublicId } from '../accounts/create-account.ts'
import { createRandomId } from '../secrets/create-token.ts'
import { freshEngine } from '../testing/fresh-engine.ts'
import { readBalances, post } from './ledger.ts'
import { verifyLedger } from './verify.ts'

/**
 * Races need connections that really run at once, so they need PostgreSQL. Each has a control: code as one would write
 * it first, which must fail the same test, or the test proves nothing.
 */
const connections = 50
describe.skipIf(!process.env.TEST_DATABASE_URL)('fifty connections at once, on PostgreSQL', () => {
  let database: Database
  let drop: () => Promise<void> = async () => undefined
  beforeAll(async () => {
    const fresh = await freshEngine(connections)
    ;[database, drop] = [openDatabase(fresh.engine), fresh.drop]
    // Every connection opened beforehand, so that the race is between statements, not between log-ins.
    await Promise.all(Array.from({ length: connections }, () => sql`SELECT pg_sleep(0.05)`.execute(database.read)))
  }, 60_000)
  afterAll(async () => {
    expect(await verifyLedger(database.read)).toMatchObject({ ok: true })
    await database.close()
    await drop()
  })

  const person = (coin: bigint): Promise<bigint> =>
    database.transaction(async tx => {
      const id = await createAccount(tx, {
        publicId: newPublicId(),
        mobile: null,
        email: `${createRandomId()}@example.com`,
        countryCode: 'MX',
        pwdHash: null,
        language: 'en_US',
      })
      if (id === null) throw new Error('no account')
      if (coin > 0n)
        await post(tx, {
          kind: 'adjust',
          key: `adj:${createRandomId()}`,
          refType: 'adjustment',
          refId: 'x',
          userId: id,
          legs: [
            { account: 'adjustment', amount: -coin },
            { account: 'coin', userId: id, amount: coin, label: 'adjust' },
          ],
        })
      return id
    })
  const take = (userId: bigint, amount: bigint, key = createRandomId()) =>
    database.transaction(tx =>
      post(tx, {
        kind: 'adjust',
        key,
        refType: 'adjustment',
        refId: key,
        userId,
        legs: [
          { account: 'coin', userId, amount: -amount, label: 'adjust' },
          { account: 'adjustment', amount },
        ],
      }),
    )
  const outcomes = async (work: () => Promise<unknown>, times = connections) =>
    (await Promise.allSettled(Array.from({ length: times }, work))).map(result =>
      result.status === 'fulfilled' ? 'ok' : (readSqlState(result.reason) ?? (result.reason as Error).name),
    )

  it('spend exactly what is there: 50 takes of 1,000 from 10,000 give 10 and refuse 40', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await person(10_000n)
      const results = await outcomes(() => take(id, 1_000n))
      expect(results.filter(result => result === 'ok')).toHaveLength(10)
      expect(results.filter(result => result === 'BalanceTooLow')).toHaveLength(40)
      expect((await readBalances(database.read, id)).amount).toBe(0n)
    }
  }, 60_000)

  it('(control) the same test overdraws code that reads, checks and writes back', async () => {
    const lane = await database.engine.acquire()
    await lane.exec(
      `CREATE TABLE naive (id int PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
       GRANT ALL ON naive TO adcoin_app`,
    )
    lane.release()
    let [paid, rounds] = [0, 0]
    for (; rounds < 5 && paid <= 10; rounds += 1) {
      await database.transaction(tx =>
        sql`INSERT INTO naive VALUES (1, 10000) ON CONFLICT (id) DO UPDATE SET balance = 10000`.execute(tx),
      )
      const results = await outcomes(() =>
        database.transaction(async tx => {
          const { rows } = await sql<{ balance: bigint }>`SELECT balance FROM naive WHERE id = 1`.execute(tx)
          const balance = rows[0]?.balance ?? 0n
          if (balance < 1_000n) throw new Error('insufficient')
          await sql`UPDATE naive SET balance = ${balance - 1_000n} WHERE id = 1`.execute(tx)
        }),
      )
      paid = results.filter(result => result === 'ok').length
    }
    expect(paid, 'the control paid more than 10 of 1,000 out of 10,000').toBeGreaterThan(10)
  }, 60_000)

  it('post one key once, and all fifty learn the same transaction', async () => {
    const id = await person(10_000n)
    const results = await Promise.all(Array.from({ length: connections }, () => take(id, 1_000n, 'one key')))
    expect(results.filter(result => result.posted)).toHaveLength(1)
    expect(new Set(results.map(result => result.txnId)).size).toBe(1)
    expect((await readBalances(database.read, id)).amount).toBe(9_000n)
  }, 60_000)

  it('never wait for each other in a circle: postings between two people in both directions', async () => {
    const [ana, ben] = [await person(1_000_000n), await person(1_000_000n)]
    let turn = 0
    const results = await outcomes(() => {
      const [from, to] = (turn += 1) % 2 === 0 ? [ana, ben] : [ben, ana]
      const key = createRandomId()
      return database.transaction(tx =>
        post(tx, {
          kind: 'adjust',
          key,
          refType: 'adjustment',
          refId: key,
          userId: from,
          legs: [
            { account: 'coin', userId: from, amount: -10n },
            { account: 'coin', userId: to, amount: 10n },
          ],
        }),
      )
    }, 200)
    expect(results.filter(result => result !== 'ok')).toEqual([])
    const [left, right] = [await readBalances(database.read, ana), await readBalances(database.read, ben)]
    expect(left.amount + right.amount).toBe(2_000_000n)
  }, 60_000)

  it("(control) two rows updated in the caller's order deadlock in the same test", async () => {
    const lane = await database.engine.acquire()
    await lane.exec(
      `CREATE TABLE unordered (id int PRIMARY KEY, balance bigint NOT NULL);
       INSERT INTO unordered VALUES (1, 100000), (2, 100000); GRANT ALL ON unordered TO adcoin_app`,
    )
    lane.release()
    let [turn, deadlocks] = [0, 0]
    await Promise.allSettled(
      Array.from({ length: connections }, async () => {
        const [first, second] = (turn += 1) % 2 === 0 ? [1, 2] : [2, 1]
        await database.transaction(async tx => {
          await sql`UPDATE unordered SET balance = balance - 1 WHERE id = ${first}`.execute(tx)
          await sql`SELECT pg_sleep(0.01)`.execute(tx)
          await sql`UPDATE unordered SET balance = balance + 1 WHERE id = ${second}`
            .execute(tx)
            .catch((error: unknown) => {
              if (readSqlState(error) === '40P01') deadlocks += 1
              throw error
            })
        })
      }),
    )
    expect(deadlocks).toBeGreaterThan(0)
  }, 60_000)
})
