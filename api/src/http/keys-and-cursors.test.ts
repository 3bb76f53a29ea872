// @postgres
import { randomUUID } from 'node:crypto'
import {
  agentQuery,
  bindAccount,
  receiveTask,
  taskDetail,
  taskList,
  transactionList,
  withdrawLog,
  type Call,
} from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectOk } from '../testing/accounts.ts'
import { makePerson, type ServicePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
let ana: ServicePerson
let ben: ServicePerson
beforeAll(async () => {
  service = await startTestService()
  ana = await makePerson(service)
  ben = await makePerson(service)
}, 60_000)
afterAll(() => service.stop())

describe('a cursor is good for one list, one filter and one person', () => {
  const cursorOf = async (input: { kind?: string } = {}) =>
    expectOk(await service.ask(taskList, { limit: '1', ...input }, { token: ana.token })).next_cursor ?? ''
  const refused = async (call: Call, input: object, person: ServicePerson = ana) =>
    expect(await service.askRaw(call, input, { token: person.token })).toMatchObject({
      status: 200,
      code: 400,
      fields: { cursor: 'invalid' },
    })

  it('goes on in its own list', async () => {
    const cursor = await cursorOf()
    expect(cursor).not.toBe('')
    expectOk(await service.ask(taskList, { limit: '1', cursor }, { token: ana.token }))
  })

  it('and is refused by every other list, with another filter, and from another person', async () => {
    const cursor = await cursorOf()
    for (const call of [transactionList, withdrawLog, agentQuery, taskDetail]) await refused(call, { cursor })
    await refused(taskList, { cursor, kind: '1' })
    await refused(taskList, { cursor }, ben)
  })

  it('and when a single character of it was changed', async () => {
    const cursor = await cursorOf()
    for (let at = 0; at < cursor.length; at += 1)
      await refused(taskList, {
        cursor: `${cursor.slice(0, at)}${cursor[at] === 'a' ? 'b' : 'a'}${cursor.slice(at + 1)}`,
      })
    for (const other of [
      cursor.toUpperCase(),
      `${cursor}.`,
      `0${cursor}`,
      `-${cursor}`,
      cursor.split('.').reverse().join('.'),
      `${cursor} `,
      `z${'z'.repeat(11)}.${'A'.repeat(22)}`,
    ])
      if (other !== cursor) await refused(taskList, { cursor: other })
  })
})

describe('an idempotency key', () => {
  const raw = (key: string | string[]) =>
    service.app.inject({
      method: 'POST',
      url: receiveTask.path,
      headers: { 'authorized-key': ana.token, 'content-type': 'application/json', 'idempotency-key': key },
      payload: JSON.stringify({ task_id: 'nothing' }),
    })

  it.each([
    '',
    ' ',
    'short',
    'x'.repeat(65),
    'with a space',
    'schlüssel-1',
    '../../../etc',
    '{"$ne":1}',
    '<script>',
    "'; DROP TABLE idempotency; --",
  ])('like %j is refused by name', async key => {
    expect((await raw(key)).json()).toMatchObject({ code: 400, data: { fields: { 'Idempotency-Key': 'invalid' } } })
  })

  it('that was sent twice is refused', async () => {
    expect((await raw([randomUUID(), randomUUID()])).json()).toMatchObject({
      code: 400,
      data: { fields: { 'Idempotency-Key': 'invalid' } },
    })
  })

  it('belongs to one call and one person: the same one elsewhere is another', async () => {
    const idempotencyKey = randomUUID()
    const claim = (person: ServicePerson) =>
      service.ask(receiveTask, { task_id: 'leafy-friend' }, { token: person.token, idempotencyKey })
    const first = expectOk(await claim(ana)).assignment_id
    expect(expectOk(await claim(ana)).assignment_id).toBe(first)
    expect(expectOk(await claim(ben)).assignment_id).not.toBe(first)
    expectOk(
      await service.ask(
        bindAccount,
        {
          platform: 'tiktok',
          username: `ana${ana.publicId}`,
          homepage_link: `https://www.tiktok.com/@ana${ana.publicId}`,
        },
        { token: ana.token, idempotencyKey },
      ),
    )
    expect(
      await service.ask(receiveTask, { task_id: 'market-group' }, { token: ana.token, idempotencyKey }),
    ).toMatchObject({ key: 'idem_mismatch' })
  })
})
