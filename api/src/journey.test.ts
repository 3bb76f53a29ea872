// @postgres
import { afterAll, beforeAll, expect, it } from 'vitest'
import { balance, loginMobile, logout, transactionList, withdrawLog } from '@adcoin/contract'
import { pay, reject } from './wallet/withdrawal-decisions.ts'
import { verifyLedger } from './ledger/verify.ts'
import { expectOk, giveCoin, goodPassword, prepareToWithdraw, register, withdraw } from './testing/accounts.ts'
import { startService, type TestService } from './testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startService()), 60_000)
afterAll(() => service.stop())

it('registers a person, holds the coin of a withdrawal, pays it, and shows it in the list', async () => {
  const ana = await register(service)
  await giveCoin(service, ana, 50_000n)
  const { paywayId } = await prepareToWithdraw(service, ana)
  const { withdrawal, balance: after } = expectOk(await withdraw(service, ana, paywayId, 20_000n))
  expect(withdrawal).toMatchObject({
    amount: '20000',
    fee: '400',
    net: '19600',
    payout: '3528',
    payout_currency: 'MXN',
    status: 'submitted',
  })
  expect(after).toMatchObject({ amount: '30000', hold: '20000' })

  await service.services.jobs.runDue()
  expect(expectOk(await service.ask(withdrawLog, { id: withdrawal.id }, ana)).list[0]?.status).toBe('awaiting_approval')
  await service.services.database.transaction(tx => pay(service.services, tx, withdrawal.id, { by: 'operator' }))
  expect(expectOk(await service.ask(withdrawLog, {}, ana)).list).toMatchObject([
    { id: withdrawal.id, status: 'paid', status_text: 'Paid' },
  ])
  expect(expectOk(await service.ask(balance, { fw: 'true' }, ana))).toMatchObject({
    amount: '30000',
    hold: '0',
    config: { fee_bps: 200, payout_currency: 'MXN', withdraw_enabled: true, frozen_until: null },
  })
  expect(expectOk(await service.ask(transactionList, { type: 'expense' }, ana)).list).toMatchObject([
    { kind: 'withdraw', amount: '-20000', status: 'paid', ref_id: withdrawal.id },
  ])
  expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
}, 60_000)

it('returns the coin of a rejected withdrawal, with the reason', async () => {
  const ben = await register(service)
  await giveCoin(service, ben, 50_000n)
  const { paywayId } = await prepareToWithdraw(service, ben)
  const { withdrawal } = expectOk(await withdraw(service, ben, paywayId, 50_000n))
  await service.services.database.transaction(tx =>
    reject(service.services, tx, withdrawal.id, 'operator', 'The name differs'),
  )
  expect(expectOk(await service.ask(withdrawLog, { status: 'rejected' }, ben)).list).toMatchObject([
    { id: withdrawal.id, reason: 'Our team wrote: “The name differs”' },
  ])
  expect(expectOk(await service.ask(balance, {}, ben))).toMatchObject({ amount: '50000', hold: '0' })
  expect(expectOk(await service.ask(transactionList, { kind: 'withdraw_refund' }, ben)).list).toMatchObject([
    { amount: '50000', direction: 'income' },
  ])
}, 60_000)

it('logs in with the password and ends the session at logout', async () => {
  const cleo = await register(service)
  const login = expectOk(
    await service.ask(loginMobile, { mobile_sag: '+52', mobile: cleo.mobile, password: goodPassword }),
  )
  expect(login).toMatchObject({
    login_type: 'mobile',
    country_code: 'MX',
    mobile_sag: '+52',
    user_id: cleo.userId,
    is_new: false,
  })
  expectOk(await service.ask(logout, {}, { token: login.authorized_key }))
  expect(await service.ask(balance, {}, { token: login.authorized_key })).toMatchObject({
    status: 200,
    key: 'session_expired',
  })
  expectOk(await service.ask(balance, {}, cleo))
}, 60_000)
