import { upload, type Call } from '@adcoin/contract'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from './testing/calls.ts'
import { makePerson, type ServicePerson } from './testing/people.ts'
import { makeDice } from './testing/dice.ts'
import { startTestService, type TestService } from './testing/start-service.ts'

/**
 * How many, and from which seed: `FUZZ_CASES=100000 FUZZ_SEED=7 npx vitest run api/src/mass-assignment.test.ts`.
 * Source: security.md S11.
 */
const cases = Number(process.env.FUZZ_CASES ?? 3_000)
const seed = process.env.FUZZ_SEED ?? '20261122'

let service: TestService
let ana: ServicePerson
beforeAll(async () => {
  service = await startTestService({ env: { ADDRESS_LIMIT_FACTOR: '100000' } })
  ana = await makePerson(service)
}, 60_000)
afterAll(() => service.stop())

type Input = Record<string, unknown>

/** A sound value of every field that a call of the contract has. */
const sound: Input = {
  mobile_sag: '+52',
  mobile: '5512345678',
  email: 'ana@example.com',
  password: 'correct horse',
  confirm_password: 'correct horse',
  old_passwd: 'correct horse',
  passwd: 'correct horse',
  verify_code: '1234',
  verify_ticket: 'x'.repeat(43),
  give_up: '0',
  invite_code: '888888',
  region: 'MX',
  provider: 'google',
  code: 'code',
  code_verifier: 'x'.repeat(43),
  nonce: 'x'.repeat(16),
  redirect_uri: 'http://localhost:8080/google_auth',
  id: 'id',
  pay_passwd: 'trading horse',
  confirm_pay_passwd: 'trading horse',
  old_pay_passwd: 'trading horse',
  scene: 'withdraw',
  amount: '10000',
  user_payway_id: 'id',
  fw: 'true',
  country: 'MX',
  type: 'all',
  kind: '1',
  cursor: 'x',
  limit: '20',
  month: '2027-02',
  status: '1',
  payway_id: 'mx-spei',
  bank_id: 'mx-012',
  holder_name: 'Ana',
  account: '1',
  fields: { ifsc: 'x' },
  quote: { fee: '200', payout: '1764', rate_num: '18', rate_den: '100' },
  inviter_id: '1',
  avatar: 'id',
  birthday: '2000-02-29',
  gender: 1,
  nick_name: 'Ana',
  user_id: '1',
  level: '1',
  task_id: 'id',
  assignment_id: 'id',
  account_id: 'id',
  video_link: 'https://www.tiktok.com/@a',
  username: 'ana',
  homepage_link: 'https://www.tiktok.com/@ana',
  file_ids: ['id'],
  disclosure_confirmed: true,
  platform: 'tiktok',
  confirm: true,
  app: 'remote-team',
  release: '1.0.0-0123456789ab',
  phase: 'render',
  reason: 'x',
  generation: 1,
  path: '/',
  page: 'terms',
  credential: 'x',
  client_data: 'x',
  attestation: 'x',
  authenticator_data: 'x',
  signature: 'x',
  text: 'The post is public.',
  endpoint: 'https://push.example.com/1',
  p256dh: 'BA',
  auth: 'AA',
  kinds: ['paid'],
  visits: [{ app: 'remote-team', release: '1.0.0-0123456789ab' }],
}
const exceptions: Readonly<Record<string, Input>> = {
  '/app/pay/transaction/list': { kind: 'ad_income' },
  '/app/w/log': { status: 'paid' },
  '/app/sms/send_own_verify_code': { scene: 'prove' },
  '/app/app/task/detail': { assignment_id: undefined },
}

const begins = calls
  .filter(({ path }) => path !== upload.path)
  .map((call): [Call, Input] => {
    const names = fieldsOf(call)
    return [
      call,
      Object.fromEntries(
        names
          .map(name => [
            name,
            exceptions[call.path] && name in exceptions[call.path]! ? exceptions[call.path]![name] : sound[name],
          ])
          .filter(([, value]) => value !== undefined),
      ) as Input,
    ]
  })

it.each(begins.map(([call, input]): [string, Call, Input] => [`${call.method} ${call.path}`, call, input]))(
  '%s has a sound input to begin with',
  (_, call, input) => {
    expect(v.safeParse(call.request, input)).toMatchObject({ success: true })
  },
)

