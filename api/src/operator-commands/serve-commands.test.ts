import { OperatorCommandResponse, OperatorCommands } from '@adcoin/contract/operations'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { serveOperation } from './admin-listener.ts'

const secret = 'a-secret-of-operators-that-nobody-guesses'
let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { OPERATORS_SECRET: secret } })
}, 120_000)
afterAll(() => service.stop())

async function command(body: object, authorization = `Bearer ${secret}`) {
  const headers = { authorization, 'content-type': 'application/json' }
  return service.app.inject({ method: 'POST', url: '/operators/command', headers, payload: JSON.stringify(body) })
}
const audited = async () =>
  (await service.services.database.read.selectFrom('audit_log').selectAll().orderBy('id').execute()).map(
    ({ actor, action, target, detail }) => [actor, action, target, detail],
  )

it('asks for the secret, and runs only what is meant for the page', async () => {
  expect((await command({ command: 'audit', by: 'ana' }, 'Bearer guess')).statusCode).toBe(401)
  for (const other of ['demo:user', 'withdraw pause', 'task create', 'setting set', 'audit --help', '__proto__'])
    expect((await command({ command: other, by: 'ana' })).statusCode).toBe(404)
  expect((await command({ command: 'audit' })).statusCode).toBe(400)
  expect(await audited()).toEqual([])
})

it('writes every act into the audit list of the command line, refused ones too, and no look', async () => {
  expect(v.parse(OperatorCommandResponse, (await command({ command: 'review list', by: 'ana' })).json()).data).toEqual(
    [],
  )
  const refused = await command({
    command: 'review pass',
    args: ['nobody'],
    by: 'ana',
    identity: 'https://id.example|user-1',
    roles: ['review'],
    address: '192.0.2.7',
  })
  expect(v.parse(OperatorCommandResponse, refused.json())).toMatchObject({ exit: 1 })
  await serveOperation(service.services, ['review', 'pass', 'nobody'], {}, 'bea')
  expect(await audited()).toMatchObject([
    [
      'ana',
      'review pass',
      'nobody',
      { exit: 1, identity: 'https://id.example|user-1', roles: ['review'], address: '192.0.2.7' },
    ],
    ['bea', 'review pass', 'nobody', { exit: 1 }],
  ])
})

it('runs a command for an operator who has its role, and refuses it to the others', async () => {
  const request = { command: 'withdraw approve', args: ['x'], by: 'bea' }
  const refused = await command({ ...request, roles: ['review', 'admin'] })
  expect(refused.json()).toEqual({
    exit: 1,
    data: null,
    message: 'withdraw approve needs the role pay, which bea does not have',
  })
  expect((await command({ ...request, roles: ['pay'] })).json().message).not.toContain('role')
  expect((await command({ command: 'withdraw list', by: 'bea', roles: [] })).json()).toMatchObject({ exit: 0 })
})

it('has a role for each command of the page that changes something', () => {
  const open = service.services.operators.list().filter(({ page, role }) => page === 'act' && role === undefined)
  // They only look, and the audit list records it.
  expect(open.map(({ name }) => name)).toEqual(['ledger:verify', 'user show', 'withdraw show'])
})

it('refuses an unknown code as a reason, with the codes that there are', async () => {
  for (const [name, codes] of [
    ['withdraw reject', '@holder_differs, @account_refused'],
    ['review fail', '@picture_unreadable, @other_post'],
    ['bind fail', '@profile_missing, @challenge_missing'],
  ] as const) {
    const slip = await command({ command: name, args: ['x'], flags: { reason: '@name_mismatch' }, by: 'ana' })
    expect(slip.json()).toMatchObject({ exit: 2, message: expect.stringContaining(`Codes: ${codes}`) })
  }
})

it('returns which word is wrong, and the reasons that people read in their own language', async () => {
  const wrong = await command({ command: 'withdraw pay', args: ['x'], flags: { refs: '1' }, by: 'ana' })
  expect(wrong.json()).toMatchObject({ exit: 2, message: 'withdraw pay has no flag --refs' })
  const listed = await service.app.inject({
    url: '/operators/commands',
    headers: { authorization: `Bearer ${secret}` },
  })
  const { commands, reasons } = v.parse(OperatorCommands, listed.json())
  expect(commands).toContain('outbox')
  expect(reasons.withdraw.map(({ code }) => code)).toContain('@holder_differs')
  expect(reasons.review.every(({ code, text }) => code.startsWith('@') && !text.startsWith('@'))).toBe(true)
})
