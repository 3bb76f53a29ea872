import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changePassword,
  changePayPassword,
  devices,
  loginMobile,
  logout,
  resetPasswordMobile,
  resetPayPasswordMobile,
  resetVerifyMobile,
  sendPayCodeMobile,
  sendRegisterCodeMobile,
  sendResetCodeMobile,
  setPayPassword,
  withdrawRequest,
} from '@adcoin/contract'
import { readBalances } from '../ledger/ledger.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { serveOperation } from '../operator-commands/admin-listener.ts'
import {
  expectOk,
  giveCoin,
  goodPassword,
  goodPayPassword,
  newMobile,
  prepareToWithdraw,
  register,
  withdrawalInput,
  type RegisteredPerson,
} from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(async () => {
  expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
  await service.stop()
})

const ops = async (...words: string[]) =>
  expect(await serveOperation(service.services, words, {}, 'operator')).toMatchObject({ exit: 0 })
const login = (person: RegisteredPerson, password: string) =>
  service.ask(loginMobile, { mobile_sag: '+52', mobile: person.mobile, password })

/** The next time that a password is compared, this happens before the answer is used. */
function whileComparing(work: () => Promise<unknown>): void {
  const { passwords } = service.services
  const { inTurn } = passwords
  const once: typeof inTurn = async (...turn) => {
    Object.assign(passwords, { inTurn })
    const result = await inTurn(...turn)
    await work()
    return result
  }
  Object.assign(passwords, { inTurn: once })
}

async function resetPassword({ mobile, e164 }: RegisteredPerson, password: string): Promise<void> {
  const number = { mobile_sag: '+52', mobile }
  expectOk(await service.ask(sendResetCodeMobile, number))
  const { verify_ticket } = expectOk(
    await service.ask(resetVerifyMobile, { ...number, verify_code: await service.codeFor(e164) }),
  )
  expectOk(await service.ask(resetPasswordMobile, { ...number, verify_ticket, password, confirm_password: password }))
}

async function resetPayPassword(person: RegisteredPerson, password: string): Promise<void> {
  expectOk(await service.ask(sendPayCodeMobile, { scene: 'reset_pay' }, person))
  expectOk(
    await service.ask(
      resetPayPasswordMobile,
      { verify_code: await service.codeFor(person.e164), pay_passwd: password, confirm_pay_passwd: password },
      person,
    ),
  )
}

