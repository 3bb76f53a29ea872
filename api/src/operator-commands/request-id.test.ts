// @postgres
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withdrawRequest } from '@adcoin/contract'
import { post } from '../ledger/ledger.ts'
import { runForRequest } from '../database/request-id.ts'
import { giveCoin, prepareToWithdraw, register, withdrawalInput } from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { serveOperation } from './admin-listener.ts'

const secret = 'a-secret-of-operators-that-nobody-guesses'
let service: TestService
beforeAll(async () => void (service = await startTestService({ env: { OPERATORS_SECRET: secret } })), 120_000)
afterAll(() => service.stop())

const list = async (id: string) => (await serveOperation(service.services, ['request', id], {}, 'bea')).data

it('a withdrawal and its rejection are found in ledger and audit by the ids of their requests', async () => {
  const ana = await register(service)
  await giveCoin(service, ana, 5_000_000n)
  const { paywayId } = await prepareToWithdraw(service, ana)
  service.forward(61_000)
  const [asked, refused] = [randomUUID(), randomUUID()]
  const { json } = await service.app.inject({
    method: withdrawRequest.method,
    url: withdrawRequest.path,
    headers: { 'authorized-key': ana.token, 'idempotency-key': randomUUID(), 'x-request-id': asked },
    payload: await withdrawalInput(service, ana, paywayId, 10_000n),
  })
  const { id } = json().data.withdrawal
  const held = { what: 'ledger withdraw_hold', target: `withdrawal ${id}`, by: 'request' }
  expect(await list(asked)).toMatchObject([held])

  await service.app.inject({
    method: 'POST',
    url: '/operators/command',
    headers: { authorization: `Bearer ${secret}`, 'x-request-id': refused },
    payload: { command: 'withdraw reject', args: [id], flags: { reason: 'Not a name' }, by: 'cleo' },
  })
  expect(await list(refused)).toMatchObject([
    { what: 'ledger withdraw_refund', target: `withdrawal ${id}` },
    { what: 'withdraw reject', target: id, by: 'cleo' },
  ])
  const { data: acts } = await serveOperation(service.services, ['audit'], {}, 'bea')
  expect(acts).toContainEqual(expect.objectContaining({ action: 'withdraw reject', request: refused }))
  expect(await list(`${asked}x`)).toEqual([])
})

it('what a job posts has the id of the request that enqueued it', async () => {
  const { database, jobs } = service.services
  jobs.handle('test', {
    transaction: async tx => {
      const legs = [
        { account: 'adjustment', amount: -5n },
        { account: 'task_budget', amount: 5n },
      ] as const
      await post(tx, { kind: 'adjust', key: 'job', refType: 'adjustment', refId: 'job', userId: null, legs })
    },
  })
  const id = randomUUID()
  await runForRequest(id, () => database.transaction(tx => jobs.enqueue(tx, { kind: 'test' })))
  await jobs.runDue()
  expect(await list(id)).toMatchObject([{ what: 'ledger adjust', target: 'adjustment job' }])
})
