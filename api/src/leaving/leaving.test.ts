// @postgres
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deleteAccount,
  deletionState,
  exportData,
  getSetting,
  loginMobile,
  proveOwner,
  receiveTask,
  saveSetting,
  sendOwnCode,
  setPayPassword,
  submitTask,
} from '@adcoin/contract'
import { picture } from '../testing/file-samples.ts'
import { readBalances } from '../ledger/ledger.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { serveOperation } from '../operator-commands/admin-listener.ts'
import {
  expectOk,
  giveCoin,
  goodPassword,
  goodPayPassword,
  prepareToWithdraw,
  register,
  withdraw,
  type RegisteredPerson,
} from '../testing/accounts.ts'
import { openInboxStream } from '../testing/inbox-stream.ts'
import { countLeftovers } from './erase-person.ts'
import { passTime, beginRecurring, makeBoundAccount, uploadFile } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(async () => {
  expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
  await service.stop()
})

const prove = async (person: RegisteredPerson) =>
  expectOk(await service.ask(proveOwner, { passwd: goodPassword }, person)).verify_ticket

async function readyToLeave(person: RegisteredPerson, give_up = '0') {
  const verify_ticket = await prove(person)
  expectOk(await service.ask(sendOwnCode, { scene: 'delete' }, person))
  return { verify_ticket, verify_code: await service.codeFor(person.e164), give_up }
}

/** A person with something in every table that can hold anything of a person. */
async function liveALittle(
  nick_name: string,
  username: string,
  birthday = '1998-02-28',
): Promise<RegisteredPerson & { inviter: RegisteredPerson }> {
  const inviter = await register(service)
  const { invite_code } = expectOk(await service.ask(getSetting, {}, inviter))
  const ana = await register(service, { inviteCode: invite_code })
  expectOk(await service.ask(saveSetting, { nick_name, birthday, gender: 1 }, ana))
  await giveCoin(service, ana, 50_000n)
  const { paywayId } = await prepareToWithdraw(service, ana)
  expectOk(await withdraw(service, ana, paywayId, 10_000n))
  await makeBoundAccount(service, { ...ana, publicId: ana.userId, inviteCode: '' }, username)
  const { assignment_id } = expectOk(await service.ask(receiveTask, { task_id: 'leafy-friend' }, ana))
  const { data: file } = await uploadFile(service, ana.token, await picture('png'))
  expectOk(await service.ask(submitTask, { assignment_id, file_ids: [file.file_id], disclosure_confirmed: true }, ana))
  return { ...ana, inviter }
}

