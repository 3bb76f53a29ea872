// @postgres
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Call } from '@adcoin/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import webPush from 'web-push'
import { verifyLedger } from './ledger/verify.ts'
import { startDevelopmentProvider, type DevelopmentProvider } from './oauth/development-provider.ts'
import { startTestService, type TestService } from './testing/start-service.ts'
import { liveADay, ownPushHost } from './testing/whole-day.ts'

/** How many, and from which seed: `FUZZ_CASES=100000 FUZZ_SEED=7 npx vitest run api/src/fuzz.slow.test.ts`. */
const requests = Number(process.env.FUZZ_CASES ?? 6_000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_125)
/** At a time, so that they also race each other. */
const atOnce = 8

type Input = Readonly<Record<string, unknown>>
type Sent = { readonly call: Call; readonly input: Input }

let service: TestService
let provider: DevelopmentProvider
/** What succeeded, as it was sent. */
const good: Sent[] = []
let people: readonly { readonly token: string }[]

beforeAll(async () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  service = await startTestService({
    env: {
      ...{ ADDRESS_LIMIT_FACTOR: '100000', SANDBOX_REVIEW_SECONDS: '1', PUSH_HOSTS: ownPushHost },
      ...{ PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: 'mailto:push@example.com' },
    },
  })
  provider = await startDevelopmentProvider(service.services.config)
  await service.services.oidc.use(provider)
  people = await liveADay(recording(service))
}, 120_000)
afterAll(async () => {
  await provider.stop()
  await service.stop()
})

/** The same service, which writes down every input that succeeds. */
function recording(of: TestService): TestService {
  const ask: TestService['askRaw'] = async (call, input, options) => {
    const answer = await of.askRaw(call, input, options)
    if (answer.code === 0) good.push({ call: call as Call, input: input as Input })
    return answer
  }
  return { ...of, askRaw: ask, ask: ask as TestService['ask'] }
}

it('every call of the contract succeeds in the day of three people', () => {
  const succeeded = new Set(good.map(({ call }) => call.path))
  const never = service.app.servedCalls.filter(({ path }) => !succeeded.has(path) && path !== '/app/upload')
  expect(never.map(({ path }) => path)).toEqual([])
})

it(
  `${requests} requests made from what succeeded: no fault, no lost coin`,
  async () => {
    const answers = new Map<string, number>()
    const faults: string[] = []
    const arbitrary = fc.array(changed(), { minLength: requests, maxLength: requests })
    const [batch = []] = fc.sample(arbitrary, { seed, numRuns: 1 })
    for (let index = 0; index < batch.length; index += atOnce) {
      await Promise.all(
        batch.slice(index, index + atOnce).map(async ({ call, input, person, key }) => {
          const token = people[person]?.token
          const answer = await service.askRaw(call, input, { ...(token ? { token } : {}), idempotencyKey: key })
          const kind = `${answer.status} ${answer.key}`
          answers.set(kind, (answers.get(kind) ?? 0) + 1)
          if (answer.status >= 500 || answer.key === undefined)
            faults.push(`${kind}: ${call.path} ${JSON.stringify(input)?.slice(0, 300)}`)
        }),
      )
      if (index % 40 === 0) await signInAgain()
      if (index % 400 === 0) await nextHour()
    }
    console.log(`seed ${seed}: ${requests} requests`, Object.fromEntries([...answers].sort(([, a], [, b]) => b - a)))
    expect(faults).toEqual([])
    expect(answers.get('200 ok')).toBeGreaterThan(requests / 20)
    expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
  },
  60_000 + requests * 60,
)

/** Sessions that a request ended live again. */
async function signInAgain(): Promise<void> {
  await service.services.database.transaction(tx =>
    tx.updateTable('session').set({ revoked_at: null, last_seen_at: service.services.now() }).execute(),
  )
}

/** Resets the limits and runs the jobs. */
async function nextHour(): Promise<void> {
  service.forward(3_600_000)
  await service.services.database.transaction(tx => tx.deleteFrom('rate_bucket').execute())
  await service.services.jobs.runDue()
}

/** An input that succeeded, as it was or with fields left out, exchanged with others' or broken. */
function changed() {
  const values = Map.prototype.get.bind(byField()) as (name: string) => unknown[] | undefined
  return fc.constantFrom(...good).chain(({ call, input }) =>
    fc.record({
      call: fc.constant(call),
      input: fc.oneof(
        { weight: 3, arbitrary: fc.constant<unknown>(input) },
        {
          weight: 6,
          arbitrary: fc.record(
            Object.fromEntries(
              Object.entries(input).map(([name, value]) => [
                name,
                fc.oneof(
                  { weight: 6, arbitrary: fc.constant(value) },
                  { weight: 3, arbitrary: fc.constantFrom(...(values(name) ?? [value])) },
                  { weight: 1, arbitrary: fc.constantFrom<unknown>(...nasty) },
                  { weight: 1, arbitrary: fc.jsonValue() },
                ),
              ]),
            ),
            { requiredKeys: [] },
          ),
        },
        { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
      ),
      // The last is unauthenticated.
      person: fc.constantFrom(0, 0, 0, 1, 1, 1, people.length),
      key: fc.oneof(
        { weight: 5, arbitrary: fc.constant(0).map(() => randomUUID()) },
        fc.constantFrom('same-key-1', 'x'),
      ),
    }),
  )
}

/** Every value that a field of this name had in a request that succeeded. */
function byField(): Map<string, unknown[]> {
  const all = new Map<string, unknown[]>()
  for (const { input } of good)
    for (const [name, value] of Object.entries(input)) all.set(name, [...(all.get(name) ?? []), value])
  return all
}

const nasty: readonly unknown[] = [
  '',
  '\0',
  '\ud800',
  '-1',
  '1e309',
  '9'.repeat(400),
  '__proto__',
  '../../etc/passwd',
  "' OR 1=1 --",
  '\u202e',
  'x'.repeat(60_000),
  '१२३४',
  'http://127.0.0.1:5432',
  '2026-02-30',
  2 ** 53,
  -0,
  null,
  [],
  {},
]
