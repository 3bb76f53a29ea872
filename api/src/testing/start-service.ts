import { mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, ErrorKey, RequestOf, ResponseOf } from '@adcoin/contract'
import { errorKeyOf } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { readConfig, type Config } from '../config.ts'
import { createPostgresEngine } from '../database/postgres-engine.ts'
import { createLog } from '../log.ts'
import type { Cost } from '../passwords/passwords.ts'
import type { Services } from '../services.ts'
import { assemble } from '../start.ts'
import { freshEngine, type FreshEngine } from './fresh-engine.ts'

export type TestAnswer<Data> = {
  readonly status: number
  readonly code: number
  readonly key: ErrorKey | undefined
  readonly msg: string
  readonly data: Data
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly retryAfter: number | undefined
}
type AskOptions = {
  readonly token?: string | undefined
  readonly lang?: string
  readonly idempotencyKey?: string
  readonly ip?: string
  readonly userAgent?: string
}

export type TestService = {
  readonly app: FastifyInstance
  readonly services: Services
  readonly dataDir: string
  /** Address of its database; none if it is embedded. */
  readonly databaseUrl: string | undefined
  /** Moves the service's clock. */
  forward(ms: number): void
  /** One call over HTTP, without a socket. */
  ask<C extends Call>(call: C, input: RequestOf<C>, options?: AskOptions): Promise<TestAnswer<ResponseOf<C>>>
  /** The same with anything as input. */
  askRaw(call: Pick<Call, 'method' | 'path'>, input: unknown, options?: AskOptions): Promise<TestAnswer<unknown>>
  /** The newest code sent to this number or address. */
  codeFor(dest: string): Promise<string>
  stop(): Promise<void>
}

/** Hashing that costs next to nothing. */
const cheap: Cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }

/** The same for all of a test, as for all replicas of a deployment. */
const secrets = Object.fromEntries(
  ['SECRET_PEPPER', 'SECRET_PAYWAY_KEY', 'SECRET_CURSOR_KEY'].map(name => [name, randomBytes(32).toString('base64')]),
)

type Started = {
  env?: NodeJS.ProcessEnv
  passwordCost?: Cost
  log?: Services['log']
  /** A second replica on its database; PostgreSQL only. */ beside?: TestService
}

/** The service on a fresh database: PostgreSQL where TEST_DATABASE_URL is set, else embedded, in memory. */
export async function startTestService({
  env = {},
  passwordCost = cheap,
  log = createLog(process.env.API_TEST_LOG === 'on' ? 'warn' : 'silent'),
  beside,
}: Started = {}): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'adcoin-api-'))
  const { engine, drop, url } = await (beside
    ? sharedEngine(beside)
    : freshEngine(Number(env.DATABASE_CONNECTIONS ?? 10)))
  const config: Config = readConfig({
    NODE_ENV: 'test',
    OIDC_DEVELOPMENT: 'off',
    SANDBOX_REVIEW_SECONDS: '3',
    DATA_DIR: dataDir,
    ADDRESS_LIMIT_FACTOR: '1000',
    ...secrets,
    ...env,
  })
  let ahead = 0
  const { app, services, stop } = await assemble(config, {
    engine,
    now: () => new Date(Date.now() + ahead),
    log,
    passwordCost,
  })
  await app.ready()
  const askRaw: TestService['askRaw'] = async (call, input, { token, lang, idempotencyKey, ip, userAgent } = {}) => {
    const headers = {
      ...(token === undefined ? {} : { 'authorized-key': token }),
      ...(lang === undefined ? {} : { lang }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(ip === undefined ? {} : { 'x-forwarded-for': ip }),
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    }
    const response =
      call.method === 'GET'
        ? await app.inject({ method: 'GET', url: call.path, headers, query: queryOf(input) })
        : await app.inject({
            method: 'POST',
            url: call.path,
            headers: { ...headers, 'content-type': 'application/json' },
            payload: JSON.stringify(input) ?? '',
          })
    const body = response.json<{ code: number; msg: string; data: unknown }>()
    const details = (body.code === 0 ? {} : (body.data ?? {})) as {
      fields?: Record<string, string>
      retry_after?: number
    }
    return {
      status: response.statusCode,
      code: body.code,
      key: errorKeyOf(body.code),
      msg: body.msg,
      data: body.data,
      fields: details.fields,
      retryAfter: details.retry_after,
    }
  }
  return {
    app,
    services,
    dataDir,
    databaseUrl: url,
    askRaw,
    forward: ms => void (ahead += ms),
    ask: (call, input, options) => askRaw(call, input, options) as Promise<TestAnswer<ResponseOf<typeof call>>>,
    async codeFor(dest) {
      const row = await services.database.read
        .selectFrom('outbox')
        .select('vars')
        .where('dest', '=', dest)
        .where('state', '<>', 'suppressed')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      const code = row?.vars.code
      if (!code) throw new Error(`no code was sent to ${dest}`)
      return code
    },
    async stop() {
      await stop()
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function queryOf(input: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries((input ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}

async function sharedEngine({ databaseUrl }: TestService): Promise<FreshEngine> {
  if (databaseUrl === undefined) throw new Error('the embedded database has one process')
  return { engine: createPostgresEngine({ url: databaseUrl }), url: databaseUrl, drop: async () => undefined }
}
