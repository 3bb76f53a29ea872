import type { Call } from '@adcoin/contract'
import type { FastifyRequest } from 'fastify'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Queries, Transaction } from '../database/database.ts'
import type { DB } from '../database/schema.ts'
import type { HttpDependencies, SignedInPerson } from './http-dependencies.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'

/** The idempotency key of a request; null where a call takes none, and each request is run for itself. */
type IdempotencyKey = {
  readonly row: { readonly user_id: bigint; readonly route: string; readonly key: string }
  /** Of the input: another input under the same key is refused. */
  readonly hash: string
}

/** The answer that a key has already. */
type EarlierAnswer = { readonly answer: unknown }

/** The key of a call that takes one; 400 where one is needed or malformed. */
export function readKey(
  { secrets }: Pick<HttpDependencies, 'secrets'>,
  call: Call,
  { headers }: Pick<FastifyRequest, 'headers'>,
  person: SignedInPerson | null,
  input: unknown,
): IdempotencyKey | null {
  if (call.idempotency === 'none') return null
  const key = headers['idempotency-key']
  if (key === undefined && call.idempotency === 'optional') return null
  if (typeof key !== 'string') throw refuseField('Idempotency-Key', 'required')
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key)) throw refuseField('Idempotency-Key')
  if (person === null) return null
  return {
    row: { user_id: person.id, route: call.path, key },
    hash: secrets.keyed('idempotency', canonical(input)),
  }
}

const underWay = new Map<string, Promise<unknown>>()

/**
 * Returns the answer that the key has: of an equal request under way in this process, or the stored one. Null: this
 * request is the first, and equal ones get `own`, its answer or its error, until it has ended.
 *
 * @throws Refusal idem_mismatch (2008) for another input under the key, and the refusal of the equal request
 */
export async function replay(
  db: Queries,
  key: IdempotencyKey | null,
  own: PromiseWithResolvers<unknown>,
): Promise<EarlierAnswer | null> {
  if (!key) return null
  const flight = `${key.row.user_id} ${key.row.route} ${key.row.key} ${key.hash}`
  const equal = underWay.get(flight)
  if (equal) return { answer: await equal }
  underWay.set(flight, own.promise)
  const end = () => void underWay.delete(flight)
  own.promise.then(end, end)
  const stored = await findRow(db, key)
  if (!stored) return null
  const answer = readAnswer(stored, key)
  own.resolve(answer)
  return { answer }
}

/**
 * Takes the key in the transaction of the call. Waits for another process that has it; its answer is returned.
 *
 * @throws Refusal idem_mismatch
 */
export async function reserve(tx: Transaction, key: IdempotencyKey | null, at: Date): Promise<EarlierAnswer | null> {
  if (!key) return null
  const reserved = await tx
    .insertInto('idempotency')
    .values({ ...key.row, request_hash: key.hash, response: null, created_at: at })
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return reserved ? null : { answer: readAnswer(await findRow(tx, key), key) }
}

/** Stores the answer of the work under the reserved key. A refusal that keeps what was written frees the key. */
export async function remember<Answer>(
  tx: Transaction,
  key: IdempotencyKey | null,
  work: Promise<Answer>,
): Promise<Answer> {
  if (!key) return work
  try {
    const answer = await work
    const response = JSON.stringify(answer)
    await tx.updateTable('idempotency').set({ response }).where(isRowOf(key)).execute()
    return answer
  } catch (error) {
    if (error instanceof Refusal && error.keep) await tx.deleteFrom('idempotency').where(isRowOf(key)).execute()
    throw error
  }
}

const isRowOf =
  ({ row }: IdempotencyKey) =>
  (found: ExpressionBuilder<DB, 'idempotency'>): Expression<SqlBool> =>
    found.and(row)

type Stored = { readonly request_hash: string; readonly response: unknown }

function findRow(db: Queries, key: IdempotencyKey): Promise<Stored | undefined> {
  return db.selectFrom('idempotency').select(['request_hash', 'response']).where(isRowOf(key)).executeTakeFirst()
}

function readAnswer(stored: Stored | undefined, { hash }: IdempotencyKey): unknown {
  if (!stored) throw new Error('an existing idempotency key has no row')
  if (stored.request_hash !== hash) throw new Refusal('idem_mismatch')
  return stored.response
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
