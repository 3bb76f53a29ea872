// @postgres
import { FoundPerson, ListedWithdrawal, ShownPerson } from '@adcoin/contract/operations'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePersonState } from '../operators/operators.ts'
import { register } from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { serveOperation } from './admin-listener.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

const ask = (...words: string[]) => serveOperation(service.services, words, {}, 'olga')

it('a person is found by number, e-mail, code and id, and by nothing that no person has', async () => {
  const ana = await register(service)
  const { data } = await ask('user', 'show', ana.userId)
  const shown = v.parse(ShownPerson, data)
  expect(shown).toMatchObject({ state: 'active', mobile: ana.e164, amount: '0', hold: '0', accounts: [] })
  const { invite_code } = await service.services.database.read
    .selectFrom('app_user')
    .select('invite_code')
    .where('id', '=', ana.id)
    .executeTakeFirstOrThrow()
  for (const word of [ana.e164, ana.e164.replace('+52', '+52 '), ana.userId, invite_code])
    expect(v.parse(FoundPerson, (await ask('user', 'find', word)).data)).toEqual({ user_id: ana.userId })
  for (const word of ['+525500000000', 'nobody@example.com', '', 'system'])
    expect(await ask('user', 'find', word)).toMatchObject({ exit: 1 })
})

it('the audit list keeps the person found, and no number or e-mail that an operator looked for', async () => {
  const ana = await register(service)
  await ask('user', 'find', ana.e164)
  await ask('user', 'find', 'nobody@example.com')
  await serveOperation(service.services, ['outbox'], { to: ana.e164 }, 'olga')
  const rows = await service.services.database.read.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(rows.slice(-3).map(({ action, target }) => [action, target])).toEqual([
    ['user find', ana.userId],
    ['user find', ''],
    ['outbox', ''],
  ])
  expect(JSON.stringify(rows.map(({ target, detail }) => [target, detail]))).not.toMatch(/nobody@|\+52/)
})

it('a disabled person is shown as such, and has no open session', async () => {
  const bea = await register(service)
  expect((await ask('user', 'disable', bea.userId)).exit).toBe(0)
  expect(v.parse(ShownPerson, (await ask('user', 'show', bea.userId)).data).state).toBe('disabled')
  expect((await ask('user', 'enable', bea.userId)).exit).toBe(0)
  expect(v.parse(ShownPerson, (await ask('user', 'show', bea.userId)).data).state).toBe('active')
  expect(v.parse(v.array(ListedWithdrawal), (await ask('withdraw', 'list')).data)).toEqual([])
})

it('frozen withdrawals end with their time, and never hide that a person is disabled', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
  const state = (status: 'active' | 'disabled' | 'deleted', until: Date | null) =>
    describePersonState({ status, withdraw_frozen_until: until }, now)
  expect([state('active', null), state('active', before), state('active', now)]).toEqual(['active', 'active', 'active'])
  expect([state('active', after), state('disabled', after), state('deleted', after)]).toEqual([
    'frozen',
    'disabled',
    'deleted',
  ])
})