describe('while a password is compared', () => {
  it('a reset wins over a login with the password before it', async () => {
    const ana = await register(service)
    whileComparing(() => resetPassword(ana, 'the owner is back'))
    expect(await login(ana, goodPassword)).toMatchObject({ key: 'bad_credentials' })
    const token = { token: expectOk(await login(ana, 'the owner is back')).authorized_key }
    expect(expectOk(await service.ask(devices, {}, token)).list).toHaveLength(1)
  }, 60_000)

  it('and over a change by a person who knows the former password', async () => {
    const ana = await register(service)
    whileComparing(() => resetPassword(ana, 'the owner is back'))
    expect(
      await service.ask(
        changePassword,
        { old_passwd: goodPassword, password: 'a thief was here', confirm_password: 'a thief was here' },
        ana,
      ),
    ).toMatchObject({ key: 'old_pwd_wrong' })
    expect(await login(ana, 'a thief was here')).toMatchObject({ key: 'bad_credentials' })
    expectOk(await login(ana, 'the owner is back'))
  }, 60_000)

  it('and a reset trading password over a change by a person who knows the former one', async () => {
    const ana = await register(service)
    expectOk(
      await service.ask(
        setPayPassword,
        { pay_passwd: goodPayPassword, confirm_pay_passwd: goodPayPassword, passwd: goodPassword },
        ana,
      ),
    )
    whileComparing(() => resetPayPassword(ana, 'the owner is back'))
    expect(
      await service.ask(
        changePayPassword,
        { old_pay_passwd: goodPayPassword, pay_passwd: 'a thief was here', confirm_pay_passwd: 'a thief was here' },
        ana,
      ),
    ).toMatchObject({ key: 'pay_pwd_wrong' })
    expectOk(
      await service.ask(
        changePayPassword,
        { old_pay_passwd: 'the owner is back', pay_passwd: 'another horse', confirm_pay_passwd: 'another horse' },
        ana,
      ),
    )
  }, 60_000)

  it('an account that is disabled cannot log in', async () => {
    const ana = await register(service)
    whileComparing(() => ops('user', 'disable', ana.userId))
    expect(await login(ana, goodPassword)).toMatchObject({ key: 'account_disabled' })
    await ops('user', 'enable', ana.userId)
    const open = await service.services.database.read
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', ana.id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  }, 60_000)
})

describe('a withdrawal is refused, and spends neither coin, code nor key, when before it is written', () => {
  it.each<[string, string, (person: RegisteredPerson) => Promise<unknown>]>([
    ['the person logs out', 'session_expired', ana => service.ask(logout, {}, ana)],
    ['an operator disables the account', 'session_expired', ana => ops('user', 'disable', ana.userId)],
    ['the password is reset', 'session_expired', ana => resetPassword(ana, 'the owner is back')],
    ['the trading password is reset', 'withdraw_frozen', ana => resetPayPassword(ana, 'the owner is back')],
    ['withdrawals are paused', 'withdraw_off', () => ops('withdraw', 'pause')],
    ['the pay way is closed', 'withdraw_off', () => ops('payway', 'off', 'mx-spei')],
    [
      'its price changes',
      'quote_changed',
      () =>
        service.services.database.transaction(tx =>
          tx.updateTable('payway').set({ rate_num: 17n }).where('public_id', '=', 'mx-spei').execute(),
        ),
    ],
  ])(
    '%s: %s',
    async (_, key, happens) => {
      const ana = await register(service)
      await giveCoin(service, ana, 20_000n)
      const input = await withdrawalInput(service, ana, (await prepareToWithdraw(service, ana)).paywayId, 20_000n)
      const idempotencyKey = randomUUID()
      whileComparing(() => happens(ana))
      try {
        expect(await service.ask(withdrawRequest, input, { ...ana, idempotencyKey })).toMatchObject({
          status: 200,
          key,
        })
      } finally {
        await ops('withdraw', 'resume')
        await ops('payway', 'on', 'mx-spei')
        await service.services.database.transaction(tx =>
          tx.updateTable('payway').set({ rate_num: 18n }).where('public_id', '=', 'mx-spei').execute(),
        )
      }
      const { read } = service.services.database
      expect(await readBalances(read, ana.id)).toMatchObject({ amount: 20_000n, hold: 0n })
      expect(
        await read
          .selectFrom('verify_code')
          .select(['tries', 'used_at'])
          .where('dest', '=', ana.e164)
          .where('purpose', '=', 'withdraw')
          .execute(),
      ).toEqual([{ tries: 0, used_at: null }])
      expect(await read.selectFrom('idempotency').select('key').where('key', '=', idempotencyKey).execute()).toEqual([])
      if (key !== 'withdraw_off' && key !== 'quote_changed') return
      // What is open again is done with the same code and key.
      expectOk(await service.ask(withdrawRequest, input, { ...ana, idempotencyKey }))
    },
    60_000,
  )
})

it('a region that closes takes no new accounts, and lets in who has one', async () => {
  const ana = await register(service)
  const region = (enabled: boolean) =>
    service.services.database.transaction(tx =>
      tx.updateTable('region').set({ enabled }).where('code', '=', 'MX').execute(),
    )
  await region(false)
  try {
    expect(await service.ask(sendRegisterCodeMobile, { mobile_sag: '+52', mobile: newMobile() })).toMatchObject({
      key: 'region_unsupported',
      fields: { mobile_sag: 'region_unsupported' },
    })
    expectOk(await login(ana, goodPassword))
    await resetPassword(ana, 'the owner is back')
  } finally {
    await region(true)
  }
}, 60_000)
