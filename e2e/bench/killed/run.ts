import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { balance, errorCodes, launch, transactionList, withdrawLog, withdrawRequest } from '@adcoin/contract'
import { startComposed } from '../../product/composed.ts'
import { root } from '../../product/product.ts'
import { ended, firstLine } from '../measured-service.ts'
import { numberAfter } from '../number-after.ts'
import { asker, type Outcome } from './ask.ts'

type Person = {
  readonly token: string
  readonly key: string
  readonly withdrawal: { readonly amount: string; readonly quote: { rate_num: string; rate_den: string } }
}
type Seen = Outcome & { readonly at: number; readonly path: string }
type Whole = Awaited<ReturnType<typeof startComposed>>

/** What people or operators need; those that this machine has no program for are left out, and said. */
const killed = ['service', 'service-two', 'postgres', 'gateway', 'operations', 'mirror', 'object-store']
const again: readonly number[] = [errorCodes.conflict, errorCodes.internal, 502, errorCodes.unavailable, 504]
const reads = ['/home', '/registry.json', launch.path, balance.path, transactionList.path]

/**
 * npm run bench -- killed [--people N] [--seconds N]: everything of docker-compose.yml as processes, in production,
 * people who read and people who withdraw through its nginx, and each part in turn ended by SIGKILL. Prints what people
 * saw, and how long a rollback needed until nginx served it, at rest and asked for at the moment of the kill; ends with
 * an error where a withdrawal was lost or made twice, or the ledger does not hold.
 */
export async function run(words: readonly string[]): Promise<void> {
  const [each, seconds] = [numberAfter(words, '--people', 20), numberAfter(words, '--seconds', 8)]
  const whole = await startComposed('production')
  const parts = killed.filter(part => whole.parts.includes(part))
  for (const part of killed.filter(each => !parts.includes(each))) console.log(`  ${part}: not here, skipped`)
  try {
    const people = await makePeople(whole, each * parts.length)
    const first = new Map<Person, string>()
    // In production nothing is offered until operators say so.
    const { rate_num, rate_den } = people[0]?.withdrawal.quote ?? { rate_num: '', rate_den: '' }
    await operate(whole, 'payway', 'price', 'mx-spei', '--num', rate_num, '--den', rate_den)
    await operate(whole, 'payway', 'on', 'mx-spei')
    const calm: Served[] = []
    for (let turn = 0; turn < 20; turn += 1) calm.push(await servedAfterChange(whole))
    showServed('at rest', calm)
    for (const [index, part] of parts.entries())
      await underLoad(whole, part, people.slice(index * each, (index + 1) * each), seconds, first)
    await nothingLost(whole, people, first)
  } finally {
    await whole.stop()
  }
}

