import { upload, type Call } from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from './testing/calls.ts'
import { makePerson, type ServicePerson } from './testing/people.ts'
import { startTestService, type TestService } from './testing/start-service.ts'

const table = calls.map((call): [string, Call] => [`${call.method} ${call.path}`, call])

let service: TestService
let ana: ServicePerson
beforeAll(async () => {
  service = await startTestService()
}, 60_000)
afterAll(async () => {
  await service.stop()
})

const raw = (call: Call, payload: string, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: call.method,
    url: call.path,
    headers: {
      'authorized-key': ana.token,
      'content-type': 'application/json',
      'idempotency-key': 'every-call-test',
      ...headers,
    },
    payload,
  })

it('the service serves every call of the contract and no other', () => {
  const served = service.app.servedCalls.map(call => `${call.method} ${call.path}`).sort()
  expect(served).toEqual(calls.map(call => `${call.method} ${call.path}`).sort())
  expect(new Set(served).size).toBe(served.length)
})

describe.each(table)('%s', (_, call) => {
  beforeAll(async () => {
    ana = await makePerson(service)
  })

  it('needs a session exactly where the contract demands it', async () => {
    for (const token of [undefined, 'null', 'Bearer x', 'x'.repeat(43), 'x'.repeat(16_000)]) {
      const answer = await service.askRaw(
        call,
        {},
        { ...(token === undefined ? {} : { token }), idempotencyKey: 'every-call-test' },
      )
      if (call.access === 'private') expect(answer.code).toBe(401)
      else expect(answer.code).not.toBe(401)
      expect(answer.status).toBeLessThan(500)
    }
  })

  it('refuses an unknown field by name and anything that is no object, with a sentence', async () => {
    if (call.path === upload.path) return
    const extra = await service.askRaw(
      call,
      { is_admin: 'true' },
      { token: ana.token, idempotencyKey: 'every-call-test' },
    )
    expect(extra.code).toBe(400)
    // Of a call with scenes, which scene it is comes first.
    expect(extra.fields).toMatchObject(
      'options' in call.request ? { scene: 'required' } : { is_admin: 'unknown_field' },
    )
    expect(extra.msg.length).toBeGreaterThan(0)
    if (call.method === 'GET') return
    for (const payload of [
      '[]',
      '"x"',
      '1',
      'true',
      '{',
      `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      `{"a":${'['.repeat(50_000)}`,
      '{"__proto__":{"is_admin":true}}',
    ]) {
      const response = await raw(call, payload)
      expect([200, 400, 413]).toContain(response.statusCode)
      expect(response.json<{ code: number }>().code).toBe(400)
    }
  })

  it('is not reached by another method or a form', async () => {
    const other = call.method === 'GET' ? 'POST' : 'GET'
    const isOtherServed = calls.some(one => one.path === call.path && one.method === other)
    if (!isOtherServed)
      expect(
        (
          await service.app.inject({
            method: other,
            url: call.path,
            headers: { 'content-type': 'application/json' },
            ...(other === 'POST' ? { payload: '{}' } : {}),
          })
        ).statusCode,
      ).toBe(405)
    if (call.method === 'POST' && call.path !== upload.path)
      expect((await raw(call, 'a=1', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415)
  })
})
