// @postgres
import { randomUUID } from 'node:crypto'
import { bindAccount, receiveTask, type Call } from '@adcoin/contract'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../refusals/refusal.ts'
import { makePerson } from '../testing/people.ts'
import { startService, type TestService } from '../testing/start-service.ts'
import type { SignedInPerson } from './frame.ts'
import { onceOnly, readKey, type StoreAnswer } from './idempotency.ts'

let service: TestService
let person: SignedInPerson
beforeAll(async () => {
  service = await startService()
  const { token } = await makePerson(service)
  const found = await service.services.personOf(token)
  if (!found) throw new Error('no person')
  person = found
}, 60_000)
afterAll(() => service.stop())

type Once = typeof onceOnly
const call: Call = receiveTask
/** One try with a key. `ran` counts the runs of the work, `begun` those of the whole call. */
function attempts(once: Once = onceOnly, key: string | null = randomUUID()) {
  let [ran, begun] = [0, 0]
  const work = async (store: StoreAnswer) => {
    begun += 1
    return service.services.database.transaction(async tx => {
      const outcome = await store(tx, async () => ({ number: ++ran }))
      if ('refusal' in outcome) throw outcome.refusal
      return outcome.result
    })
  }
  return {
    ran: () => ran,
    begun: () => begun,
    ask: (input: unknown, use: Once = once) => use(service.services, { call, person, key, input }, work),
  }
}

describe('a key', () => {
  it('gives the first answer again, with its fields in any order', async () => {
    const { ask, ran } = attempts()
    const input = { task_id: 'a', more: [{ b: 1, a: [2, 1] }], none: undefined }
    expect(await ask(input)).toEqual({ number: 1 })
    expect(await ask({ more: [{ a: [2, 1], b: 1 }], task_id: 'a' })).toEqual({ number: 1 })
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
    const { ask, ran } = attempts()
    await ask({ task_id: 'a' })
    await expect(ask(other)).rejects.toMatchObject({ key: 'idem_mismatch' })
    expect(ran()).toBe(1)
  })

  it('is one run for two attempts at once, in this process and in another', async () => {
    const here = attempts()
    expect(await Promise.all([here.ask({ a: 1 }), here.ask({ a: 1 })])).toEqual([{ number: 1 }, { number: 1 }])
    expect(here.begun()).toBe(1)
    vi.resetModules()
    const { onceOnly: elsewhere } = await import('./idempotency.ts')
    expect(elsewhere).not.toBe(onceOnly)
    const both = attempts()
    const answers = await Promise.all([both.ask({ a: 1 }), both.ask({ a: 1 }, elsewhere)])
    expect(answers[0]).toEqual(answers[1])
  })

  it('that is missing makes every attempt a call of its own', async () => {
    const { ask } = attempts(onceOnly, null)
    expect([await ask({}), await ask({})]).toEqual([{ number: 1 }, { number: 2 }])
  })

  it('is not spent by a refusal, also by one that keeps what was written', async () => {
    const { database, now } = service.services
    for (const keep of [false, true]) {
      const key = randomUUID()
      const refused = onceOnly(service.services, { call, person, key, input: {} }, async (store: StoreAnswer) => {
        const outcome = await database.transaction(tx =>
          store(tx, async () => {
            await tx.insertInto('audit_log').values({ actor: key, action: 'tried', created_at: now() }).execute()
            throw new Refusal('code_wrong', { keep })
          }),
        )
        if ('refusal' in outcome) throw outcome.refusal
      })
      await expect(refused).rejects.toMatchObject({ key: 'code_wrong' })
      const written = await database.read.selectFrom('audit_log').select('id').where('actor', '=', key).execute()
      expect(written).toHaveLength(keep ? 1 : 0)
      expect(await attempts(onceOnly, key).ask({})).toEqual({ number: 1 })
    }
  })

  it('is needed by some calls, taken by some, and ignored by others', () => {
    const request = (key?: string) =>
      ({ headers: key === undefined ? {} : { 'idempotency-key': key } }) as FastifyRequest
    const key = 'x'.repeat(8)
    expect(readKey({ ...bindAccount, idempotency: 'none' }, request(key))).toBeNull()
    expect(readKey({ ...bindAccount, idempotency: 'optional' }, request())).toBeNull()
    expect(readKey({ ...bindAccount, idempotency: 'optional' }, request(key))).toBe(key)
    expect(() => readKey({ ...bindAccount, idempotency: 'required' }, request())).toThrow(Refusal)
    expect(readKey({ ...bindAccount, idempotency: 'required' }, request(key))).toBe(key)
  })
})