/** Fields that an attacker would set, and names with a meaning in JavaScript. */
const unknownNames = [
  'balance',
  'coin',
  'role',
  'is_admin',
  'user_id_',
  'inviter',
  'status_',
  'version',
  'created_at',
  'pwd_hash',
  'pay_pwd_hash',
  'withdraw_frozen_until',
  'rate',
  'fee',
  'approved_by',
  'constructor',
  'toString',
  'hasOwnProperty',
  '$where',
  '',
  ' ',
  '\u202e',
  '0',
  'a.b',
  'x'.repeat(200),
]
const wrongOfBody: readonly unknown[] = [
  null,
  0,
  -1,
  1.5,
  1e300,
  true,
  false,
  [],
  [[]],
  ['1234'],
  {},
  { $ne: null },
  { $gt: '' },
  { length: 4 },
  { toString: 'x' },
  [null],
]

it(
  `${cases} inputs with one wrong field each: each is refused by name, none is a fault`,
  async () => {
    const before = await contents()
    const random = makeDice(seed)
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
    const tally = { unknown: 0, type: 0, absent: 0, whole: 0 }
    for (let index = 0; index < cases; index += 1) {
      const [call, input] = pick(begins)
      const { kind, field, sent } = broken(call, input, pick, random(100))
      tally[kind] += 1
      const answer = await service.askRaw(call, sent, { token: ana.token, idempotencyKey: `fuzz-case-${index}` })
      const problem = () =>
        `case ${index} of seed ${seed}: ${call.path} ${kind} ${field}: ${JSON.stringify(sent)?.slice(0, 300)} answered ${answer.status} ${answer.code} ${JSON.stringify(answer.data)?.slice(0, 200)}`
      if (answer.status >= 500 || answer.code === 0) throw new Error(problem())
      if (kind === 'whole') {
        if (answer.code !== 400) throw new Error(problem())
        continue
      }
      const named = Object.keys(answer.fields ?? {})
      if (
        answer.code !== 400 ||
        answer.status !== 200 ||
        !named.some(
          name => name === field.slice(0, 100) || name.startsWith(`${field}.`) || (field === '' && name === 'body'),
        )
      )
        throw new Error(problem())
      if (answer.msg.length === 0) throw new Error(problem())
    }
    expect(Math.min(...Object.values(tally))).toBeGreaterThan(0)
    expect(await contents()).toEqual(before)
  },
  60_000 + cases * 60,
)

function broken(
  call: Call,
  input: Input,
  pick: <Item>(items: readonly Item[]) => Item,
  chance: number,
): { kind: 'unknown' | 'type' | 'absent' | 'whole'; field: string; sent: unknown } {
  const names = Object.keys(input)
  if (call.method === 'GET') {
    // A query holds texts only, so a wrong type is a field that came twice or with brackets: an unknown name.
    const name = pick([
      ...unknownNames.filter(each => each !== ''),
      ...names.map(each => `${each}[]`),
      ...names.map(each => `${each}[x]`),
    ])
    return { kind: 'unknown', field: name, sent: { ...input, [name]: '1' } }
  }
  if (names.length === 0 || chance < 40) {
    const name = pick(unknownNames)
    const nested = names.filter(each => each === 'quote')
    if (nested.length > 0 && chance < 12)
      return {
        kind: 'unknown',
        field: `quote.${name}`,
        sent: { ...input, quote: { ...(input.quote as Input), [name]: pick(wrongOfBody) } },
      }
    return { kind: 'unknown', field: name, sent: { ...input, [name]: pick([...wrongOfBody, '1', 'admin']) } }
  }
  if (chance < 45) return { kind: 'whole', field: '', sent: pick([[input], [], 'x', 1, true]) }
  const required = names.filter(name => !v.safeParse(call.request, without(input, name)).success)
  if (chance < 60 && required.length > 0) {
    const name = pick(required)
    return { kind: 'absent', field: name, sent: without(input, name) }
  }
  const name = pick(names)
  const wrong = pick(wrongOfBody.filter(value => !v.safeParse(call.request, { ...input, [name]: value }).success))
  return { kind: 'type', field: name, sent: { ...input, [name]: wrong } }
}

function without(input: Input, name: string): Input {
  return Object.fromEntries(Object.entries(input).filter(([each]) => each !== name))
}

function fieldsOf(call: Call): string[] {
  const schema = call.request as { entries?: Input; pipe?: { entries?: Input }[]; options?: { entries: Input }[] }
  return Object.keys(schema.entries ?? schema.pipe?.[0]?.entries ?? schema.options?.at(-1)?.entries ?? {})
}

/** How much stands in every table, and who ana is: nothing of it may change. */
async function contents(): Promise<unknown> {
  const { rows: tables } = await sql<{
    name: string
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(
    service.services.database.read,
  )
  const counts = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      (await sql<{ n: bigint }>`SELECT count(*) AS n FROM ${sql.table(name)}`.execute(service.services.database.read))
        .rows[0]?.n,
    ]),
  )
  return [
    counts,
    await service.services.database.read.selectFrom('app_user').selectAll().where('id', '=', ana.id).execute(),
  ]
}
