import type { Call } from '@adcoin/contract'
import type { FastifyRequest } from 'fastify'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Queries, Transaction } from '../database/database.ts'
import type { DB } from '../database/schema.ts'
import type { Frame, SignedInPerson } from './frame.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'

type Once = {
  readonly call: Call
  readonly person: SignedInPerson | null
  readonly key: string | null
  readonly input: unknown
}
/** The outcome of `transact`: a result, or a refusal that keeps the written rows. */
export type Outcome<Result> = { result: Result } | { refusal: Refusal }
/**
 * Runs the work of a transaction, stores its answer under the key, and turns a keeping refusal into a result that
 * commits.
 */
export type StoreAnswer = <Result>(
  tx: Transaction,
  work: (tx: Transaction) => Promise<Result>,
) => Promise<Outcome<Result>>

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
 * The same key gives the first answer, whatever the number of tries and their order: in this process they share
 * one run, in another the row of the key is waited for. Another body under the same key is refused (2008). A refusal
 * spends no key.
 */
export async function onceOnly<Data>(
  frame: Frame,
  { call, person, key, input }: Once,
  run: (store: StoreAnswer) => Promise<Data>,
): Promise<Data> {
  if (key === null || person === null) return run(keepingRefusals)
  const place = { user_id: person.id, route: call.path, key }
  const hash = frame.secrets.keyed('idempotency', canonical(input))
  const flight = `${person.id} ${call.path} ${key} ${hash}`
  const same = underWay.get(flight)
  if (same) return same as Promise<Data>
  const first = firstAnswer(frame, place, hash, run)
  underWay.set(flight, first)
  try {
    return await first
  } finally {
    underWay.delete(flight)
  }
}

/** The row of a key. */
type Place = { readonly user_id: bigint; readonly route: string; readonly key: string }

/** The stored answer where there is one; else the run, whose transaction stores its answer under the key. */
async function firstAnswer<Data>(
  { database, now }: Frame,
  place: Place,
  hash: string,
  run: (store: StoreAnswer) => Promise<Data>,
): Promise<Data> {
  const earlier = await storedAt(database.read, place)
  if (earlier) return answerOf<Data>(earlier, hash)
  return run(async (tx, work) => {
    const mine = await tx
      .insertInto('idempotency')
      .values({ ...place, request_hash: hash, response: null, created_at: now() })
      .onConflict(conflict => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!mine) return { result: answerOf(await storedAt(tx, place), hash) }
    const outcome = await keepingRefusals(tx, work)
    if ('refusal' in outcome) await tx.deleteFrom('idempotency').where(isAt(place)).execute()
    else
      await tx
        .updateTable('idempotency')
        .set({ response: JSON.stringify(outcome.result) })
        .where(isAt(place))
        .execute()
    return outcome
  })
}

const isAt =
  (place: Place) =>
  (row: ExpressionBuilder<DB, 'idempotency'>): Expression<SqlBool> =>
    row.and(place)

type Stored = { readonly request_hash: string; readonly response: unknown }

function storedAt(db: Queries, place: Place): Promise<Stored | undefined> {
  return db.selectFrom('idempotency').select(['request_hash', 'response']).where(isAt(place)).executeTakeFirst()
}

function answerOf<Data>(row: Stored | undefined, hash: string): Data {
  if (!row) throw new Error('an idempotency key that exists has no row')
  if (row.request_hash !== hash) throw new Refusal('idem_mismatch')
  return row.response as Data
}

const keepingRefusals: StoreAnswer = async (tx, work) => {
  try {
    return { result: await work(tx) }
  } catch (error) {
    if (error instanceof Refusal && error.keep) return { refusal: error }
    throw error
  }
}

/** The same input gives the same text, whatever the order of its fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
  }
  return JSON.stringify(value)
}