async function rejectWithdrawal(person: RegisteredPerson, reason = 'no'): Promise<void> {
  const { public_id } = await service.services.database.read
    .selectFrom('withdrawal')
    .select('public_id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const rejected = await serveOperation(service.services, ['withdraw', 'reject', public_id], { reason }, 'operator')
  expect(rejected).toMatchObject({ exit: 0 })
}

/** Lets the sandbox decide, and answers what the person then owns. */
async function allReviewed(person: RegisteredPerson): Promise<string> {
  await passTime(service, 5)
  return String((await readBalances(service.services.database.read, person.id)).amount)
}

/** Every text of every row of every table, by table. */
async function everything(): Promise<[string, string][]> {
  const { read } = service.services.database
  const { rows } = await sql<{ table_name: string }>`
    SELECT table_name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> 'schema_migration'`.execute(read)
  return Promise.all(
    rows.map(async ({ table_name }): Promise<[string, string]> => {
      const all = await sql<{
        text: string | null
      }>`SELECT string_agg(t::text, ' ') AS text FROM ${sql.table(table_name)} t`.execute(read)
      return [table_name, all.rows[0]?.text ?? '']
    }),
  )
}

const placesOf = async (text: string) =>
  (await everything()).filter(([, all]) => all.includes(text)).map(([name]) => name)

describe('the export', () => {
  it('has all data of the person, no secret and no other person’s data, and needs a proof', async () => {
    const ana = await liveALittle('Anita Lebt', 'anitalebt')
    expect((await service.ask(exportData, { verify_ticket: 'x'.repeat(43) }, ana)).key).toBe('ticket_invalid')
    const verify_ticket = await prove(ana)
    const data = expectOk(await service.ask(exportData, { verify_ticket }, ana))
    expect(data).toMatchObject({
      profile: { user_id: ana.userId, mobile: ana.e164, nick_name: 'Anita Lebt', inviter_id: ana.inviter.userId },
      ledger: { balance: '40000', on_hold: '10000' },
      payment_accounts: [{ holder_name: 'Ana López', pay_way: 'spei' }],
      withdrawals: [{ amount: '10000', fee: '200', status: 'awaiting_approval' }],
      social_accounts: [{ username: 'anitalebt' }],
      tasks: [{ task: 'leafy-friend', review: 'pending', proofs: [{ attempt: 1, files: [expect.any(String)] }] }],
      files: [{ purpose: 'proof' }],
      team: { direct_members: [] },
    })
    const text = JSON.stringify(data)
    for (const secret of [
      ana.token,
      verify_ticket,
      ana.inviter.e164,
      'pwd_hash',
      'account_enc',
      'token_hash',
      '$argon2',
    ])
      expect(text).not.toContain(secret)
    expect((await service.ask(exportData, { verify_ticket }, ana)).key).toBe('ticket_invalid')
  })

  it.skipIf(!process.env.TEST_DATABASE_URL)('leaves connections to calls, however many are asked for', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => register(service)))
    const tickets = await Promise.all(people.map(prove))
    const lock = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holder = service.services.database.transaction(async tx => {
      await sql`LOCK TABLE verify_ticket`.execute(tx)
      held.resolve()
      await lock.promise
    })
    await held.promise
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(service.services.database.read)
      return rows[0]?.n
    }
    const exported = people.map((person, nth) => service.ask(exportData, { verify_ticket: tickets[nth] ?? '' }, person))
    await expect.poll(waiting).toBe(2)
    expect((await service.ask(getSetting, {}, people[0])).code).toBe(0)
    expect(await waiting()).toBe(2)
    lock.resolve()
    await holder
    expect((await Promise.all(exported)).map(({ code }) => code)).toEqual(people.map(() => 0))
  })

  it('gives every reason as a sentence in the person’s language, never as our own code', async () => {
    const ana = await liveALittle('Ana Lee', 'analee')
    await rejectWithdrawal(ana, '@holder_differs')
    const [assignment] = await service.services.database.read
      .selectFrom('assignment')
      .select('public_id')
      .where('user_id', '=', ana.id)
      .execute()
    const failed = await serveOperation(
      service.services,
      ['review', 'fail', assignment?.public_id ?? ''],
      { reason: '@other_post' },
      'operator',
    )
    expect(failed).toMatchObject({ exit: 0 })
    const data = expectOk(await service.ask(exportData, { verify_ticket: await prove(ana) }, ana))
    expect(data).toMatchObject({
      withdrawals: [{ reject_reason: 'The holder’s name is not the name of this payment account.' }],
      tasks: [{ fail_reason: 'This shows another post than the task asks for.' }],
    })
    expect(JSON.stringify(data)).not.toMatch(/"@(holder_differs|other_post)/)
  })

  it('is not for another person’s ticket, and five times a day at most', async () => {
    const [ana, ben] = [await register(service), await register(service)]
    expect((await service.ask(exportData, { verify_ticket: await prove(ana) }, ben)).key).toBe('ticket_invalid')
    for (let requestCount = 0; requestCount < 5; requestCount++)
      expectOk(await service.ask(exportData, { verify_ticket: await prove(ana) }, ana))
    expect((await service.ask(exportData, { verify_ticket: await prove(ana) }, ana)).key).toBe('too_many')
  })
})

