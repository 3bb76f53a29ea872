// @postgres
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { bindAccount, errorKeyOf, receiveTask, type Call } from '@adcoin/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../refusals/refusal.ts'
import { makePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { createApplication } from './application.ts'
import type { SignedInPerson } from './http-dependencies.ts'
import { readKey } from './idempotency.ts'
import { serve, type CallRequest } from './serve.ts'

let service: TestService
let person: SignedInPerson
let token = ''
beforeAll(async () => {
  service = await startTestService()
  token = (await makePerson(service)).token
  const found = await service.services.findPerson(token)
  if (!found) throw new Error('no person')
  person = found
}, 60_000)
afterAll(() => service.stop())

const numbered = {
  ...receiveTask,
  idempotency: 'optional',
  request: v.record(v.string(), v.unknown()),
  response: v.object({ number: v.number() }),
} satisfies Call
type NumberedRequest = CallRequest<typeof numbered>

/** A process that serves the call `numbered`. `begun` counts runs of the call, `ran` those of its transaction. */
function startCall(serveHere: typeof serve = serve) {
  let [ran, begun] = [0, 0]
  const app = createApplication(service.services)
  let work = async ({ transact }: NumberedRequest) => transact(async () => ({ number: ++ran }))
  serveHere(app, numbered, async request => {
    begun += 1
    // So that an equal request arrives meanwhile.
    await setTimeout(100)
    return work(request)
  })
  const ask = async (payload: object, key: string | undefined) => {
    const headers = { 'authorized-key': token, ...(key === undefined ? {} : { 'idempotency-key': key }) }
    const answer = await app.inject({ method: 'POST', url: numbered.path, headers, payload })
    const { code, data } = answer.json<{ code: number; data: { number: number } | null }>()
    return code === 0 ? data : errorKeyOf(code)
  }
  return { ask, ran: () => ran, begun: () => begun, replaceWork: (next: typeof work) => (work = next) }
}

describe('a key', () => {
  it('gives the first answer again, with its fields in any order', async () => {
    const [{ ask, ran }, key] = [startCall(), randomUUID()]
    expect(await ask({ task_id: 'a', more: [{ b: 1, a: [2, 1] }], none: undefined }, key)).toEqual({ number: 1 })
    expect(await ask({ more: [{ a: [2, 1], b: 1 }], task_id: 'a' }, key)).toEqual({ number: 1 })
    expect(ran()).toBe(1)
  })

  it.each([
    [{ task_id: 'b' }],
    [{ task_id: 'a', more: 1 }],
    [{ task_id: ['a'] }],
    [{ other: 'a' }],
    [{ task_id: null }],
    [{}],
  ])('is refused with another input: %j', async other => {
    const [{ ask, ran }, key] = [startCall(), randomUUID()]
    await ask({ task_id: 'a' }, key)
    expect(await ask(other, key)).toBe('idem_mismatch')
    expect(ran()).toBe(1)
  })

  it('is one run for two attempts at once, in this process and in another', async () => {
    const [here, key, shared] = [startCall(), randomUUID(), randomUUID()]
    const once = { number: 1 }
    expect(await Promise.all([here.ask({ a: 1 }, key), here.ask({ a: 1 }, key)])).toEqual([once, once])
    expect(here.begun()).toBe(1)
    vi.resetModules()
    const { serve: serveElsewhere } = await import('./serve.ts')
    expect(serveElsewhere).not.toBe(serve)
    const elsewhere = startCall(serveElsewhere)
    const answers = await Promise.all([here.ask({ a: 1 }, shared), elsewhere.ask({ a: 1 }, shared)])
    expect(answers[0]).toEqual(answers[1])
    expect(here.ran() + elsewhere.ran()).toBe(2)
  })

  it('that is missing makes every attempt a call of its own', async () => {
    const { ask } = startCall()
    expect([await ask({}, undefined), await ask({}, undefined)]).toEqual([{ number: 1 }, { number: 2 }])
  })

  it('is not spent by a refusal, also by one that keeps what was written', async () => {
    const { database, now } = service.services
    for (const keep of [false, true]) {
      const [call, key] = [startCall(), randomUUID()]
      call.replaceWork(({ transact }) =>
        transact(async tx => {
          await tx.insertInto('audit_log').values({ actor: key, action: 'tried', created_at: now() }).execute()
          throw new Refusal('code_wrong', { keep })
        }),
      )
      expect(await Promise.all([call.ask({}, key), call.ask({}, key)])).toEqual(['code_wrong', 'code_wrong'])
      expect(call.begun()).toBe(1)
      const written = await database.read.selectFrom('audit_log').select('id').where('actor', '=', key).execute()
      expect(written).toHaveLength(keep ? 1 : 0)
      call.replaceWork(async ({ transact }) => transact(async () => ({ number: 7 })))
      expect(await call.ask({}, key)).toEqual({ number: 7 })
    }
  })

  it('is needed by some calls, taken by some, and ignored by others', () => {
    const key = 'x'.repeat(8)
    const read = (idempotency: Call['idempotency'], sent?: string) => {
      const headers = sent === undefined ? {} : { 'idempotency-key': sent }
      return readKey(service.services, { ...bindAccount, idempotency }, { headers }, person, {})?.row.key
    }
    expect(read('none', key)).toBeUndefined()
    expect(read('optional')).toBeUndefined()
    expect(read('optional', key)).toBe(key)
    expect(() => read('required')).toThrow(Refusal)
    expect(read('required', key)).toBe(key)
  })
})
