import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import {
  addPayway,
  changePassword,
  changePayPassword,
  loginMobile,
  resetPasswordMobile,
  resetPayPasswordMobile,
  resetVerifyMobile,
  sendPayCodeMobile,
  sendResetCodeMobile,
  setPayPassword,
  userPaywayList,
  withdrawRequest,
  type Call,
} from '@adcoin/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from './log.ts'
import type { OutgoingMessage } from './providers/provider.ts'
import { expectOk, giveCoin, goodPassword, newClabe, register, withdrawalInput } from './testing/accounts.ts'
import { startTestService, type TestService } from './testing/start-service.ts'

/**
 * Source: security.md S23. Searches everything that the service writes or returns for what a person typed or holds.
 */
const passwords = [
  'canary-login-1',
  'canary-login-2',
  'canary-login-3',
  'canary-trading-1',
  'canary-trading-2',
  'canary-wrong',
] as const
const [first, second, third, trading, tradingAgain, wrong] = passwords

let service: TestService
/** What must be nowhere; the first test fills it. */
const secrets: string[] = []
const found = (where: string) => secrets.filter(secret => where.includes(secret))
const log: string[] = []
const answers: string[] = []
const messages: OutgoingMessage[] = []
beforeAll(async () => {
  service = await startTestService({ log: createLog('info', line => void log.push(line)) })
  Object.assign(service.services.providers, {
    sms: {
      send: async (message: OutgoingMessage) => {
        messages.push(message)
        return 'there'
      },
    },
  })
}, 60_000)
afterAll(() => service.stop())

it('passwords, tokens, codes and account numbers are in no log, table or foreign answer', async () => {
  const { services } = service
  const clabe = newClabe()
  const ana = await register(service)
  await giveCoin(service, ana, 100_000n)
  let token = ana.token
  const tokens = [token]
  const codes: string[] = []
  const ask = async (call: Call, input: unknown, key: string = randomUUID()) => {
    const answer = await service.askRaw(call, input, { token, idempotencyKey: key })
    answers.push(JSON.stringify({ ...answer, data: { ...(answer.data as object | null), authorized_key: undefined } }))
    return answer
  }
  const code = async () => {
    codes.push(await service.codeFor(ana.e164))
    return codes.at(-1) ?? ''
  }
  const number = { mobile_sag: '+52', mobile: ana.mobile }

  await ask(changePassword, { old_passwd: wrong, password: first, confirm_password: first })
  expectOk(await ask(changePassword, { old_passwd: goodPassword, password: first, confirm_password: first }))
  expectOk(await ask(setPayPassword, { pay_passwd: trading, confirm_pay_passwd: trading, passwd: first }))
  expectOk(
    await ask(addPayway, {
      payway_id: 'mx-spei',
      bank_id: 'mx-012',
      holder_name: 'Ana',
      account: clabe,
      pay_passwd: trading,
    }),
  )
  await ask(addPayway, {
    payway_id: 'mx-spei',
    bank_id: 'mx-012',
    holder_name: 'Ana',
    account: clabe,
    pay_passwd: trading,
  })
  const paywayId = expectOk(await service.ask(userPaywayList, {}, { token })).list[0]?.id ?? ''
  const input = await withdrawalInput(service, ana, paywayId, 20_000n)
  codes.push(input.verify_code)
  await ask(withdrawRequest, { ...input, pay_passwd: wrong })
  expectOk(await ask(withdrawRequest, { ...input, pay_passwd: trading }))
  expectOk(await ask(sendPayCodeMobile, { scene: 'reset_pay' }))
  expectOk(
    await ask(resetPayPasswordMobile, {
      verify_code: await code(),
      pay_passwd: tradingAgain,
      confirm_pay_passwd: tradingAgain,
    }),
  )
  await ask(changePayPassword, { old_pay_passwd: wrong, pay_passwd: trading, confirm_pay_passwd: trading })
  expectOk(await ask(sendResetCodeMobile, number))
  const { verify_ticket } = expectOk(await service.ask(resetVerifyMobile, { ...number, verify_code: await code() }))
  expectOk(await ask(resetPasswordMobile, { ...number, verify_ticket, password: second, confirm_password: second }))
  await ask(loginMobile, { ...number, password: wrong })
  await service.services.jobs.runDue()
  // Withdrawals wait a day after the reset.
  service.forward(25 * 3_600_000)
  token = expectOk(await service.ask(loginMobile, { ...number, password: second })).authorized_key
  tokens.push(token)
  // A database that fails in the middle of each is the moment when careless services write down what they were given.
  const { transaction } = services.database
  Object.assign(services.database, { transaction: () => Promise.reject(new Error('the database is broken')) })
  for (const [call, sent] of [
    [loginMobile, { ...number, password: second }],
    [changePassword, { old_passwd: second, password: third, confirm_password: third }],
    [withdrawRequest, { ...input, pay_passwd: tradingAgain }],
  ] as const) {
    expect(await ask(call, sent)).toMatchObject({ status: 500, code: 500 })
  }
  Object.assign(services.database, { transaction })
  await service.services.jobs.runDue()

  secrets.push(...passwords, goodPassword, ...tokens, clabe, verify_ticket)
  expect(log.filter(line => line.includes('a call failed'))).toHaveLength(3)
  expect(found(log.join('\n'))).toEqual([])
  expect(found(answers.join('\n'))).toEqual([])
  expect(found(JSON.stringify(messages))).toEqual([])
  // A code is in one message only, and once it is sent nowhere else in clear.
  for (const each of codes)
    expect(messages.filter(message => message.text.includes(`: ${each}.`)).length).toBeGreaterThanOrEqual(1)
  expect(log.join('\n')).not.toMatch(new RegExp(codes.map(each => `\\b${each}\\b`).join('|')))
  const tables = await everything()
  expect(found(tables)).toEqual([])
  const outbox = await services.database.read.selectFrom('outbox').select(['template', 'vars']).execute()
  expect(outbox.map(row => row.template)).toContain('code_reset_pay')
  expect(outbox.filter(row => 'code' in row.vars)).toEqual([])
}, 120_000)

// PostgreSQL has no dump of its own here: its folder is its keeper's, and the tables above are all that the service
// writes.
it.skipIf(process.env.TEST_DATABASE_URL)(
  'nor in the dump of the embedded database, which still holds rows that were deleted',
  async () => {
    const dump = await service.services.database.engine.dump?.()
    if (!dump) throw new Error('the embedded engine gave no dump')
    const text = gunzipSync(dump).toString('latin1')
    expect(text).toContain('outbox')
    expect(secrets.length).toBeGreaterThan(8)
    expect(found(text)).toEqual([])
  },
  60_000,
)

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const { read } = service.services.database
  const { rows: tables } = await sql<{
    name: string
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(read)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{
      text: string | null
    }>`SELECT string_agg(to_jsonb(t)::text, E'\n') AS text FROM ${sql.table(name)} t`.execute(read)
    texts.push(`${name}: ${rows[0]?.text ?? ''}`)
  }
  return texts.join('\n')
}
