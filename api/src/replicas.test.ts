// @postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  bindInvite,
  devices,
  getSetting,
  launch,
  loginMobile,
  logout,
  receiveTask,
  registerVerifyMobile,
  sendRegisterCodeMobile,
  submitTask,
  unbindAccount,
} from '@adcoin/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './database/database.ts'
import { addToInbox } from './inbox/inbox.ts'
import { migrate, readMigrations } from './database/migrate.ts'
import { createPostgresEngine } from './database/postgres-engine.ts'
import { approve, pay, reject } from './wallet/withdrawal-decisions.ts'
import { readBalances } from './ledger/ledger.ts'
import { verifyLedger } from './ledger/verify.ts'
import {
  expectOk,
  giveCoin,
  goodPassword,
  newMobile,
  prepareToWithdraw,
  register,
  withdraw,
  type RegisteredPerson,
} from './testing/accounts.ts'
import { startBank, type Bank } from './testing/bank.ts'
import { openInboxStream } from './testing/inbox-stream.ts'
import { makeBoundAccount, makePerson } from './testing/people.ts'
import { startProcess } from './testing/service-process.ts'
import { emptyEngine } from './testing/fresh-engine.ts'
import { startTestService, type TestService } from './testing/start-service.ts'

// Only PostgreSQL has room for two: the embedded database belongs to one process and runs one transaction at a time.
describe.skipIf(!process.env.TEST_DATABASE_URL)('two replicas on one database', () => {
  let one: TestService
  let two: TestService
  let bank: Bank
  const sent: string[] = []
  beforeAll(async () => {
    bank = await startBank()
    one = await startTestService({ env: { ...bank.env, DATABASE_CONNECTIONS: '30' } })
    two = await startTestService({ env: bank.env, beside: one })
    for (const { services } of [one, two]) {
      Object.assign(services.providers, {
        sms: {
          send: async ({ reference }: { reference: string }) => {
            sent.push(reference)
            return 'there'
          },
        },
      })
    }
  }, 120_000)
  afterAll(async () => {
    expect(await verifyLedger(one.services.database.read)).toMatchObject({ ok: true })
    await two.stop()
    await one.stop()
    await bank.stop()
  })

  /** Ends the connections that hear notifications. */
  const cut = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'adcoin-api-listen' AND datname = current_database()`
  const both = <Result>(work: (service: TestService) => Promise<Result>) => Promise.all([work(one), work(two)])
  /** Without the jobs that would take the code away from the test. */
  const rich = async (): Promise<RegisteredPerson & { paywayId: string }> => {
    const person = await register(one)
    await giveCoin(one, person, 100_000n)
    return { ...person, ...(await prepareToWithdraw(one, person)) }
  }

  it('hand over every payout and every message once, though both run the jobs', async () => {
    const ids: string[] = []
    const people = await Promise.all(Array.from({ length: 8 }, rich))
    // A minute between two codes of one person; all are sent before the first expires.
    for (const waitMs of [60_000, 0]) {
      for (const ana of people) ids.push(expectOk(await withdraw(one, ana, ana.paywayId, 10_000n)).withdrawal.id)
      one.forward(waitMs)
      two.forward(waitMs)
    }
    const { database } = one.services
    await Promise.all(ids.map(id => database.transaction(tx => approve(one.services, tx, id, { by: 'operator' }))))
    sent.length = 0
    await both(({ services }) => services.jobs.runDue())
    expect([...bank.payments.keys()].sort()).toEqual(ids.map(id => `${id}-1`).sort())
    expect([...bank.payments.values()].filter(payment => payment.sent !== 1)).toEqual([])
    const messages = [...sent]
    expect(new Set(messages).size).toBe(messages.length)
    expect(messages.length).toBeGreaterThanOrEqual(24)
    expect(
      await database.read
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'pending')
        .where('channel', '=', 'sms')
        .execute(),
    ).toEqual([])
  }, 120_000)

  it('settle each payout once, when both learn of each at the same moment', async () => {
    const keys = [...bank.payments.keys()]
    for (const key of keys) bank.decide(key, 'paid')
    const seconds = one.services.now().getTime() / 1000
    await both(async ({ app, services }) => {
      for (const key of keys) expect((await app.inject(bank.webhook(key, { seconds }))).statusCode).toBe(204)
      await services.jobs.runDue()
    })
    const paid = await one.services.database.read
      .selectFrom('ledger_txn')
      .select('ref_id')
      .where('kind', '=', 'withdraw_paid')
      .execute()
    expect(paid.map(row => `${row.ref_id}-1`).sort()).toEqual(keys.sort())
  }, 120_000)

  it('decide a withdrawal once: fifty approvals, payments and rejections at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const ana = await rich()
      const { id } = expectOk(await withdraw(one, ana, ana.paywayId, 20_000n)).withdrawal
      const decisions = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) => {
          const { services } = index % 2 ? one : two
          return services.database.transaction(async tx =>
            index % 3 === 0
              ? approve(services, tx, id, { by: 'operator' })
              : index % 3 === 1
                ? pay(services, tx, id, { by: 'operator' })
                : reject(services, tx, id, 'operator', 'no'),
          )
        }),
      )
      const finals = decisions.filter(
        decision =>
          decision.status === 'fulfilled' &&
          decision.value.changed &&
          ['paid', 'rejected'].includes(decision.value.status),
      )
      expect(finals).toHaveLength(1)
      const { status } = await one.services.database.read
        .selectFrom('withdrawal')
        .select('status')
        .where('public_id', '=', id)
        .executeTakeFirstOrThrow()
      expect(await readBalances(one.services.database.read, ana.id)).toMatchObject({
        amount: status === 'paid' ? 80_000n : 100_000n,
        hold: 0n,
      })
    }
  }, 120_000)

  it('know a session that ended, at once: logout, a disabled account', async () => {
    const ana = await register(one)
    expectOk(await two.ask(getSetting, {}, ana))
    expectOk(await one.ask(logout, {}, ana))
    expect(await two.ask(getSetting, {}, ana)).toMatchObject({ status: 200, code: 401 })
    const ben = await register(one)
    expectOk(await two.ask(devices, {}, ben))
    await one.services.operators
      .find(['user', 'disable'])
      ?.command.run({ args: [ben.userId], flags: {}, by: 'operator' })
    expect(await two.ask(getSetting, {}, ben)).toMatchObject({ status: 200, code: 401 })
  }, 120_000)

  it('answer with a changed setting, also after the notification connection was cut', async () => {
    const rules = async (service: TestService) => expectOk(await service.ask(launch, {})).bind_rules
    const set = (value: string) =>
      one.services.operators.find(['setting', 'set'])?.command.run({
        args: ['bind_rules', value],
        flags: {},
        by: 'operator',
      })
    for (const min_fans of [701, 702, 703]) {
      // Both answer out of memory by now.
      await both(async service => [await rules(service), await rules(service)])
      if (min_fans === 702) await cut.execute(one.services.database.read)
      await set(JSON.stringify({ min_fans, min_reg_days: 90 }))
      expect(await rules(one)).toEqual({ min_fans, min_reg_days: 90 })
      await expect.poll(() => rules(two), { timeout: 5_000 }).toEqual({ min_fans, min_reg_days: 90 })
    }
  }, 60_000)

  it('compare a code three times, of five hundred guesses at once', async () => {
    const mobile = newMobile()
    const number = { mobile_sag: '+52', mobile }
    expectOk(await one.ask(sendRegisterCodeMobile, number))
    const code = await one.codeFor(`+52${mobile}`)
    const guesses = Array.from({ length: 500 }, (_, index) => String(index).padStart(4, '0')).filter(
      guess => guess !== code,
    )
    const answers = await Promise.all(
      guesses.map((verify_code, index) =>
        (index % 2 ? one : two).ask(registerVerifyMobile, { ...number, verify_code }),
      ),
    )
    // A machine that is busy may also answer that it is.
    expect(answers.filter(answer => answer.key !== 'code_wrong' && answer.key !== 'unavailable')).toEqual([])
    const { read } = one.services.database
    expect(await read.selectFrom('verify_code').select('tries').where('dest', '=', `+52${mobile}`).execute()).toEqual([
      { tries: 3 },
    ])
    expect(await one.ask(registerVerifyMobile, { ...number, verify_code: code })).toMatchObject({ key: 'code_wrong' })
  }, 120_000)

  it('tell a stream on one what happened on the other, and end it where its session was ended', async () => {
    const ana = await makePerson(one)
    const stream = await openInboxStream(await two.app.listen({ port: 0, host: '127.0.0.1' }), ana.token)
    await stream.next()
    await one.services.database.transaction(tx => addToInbox(tx, ana.id, { kind: 'friend_joined', at: new Date() }))
    expect(await stream.next()).toMatchObject({ id: '1', data: { item: { kind: 'friend_joined' }, unread: 1 } })
    // The connection that hears is lost: it is opened again, and what was said meanwhile is not.
    await cut.execute(one.services.database.read)
    await one.services.database.transaction(tx => addToInbox(tx, ana.id, { kind: 'friend_joined', at: new Date() }))
    expect(await stream.next()).toMatchObject({ id: '2' })
    await one.ask(logout, {}, { token: ana.token })
    expect(await stream.next()).toMatchObject({ event: 'ended' })
    await stream.ended
  }, 60_000)

  it('count the tries of one account together', async () => {
    const ana = await register(one)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? one : two).ask(loginMobile, { mobile_sag: '+52', mobile: ana.mobile, password: 'not this one' }),
      ),
    )
    expect(answers.filter(answer => answer.key === 'bad_credentials')).toHaveLength(5)
    expect(answers.filter(answer => answer.key === 'too_many')).toHaveLength(7)
    expect(await two.ask(loginMobile, { mobile_sag: '+52', mobile: ana.mobile, password: goodPassword })).toMatchObject(
      { key: 'too_many' },
    )
  }, 120_000)

  it('bind one of two who bind each other at once, twenty times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [ana, ben] = [await makePerson(one), await makePerson(one)]
      const answers = await Promise.all([
        one.ask(bindInvite, { user_id: ana.publicId, invite_code: ben.inviteCode }, { token: ana.token }),
        two.ask(bindInvite, { user_id: ben.publicId, invite_code: ana.inviteCode }, { token: ben.token }),
      ])
      expect(answers.map(answer => answer.key).sort()).toEqual(['invite_cycle', 'ok'])
    }
  }, 120_000)

  it('either unbind an account or take proof from it, of both at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ana = await makePerson(one)
      // A second one, so that the claimed task does not hold the first.
      const [account] = [await makeBoundAccount(one, ana), await makeBoundAccount(one, ana)]
      const { assignment_id } = expectOk(await one.ask(receiveTask, { task_id: 'leafy-bio' }, { token: ana.token }))
      const [unbound, submitted] = await Promise.all([
        one.ask(unbindAccount, { id: account.id, confirm: true }, { token: ana.token }),
        two.ask(
          submitTask,
          {
            assignment_id,
            account_id: account.id,
            username: account.username,
            homepage_link: account.link,
            disclosure_confirmed: true,
          },
          { token: ana.token },
        ),
      ])
      expect([
        ['ok', 'need_bind'],
        ['unbind_open', 'ok'],
      ]).toContainEqual([unbound.key, submitted.key])
    }
  }, 120_000)
})

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'a service that freezes in the middle of a transaction keeps no locks',
  async () => {
    const { engine, url = '', drop } = await emptyEngine(2)
    const frozen = createPostgresEngine({ url, connections: 1, idleTransactionMs: 300 })
    try {
      const [lane, other] = [await frozen.acquire(), await engine.acquire()]
      await lane.exec('BEGIN')
      await lane.exec('SELECT pg_advisory_xact_lock(7)')
      await other.exec('SELECT pg_advisory_lock(7)')
      await expect(lane.exec('COMMIT')).rejects.toThrow()
      lane.release(true)
      other.release()
      const next = await frozen.acquire()
      expect((await next.query('SELECT 1 AS one', [])).rows).toEqual([{ one: 1 }])
      next.release()
    } finally {
      await Promise.all([frozen.close(), engine.close()])
      await drop()
    }
  },
)

describe.skipIf(!process.env.TEST_DATABASE_URL)('an empty database', () => {
  it('reports why a migration lost its connection', async () => {
    const { engine, drop } = await emptyEngine(2)
    const lost = { version: '0001_lost', sql: 'SELECT pg_terminate_backend(pg_backend_pid())', sha256: '' }
    try {
      await expect(migrate(engine, [lost])).rejects.toThrow('terminating connection')
      expect(await migrate(engine, [{ ...lost, sql: 'SELECT 1' }])).toEqual(['0001_lost'])
    } finally {
      await engine.close()
      await drop()
    }
  })

  it('is migrated once by five who begin at the same moment', async () => {
    const { engine, url = '', drop } = await emptyEngine(2)
    try {
      const done = await Promise.all(
        Array.from({ length: 5 }, async () => {
          const own = createPostgresEngine({ url, connections: 2 })
          try {
            return await migrate(own)
          } finally {
            await own.close()
          }
        }),
      )
      expect(done.flat().sort()).toEqual(readMigrations().map(migration => migration.version))
    } finally {
      await openDatabase(engine).close()
      await drop()
    }
  }, 120_000)

  it('is made ready by two services that start at once, and both serve', async () => {
    const { engine, url = '', drop } = await emptyEngine(2)
    const secrets = Object.fromEntries(
      ['SECRET_PEPPER', 'SECRET_PAYWAY_KEY', 'SECRET_CURSOR_KEY'].map(name => [
        name,
        Buffer.alloc(32, name).toString('base64'),
      ]),
    )
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'adcoin-replica-')))
    const services = await Promise.allSettled(
      folders.map(DATA_DIR => startProcess({ DATABASE_URL: url, DATA_DIR, ...secrets })),
    )
    try {
      for (const service of services) {
        if (service.status === 'rejected') throw service.reason
        const body = (await (await fetch(`${service.value.url}/app/mobile/support/region`)).json()) as {
          data: unknown[]
        }
        expect(body.data).toHaveLength(7)
      }
    } finally {
      for (const service of services) if (service.status === 'fulfilled') await service.value.end()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      await openDatabase(engine).close()
      await drop()
    }
  }, 300_000)
})
