import type { Call } from '@adcoin/contract'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../database/database.ts'
import type { Services } from '../services.ts'
import type { Person } from '../sessions/session.ts'
import { invalid, Refusal } from './refusal.ts'

type Once = {
  readonly call: Call
  readonly person: Person | null
  readonly key: string | null
  readonly input: unknown
}
/** What a transaction of `transact` ends with: a result, or a refusal that keeps what was written. */
export type Outcome<Result> = { result: Result } | { refusal: Refusal }
/** Runs the work of a transaction, stores its answer under the key, and turns a keeping refusal into a result that commits. */
export type Store = <Result>(tx: Transaction, work: (tx: Transaction) => Promise<Result>) => Promise<Outcome<Result>>

/** The key of a call that takes one; 400 where one is needed or malformed. */
export function readKey(call: Call, request: FastifyRequest): string | null {
  if (call.idempotency === 'none') return null
  const key = request.headers['idempotency-key']
  if (key === undefined && call.idempotency === 'optional') return null
  if (typeof key !== 'string') throw invalid('Idempotency-Key', 'required')
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key)) throw invalid('Idempotency-Key')
  return key
}

const underWay = new Map<string, Promise<unknown>>()

/**
 * The same key gives the first answer, whatever the number of tries and whoever is first: in this process they share one run,
 * in another the row of the key is waited for. Another body under the same key is refused (2008). A refusal spends no key.
 */
export async function onceOnly<Data>(
  services: Services,
  { call, person, key, input }: Once,
  run: (store: Store) => Promise<Data>,
): Promise<Data> {
  if (key === null || person === null) return run(keepingRefusals)
  const hash = services.secrets.keyed('idempotency', canonical(input))
  const place = { user_id: person.id, route: call.path, key }
  const flight = `${person.id} ${call.path} ${key} ${hash}`
  const same = underWay.get(flight)
  if (same) return same as Promise<Data>
  const first = (async () => {
    const earlier = await services.database.read
      .selectFrom('idempotency')
      .select(['request_hash', 'response'])
      .where('user_id', '=', person.id)
      .where('route', '=', call.path)
      .where('key', '=', key)
      .executeTakeFirst()
    if (earlier) return answerOf<Data>(earlier, hash)
    return run(async (tx, work) => {
      const mine = await tx
        .insertInto('idempotency')
        .values({ ...place, request_hash: hash, response: null, created_at: services.now() })
        .onConflict(conflict => conflict.doNothing())
        .returning('key')
        .executeTakeFirst()
      if (!mine) {
        const row = await tx
          .selectFrom('idempotency')
          .select(['request_hash', 'response'])
          .where('user_id', '=', person.id)
          .where('route', '=', call.path)
          .where('key', '=', key)
          .executeTakeFirstOrThrow()
        return { result: answerOf(row, hash) }
      }
      const outcome = await keepingRefusals(tx, work)
      if ('refusal' in outcome)
        await tx
          .deleteFrom('idempotency')
          .where('user_id', '=', person.id)
          .where('route', '=', call.path)
          .where('key', '=', key)
          .execute()
      else
        await tx
          .updateTable('idempotency')
          .set({ response: JSON.stringify(outcome.result) })
          .where('user_id', '=', person.id)
          .where('route', '=', call.path)
          .where('key', '=', key)
          .execute()
      return outcome
    })
  })()
  underWay.set(flight, first)
  try {
    return await first
  } finally {
    underWay.delete(flight)
  }
}

function answerOf<Data>(row: { request_hash: string; response: unknown }, hash: string): Data {
  if (row.request_hash !== hash) throw new Refusal('idem_mismatch')
  return row.response as Data
}

const keepingRefusals: Store = async (tx, work) => {
  try {
    return { result: await work(tx) }
  } catch (error) {
    if (error instanceof Refusal && error.keep) return { refusal: error }
    throw error
  }
}

/** The same input gives the same text, whatever the order of its fields. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
  }
  return JSON.stringify(value)
}