/** People with coin and a code, made by the service of the benches on the same database, before any load. */
async function makePeople({ databaseUrl, folder, secrets }: Whole, count: number): Promise<readonly Person[]> {
  const child = spawn(process.execPath, ['api/src/measuring/main.ts', `${count}`, 'cheap'], {
    cwd: root,
    env: { ...process.env, ...secrets, DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'people'), PUBLIC_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { people } = await firstLine<{ people: Person[] }>(child)
  await ended(child)
  return people
}

async function underLoad(
  whole: Whole,
  part: string,
  people: readonly Person[],
  seconds: number,
  first: Map<Person, string>,
) {
  const seen: Seen[] = []
  const began = performance.now()
  const note = (path: string, outcome: Outcome) =>
    void seen.push({ ...outcome, path, at: performance.now() - began - outcome.ms })
  let isOver = false
  const readers = people.map(async ({ token }, number) => {
    const ask = asker(whole.url, number, token)
    for (let turn = number; !isOver; turn += 1) {
      const path = reads[turn % reads.length] ?? ''
      note(path, await ask(path))
      await pause(100)
    }
  })
  let longest = 0
  const withdrawers = people.map(async (person, number) => {
    await pause((number / people.length) * seconds * 1_000)
    const ask = asker(whole.url, number + people.length, person.token)
    const asked = performance.now()
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await ask(withdrawRequest.path, person.withdrawal, person.key)
      note('withdraw', outcome)
      if (outcome.code === 0) first.set(person, outcome.body)
      if (outcome.code === 0) break
      // A refusal is an answer; only what was not answered, or is under way, is asked again under its key.
      if (attempt === 300 || !(typeof outcome.code === 'string' || again.includes(outcome.code)))
        throw new Error(`a withdrawal was not made: ${outcome.code} ${outcome.body}`)
      await pause(200)
    }
    longest = Math.max(longest, performance.now() - asked)
  })
  await pause((seconds * 1_000) / 3)
  const killedAt = performance.now() - began
  const [backAfter, served] = await Promise.all([whole.kill(part), servedAfterChange(whole)])
  await Promise.all(withdrawers)
  await pause(2_000)
  isOver = true
  await Promise.all(readers)
  show(part, seen, killedAt, backAfter, longest)
  showServed(`  a change asked for as ${part} was killed`, [served])
}

/** Milliseconds from the command's start to its end, and to what nginx serves to a new load. */
type Served = { readonly commandMs: number; readonly servedMs: number }

/**
 * A generation that operators make live, as every rollback is one: whether browsers may try releases is switched, which
 * this store of first releases always allows. The command is asked again until it is done.
 */
async function servedAfterChange({ url, operatorsEnv }: Whole): Promise<Served> {
  const generationNow = async () =>
    (await (await fetch(`${url}/registry.json`)).json()) as { generation: number; overrides?: boolean }
  const release = async (...words: readonly string[]) =>
    JSON.parse(
      (
        await promisify(execFile)(process.execPath, ['shared/release/src/cli/main.ts', ...words, '--json'], {
          cwd: root,
          env: operatorsEnv,
        })
      ).stdout,
    ) as { generation: number }
  const before = await generationNow()
  const began = performance.now()
  const switched = ['overrides', before.overrides ? 'off' : 'on', '--why', 'bench']
  let made = await release(...switched).catch(() => undefined)
  while (made === undefined) {
    if (performance.now() - began > 120_000) throw new Error(`operators could not make anything live for two minutes`)
    await pause(200)
    made = await release(...switched).catch(() => undefined)
  }
  const { generation } = made
  const commandMs = performance.now() - began
  const isServed = async () => ((await generationNow().catch(() => undefined))?.generation ?? 0) >= generation
  while (!(await isServed())) await pause(5)
  return { commandMs, servedMs: performance.now() - began }
}

function showServed(when: string, all: readonly Served[]): void {
  const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const after = all.map(({ commandMs, servedMs }) => servedMs - commandMs)
  console.log(
    `  ${when}: served by nginx ${middle(all.map(each => each.servedMs)).toFixed(0)} ms after the command began` +
      ` (the command itself ${middle(all.map(each => each.commandMs)).toFixed(0)} ms; served ${Math.max(...after).toFixed(0)} ms after its end at most;` +
      ` ${all.length} times)`,
  )
}

function show(part: string, seen: readonly Seen[], killedAt: number, backAfter: number, longest: number): void {
  const failed = seen.filter(({ path, code }) => code !== 0 && !(code === 200 && !path.startsWith('/app')))
  const kinds = new Map<string, number>()
  for (const { code } of failed) kinds.set(`${code}`, (kinds.get(`${code}`) ?? 0) + 1)
  const times = failed.map(({ at, ms }) => [at - killedAt, at + ms - killedAt]).flat()
  const span =
    failed.length === 0 ? '' : `, from ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms after it`
  const slowest = Math.max(...seen.map(({ ms }) => ms))
  console.log(
    `  ${part.padEnd(12)} healthy again after ${`${backAfter}`.padStart(5)} ms; ${failed.length} of ${seen.length} requests failed${span}` +
      `${[...kinds].map(([kind, count]) => `; ${count} × ${kind}`).join('')}; slowest answer ${slowest.toFixed(0)} ms,` +
      ` longest until a withdrawal was answered ${longest.toFixed(0)} ms`,
  )
}

/** Every withdrawal once, the answer the same for ever from both services, and the sums of the ledger. */
async function nothingLost(whole: Whole, people: readonly Person[], first: ReadonlyMap<Person, string>): Promise<void> {
  const problems: string[] = []
  for (const [number, person] of people.entries()) {
    for (const service of whole.services) {
      const ask = asker(service, number, person.token)
      const again = await ask(withdrawRequest.path, person.withdrawal, person.key)
      if (!isDeepStrictEqual(parsed(again.body), parsed(first.get(person))))
        problems.push(`another answer: ${again.body} after ${first.get(person)}`)
      const { list } = dataOf<{ list: unknown[] }>(await ask(withdrawLog.path))
      if (list.length !== 1) problems.push(`${list.length} withdrawals of one person`)
    }
    const money = dataOf<{ amount: string; hold: string }>(await asker(whole.url, number, person.token)(balance.path))
    if (money.amount !== '0' || money.hold !== person.withdrawal.amount)
      problems.push(`a balance of ${money.amount}, held ${money.hold}`)
  }
  const stdout = await operate(whole, 'ledger:verify')
  console.log(`  ${people.length} withdrawals, ${first.size} answered; ledger: ${stdout.replace(/\s+/g, ' ')}`)
  for (const problem of problems) console.log(`  WRONG: ${problem}`)
  if (problems.length > 0 || first.size !== people.length || !stdout.includes('"ok": true')) process.exitCode = 1
}

const parsed = (text: string | undefined): unknown => JSON.parse(text || 'null')
const dataOf = <Data>({ body }: Outcome): Data => (JSON.parse(body) as { data: Data }).data

/** `npm run ops` in the container of the first service. */
async function operate({ folder }: Whole, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['api/src/ops/ops.ts', ...words, '--json'], {
    cwd: root,
    env: { ...process.env, OPS_DIR: join(folder, 'parts/service/tmp') },
  })
  return stdout
}
