// @postgres
import { randomUUID } from 'node:crypto'
import {
  addPayway,
  bankList,
  changePassword,
  deleteAccount,
  getSetting,
  loginMobile,
  proveOwner,
  sendOwnCode,
  setPayPassword,
  userPaywayList,
  withdrawRequest,
} from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBalances } from './ledger/ledger.ts'
import { verifyLedger } from './ledger/verify.ts'
import {
  expectOk,
  giveCoin,
  goodPassword,
  newClabe,
  prepareToWithdraw,
  register,
  withdrawalInput,
  type RegisteredPerson,
} from './testing/accounts.ts'
import { startTestService, type TestService } from './testing/start-service.ts'

/** Races that no other test has, on two replicas. The others: replicas, tasks, wallet, payouts, binding, accounts. */
describe.skipIf(!process.env.TEST_DATABASE_URL)('at the same moment on two replicas', () => {
  let [one, other]: readonly [TestService?, TestService?] = []
  const on = (index: number): TestService => (index % 2 === 0 ? one : other) as TestService
  beforeAll(async () => {
    one = await startTestService()
    other = await startTestService({ beside: one })
  }, 60_000)
  afterAll(async () => {
    expect(await verifyLedger(on(0).services.database.read)).toMatchObject({ ok: true })
    await other?.stop()
    await one?.stop()
  })

  const times = <Result>(count: number, what: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, index) => what(index)))
  const keysOf = (answers: readonly { key?: string | undefined }[]) => answers.map(({ key }) => key).toSorted()
  const coin = (person: RegisteredPerson) => readBalances(on(0).services.database.read, person.id)

  async function seller(): Promise<{ person: RegisteredPerson; paywayId: string }> {
    const person = await register(on(0))
    await giveCoin(on(0), person, 50_000n)
    return { person, ...(await prepareToWithdraw(on(0), person)) }
  }

  it('one withdrawal of twenty with one key, and of eight with one code', async () => {
    const { person, paywayId } = await seller()
    const input = await withdrawalInput(on(0), person, paywayId, 10_000n)
    const idempotencyKey = randomUUID()
    const same = await times(20, index => on(index).ask(withdrawRequest, input, { ...person, idempotencyKey }))
    expect(new Set(same.map(answer => expectOk(answer).withdrawal.id)).size).toBe(1)
    on(0).forward(61_000)
    on(1).forward(61_000)
    const again = await withdrawalInput(on(0), person, paywayId, 10_000n)
    const keyed = await times(8, index =>
      on(index).ask(withdrawRequest, again, { ...person, idempotencyKey: randomUUID() }),
    )
    expect(keyed.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(await coin(person)).toMatchObject({ amount: 30_000n, hold: 20_000n })
  }, 60_000)

  it('five accounts of nine, one of them the default; one account of two people', async () => {
    const [ana, ben] = [await register(on(0)), await register(on(0))]
    const bank = expectOk(await on(0).ask(bankList, { country: 'MX' }, ana)).list[0]?.bank_id ?? ''
    const add = (person: RegisteredPerson, index: number, account = newClabe()) =>
      on(index).ask(
        addPayway,
        { payway_id: 'mx-spei', bank_id: bank, holder_name: 'Ana Ruiz', account, fields: {} },
        { ...person, idempotencyKey: randomUUID() },
      )
    await times(9, index => add(ana, index))
    const { list } = expectOk(await on(0).ask(userPaywayList, {}, ana))
    expect([list.length, list.filter(account => account.is_default).length]).toEqual([5, 1])
    const [clabe, cleo] = [newClabe(), await register(on(0))]
    expect(keysOf(await Promise.all([add(ben, 0, clabe), add(cleo, 1, clabe)]))).toEqual(['ok', 'payway_taken'])
  }, 60_000)

  it('one first trading password of four', async () => {
    const ana = await register(on(0))
    const set = (index: number) => {
      const pay_passwd = `horse number ${index}`
      const input = { pay_passwd, confirm_pay_passwd: pay_passwd, passwd: goodPassword }
      return on(index).ask(setPayPassword, input, { ...ana, idempotencyKey: randomUUID() })
    }
    expect((await times(4, set)).filter(({ code }) => code === 0)).toHaveLength(1)
  }, 60_000)

  it('a session that a changed password ends is over on the other one', async () => {
    const ana = await register(on(0))
    const login = { mobile_sag: '+52', mobile: ana.mobile, password: goodPassword }
    const { authorized_key: token } = expectOk(await on(1).ask(loginMobile, login))
    expectOk(await on(1).ask(getSetting, {}, { token }))
    const input = { old_passwd: goodPassword, password: 'another horse', confirm_password: 'another horse' }
    expectOk(await on(0).ask(changePassword, input, { ...ana, idempotencyKey: randomUUID() }))
    expect((await on(1).ask(getSetting, {}, { token })).key).toBe('session_expired')
  }, 60_000)

  it('an account that ends and a withdrawal exclude each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { person, paywayId } = await seller()
      const input = await withdrawalInput(on(0), person, paywayId, 10_000n)
      const { verify_ticket } = expectOk(await on(0).ask(proveOwner, { passwd: goodPassword }, person))
      expectOk(await on(0).ask(sendOwnCode, { scene: 'delete' }, person))
      const end = { verify_ticket, verify_code: await on(0).codeFor(person.e164), give_up: '50000' }
      const [sold, ended] = await Promise.all([
        on(0).ask(withdrawRequest, input, { ...person, idempotencyKey: randomUUID() }),
        on(1).ask(deleteAccount, end, { ...person, idempotencyKey: randomUUID() }),
      ])
      expect([sold.code, ended.code].filter(code => code === 0)).toHaveLength(1)
      const { amount, hold } = await coin(person)
      expect(amount + hold).toBe(ended.code === 0 ? 0n : 50_000n)
    }
  }, 60_000)
})