describe('the end of an account', () => {
  it('waits for pending money, reports it, and requires consent to the balance that was shown', async () => {
    const ana = await liveALittle('Anna Wartet', 'annawartet')
    expect(expectOk(await service.ask(deletionState, {}, ana))).toEqual({
      amount: '40000',
      open_withdrawals: 1,
      open_reviews: 1,
    })
    const input = await readyToLeave(ana, '40000')
    expect((await service.ask(deleteAccount, input, ana)).key).toBe('delete_open')
    await rejectWithdrawal(ana)
    expect((await service.ask(deleteAccount, input, ana)).key).toBe('delete_open')
    const give_up = await allReviewed(ana)
    expect((await service.ask(deleteAccount, input, ana)).key).toBe('conflict')
    const wrong = input.verify_code === '0000' ? '0001' : '0000'
    expect((await service.ask(deleteAccount, { ...input, give_up, verify_code: wrong }, ana)).key).toBe('code_wrong')
    expect((await service.ask(deleteAccount, { ...input, give_up }, ana)).code).toBe(0)
    expect(await readBalances(service.services.database.read, ana.id)).toMatchObject({ amount: 0n, hold: 0n })
  })

  it('leaves nothing personal in any table or folder, frees the number, and ends every session', async () => {
    const ana = await liveALittle('Zoraida Geht', 'zoraidageht', '1947-11-03')
    await rejectWithdrawal(ana)
    const file = await service.services.database.read
      .selectFrom('file')
      .select('storage_key')
      .where('user_id', '=', ana.id)
      .executeTakeFirst()
    expect(await readdir(`${service.dataDir}/files`, { recursive: true })).toContainEqual(
      expect.stringContaining(file?.storage_key ?? 'none'),
    )
    const input = await readyToLeave(ana, await allReviewed(ana))
    expect((await service.ask(deleteAccount, input, ana)).code).toBe(0)
    expect((await service.ask(getSetting, {}, ana)).key).toBe('session_expired')
    const number = { mobile_sag: '+52', mobile: ana.mobile }
    expect((await service.ask(loginMobile, { ...number, password: goodPassword })).key).toBe('bad_credentials')
    for (const trace of ['Zoraida Geht', 'zoraidageht', '1947-11-03', goodPassword])
      expect(await placesOf(trace)).toEqual([])
    expect(await placesOf(ana.e164)).toEqual(['outbox'])
    await passTime(service, 25 * 3600)
    await beginRecurring(service, 'message.sweep')
    await service.services.jobs.runDue()
    expect(await placesOf(ana.e164)).toEqual([])
    expect(await readdir(`${service.dataDir}/files`, { recursive: true })).not.toContainEqual(
      expect.stringContaining(file?.storage_key ?? 'none'),
    )
    expect((await register(service, { mobile: ana.mobile })).userId).not.toBe(ana.userId)
  })

  it('leaves the ledger, operators’ lists and the inviter as they were, and cannot be undone', async () => {
    const ana = await register(service)
    await giveCoin(service, ana, 700n)
    expect((await service.ask(deleteAccount, await readyToLeave(ana, '700'), ana)).code).toBe(0)
    for (const words of [['withdraw', 'list'], ['review', 'list'], ['bind', 'list'], ['audit']])
      expect(await serveOperation(service.services, words, {}, 'operator')).toMatchObject({ exit: 0 })
    expect(await serveOperation(service.services, ['user', 'enable', ana.userId], {}, 'operator')).toMatchObject({
      exit: 1,
    })
    const { rows } = await sql<{ total: string }>`
      SELECT sum(e.amount)::text AS total FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
       WHERE a.user_id = ${ana.id}`.execute(service.services.database.read)
    expect(rows[0]?.total).toBe('0')
  })

  it('is erased again later: what was written beside it is removed, and reported', async () => {
    const ana = await register(service)
    const { data: file } = await uploadFile(service, ana.token, await picture('png', 40, 40))
    expect((await service.ask(deleteAccount, await readyToLeave(ana), ana)).code).toBe(0)
    const { database, files } = service.services
    const key = `${file.file_id}.png`
    await files.put(key, await picture('png'))
    await database.transaction(async tx => {
      await tx.updateTable('app_user').set({ nick_name: 'Left Behind' }).where('id', '=', ana.id).execute()
      const row = { id: file.file_id, user_id: ana.id, purpose: 'proof', sha256: 'x', mime: 'image/png' }
      await tx
        .insertInto('file')
        .values({ ...row, bytes: 1n, width: 1, height: 1, storage_key: key })
        .execute()
    })
    await passTime(service, 601)
    expect(await placesOf('Left Behind')).toEqual([])
    expect(await files.read(key)).toBeUndefined()
    expect(
      await database.read.selectFrom('audit_log').select('detail').where('target', '=', ana.userId).execute(),
    ).toEqual([{ detail: { app_user: 1, file: 1 } }])
  })

  it.each<[string, (person: RegisteredPerson) => Promise<{ code: number }>]>([
    ['an upload', async ({ token }) => uploadFile(service, token, await picture('png', 50, 50))],
    ['a profile', person => service.ask(saveSetting, { nick_name: 'Too Late' }, person)],
    ['a claim', person => service.ask(receiveTask, { task_id: 'leafy-friend' }, person)],
    [
      'a trading password',
      person => {
        const pay_passwd = goodPayPassword
        return service.ask(setPayPassword, { pay_passwd, confirm_pay_passwd: pay_passwd, passwd: goodPassword }, person)
      },
    ],
  ])('refuses %s that comes beside it, or erases it', async (_, call) => {
    for (const waitMs of [0, 2, 8, 20]) {
      const ana = await register(service)
      const input = await readyToLeave(ana)
      const end = async () => {
        await new Promise(done => setTimeout(done, waitMs))
        return service.ask(deleteAccount, input, ana)
      }
      const [, ended] = await Promise.all([call(ana), end()])
      // A claim waits for its proof, so the end may be refused.
      if (ended.code === 0) expect(await countLeftovers(service.services.database.read, ana.id)).toEqual({})
    }
  })

  it('closes an open stream at once', async () => {
    const ana = await register(service)
    const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { next, ended } = await openInboxStream(origin, ana.token)
    await next()
    const input = await readyToLeave(ana)
    expect((await service.ask(deleteAccount, input, ana)).code).toBe(0)
    // By itself a stream ends after a quarter of an hour.
    await ended
  })

  it('of two ends at once one is the end', async () => {
    const ana = await register(service)
    const input = await readyToLeave(ana)
    const answers = await Promise.all([service.ask(deleteAccount, input, ana), service.ask(deleteAccount, input, ana)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 401])
  })
})

/** Fails for a new table with personal data until the end of an account covers it. */
it('every table that belongs to people is known to the end of an account', async () => {
  const { rows } = await sql<{ table_name: string }>`
    SELECT DISTINCT table_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('user_id', 'dest') ORDER BY table_name`.execute(
    service.services.database.read,
  )
  const emptied = [
    'user_payway',
    'bind_account',
    'file',
    'session',
    'oauth_identity',
    'passkey',
    'known_device',
    'push_subscription',
    'verify_code',
    'verify_ticket',
    'outbox',
    'idempotency',
    'inbox',
    'inbox_item',
    'password_history',
  ]
  const kept = ['ledger_account', 'ledger_txn', 'withdrawal', 'assignment']
  expect(rows.map(row => row.table_name)).toEqual([...emptied, ...kept].toSorted())
})
