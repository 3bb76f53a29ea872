import { PGlite } from '@electric-sql/pglite'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Config } from '../../config.ts'
import type { Engine } from '../../database/engine.ts'
import { hashText } from '../../secrets/hash-text.ts'

/** The queries of the balance call: the session's person, and their coin. */
const session = `SELECT s.id, s.user_id, u.public_id, u.country_code FROM session s JOIN app_user u ON u.id = s.user_id
  WHERE s.token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now()`
const balances = `SELECT kind, balance, version FROM ledger_account
  WHERE coalesce(user_id, 0) = $1 AND kind IN ('coin', 'held') AND currency = 'ADC'`

type Ask = (name: string, text: string, values: readonly unknown[]) => Promise<unknown[]>
type Served = { readonly app: FastifyInstance; stop(): Promise<void> }

/**
 * Fastify and two prepared queries over the service's own data, with nothing else: what a read of one's own could cost
 * on this engine. The embedded one is a copy, because one process may open its folder.
 */
export async function bareRoute(config: Config, engine: Engine): Promise<Served> {
  const { ask, stop } = config.databaseUrl ? onPostgres(config) : await onCopy(engine)
  const app = Fastify()
  app.get('/', async request => {
    const [person] = (await ask('session', session, [hashText(String(request.headers['authorized-key']))])) as {
      user_id: string
    }[]
    if (!person) throw new Error('nobody')
    const accounts = await ask('balances', balances, [person.user_id])
    return { code: 0, msg: 'OK', data: JSON.parse(JSON.stringify(accounts, textOfBigint)) as unknown }
  })
  return {
    app,
    async stop() {
      await app.close()
      await stop()
    },
  }
}

const textOfBigint = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

function onPostgres({ databaseUrl, databaseConnections }: Config): { ask: Ask; stop(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: databaseUrl ?? '', max: databaseConnections })
  return {
    ask: async (name, text, values) => (await pool.query({ name, text, values: [...values] })).rows as unknown[],
    stop: () => pool.end(),
  }
}

async function onCopy(engine: Engine): Promise<{ ask: Ask; stop(): Promise<void> }> {
  const archive = await engine.dump?.()
  if (!archive) throw new Error('the embedded engine gives a dump')
  const copy = await PGlite.create({ loadDataDir: new Blob([archive as BlobPart]) })
  return {
    ask: async (_name, text, values) => (await copy.query(text, [...values])).rows,
    stop: () => copy.close(),
  }
}
