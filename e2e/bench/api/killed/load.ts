import { setTimeout as pause } from 'node:timers/promises'
import { errorCodes, withdrawRequest } from '@adcoin/contract'
import { createClient, type RequestOutcome } from './client.ts'

export type WithdrawingPerson = {
  readonly token: string
  readonly key: string
  readonly withdrawal: { readonly amount: string; readonly quote: { rate_num: string; rate_den: string } }
}
type TimedOutcome = RequestOutcome & { readonly at: number; readonly path: string }

/** `answered`: the answer to each person's withdrawal. */
export type Load = {
  readonly url: string
  readonly reads: readonly string[]
  readonly seconds: number
  readonly answered: Map<WithdrawingPerson, string>
}

const again: readonly number[] = [errorCodes.conflict, errorCodes.internal, 502, errorCodes.unavailable, 504]

/**
 * People who read all the time, and withdraw once each within the seconds; after a third of these it is struck.
 * @param strike  answers after how many ms everything is healthy again
 * @returns how many requests failed
 */
export async function runUnderLoad(
  { url, reads, seconds, answered }: Load,
  people: readonly WithdrawingPerson[],
  name: string,
  strike: () => Promise<number>,
): Promise<number> {
  const seen: TimedOutcome[] = []
  const began = performance.now()
  const recordOutcome = (path: string, outcome: RequestOutcome) =>
    void seen.push({ ...outcome, path, at: performance.now() - began - outcome.ms })
  let isOver = false
  const readers = people.map(async ({ token }, number) => {
    const ask = createClient(url, number, token)
    for (let turn = number; !isOver; turn += 1) {
      const path = reads[turn % reads.length] ?? ''
      recordOutcome(path, await ask(path))
      await pause(100)
    }
  })
  let longest = 0
  const withdrawers = people.map(async (person, number) => {
    await pause((number / people.length) * seconds * 1_000)
    const ask = createClient(url, number + people.length, person.token)
    const sentAt = performance.now()
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await ask(withdrawRequest.path, person.withdrawal, person.key)
      recordOutcome('withdraw', outcome)
      if (outcome.code === 0) answered.set(person, outcome.body)
      if (outcome.code === 0) break
      // A refusal is an answer; only what was not answered, or is under way, is asked again under its key.
      if (attempt === 300 || !(typeof outcome.code === 'string' || again.includes(outcome.code)))
        throw new Error(`a withdrawal was not made: ${outcome.code} ${outcome.body}`)
      await pause(200)
    }
    longest = Math.max(longest, performance.now() - sentAt)
  })
  await pause((seconds * 1_000) / 3)
  const killedAt = performance.now() - began
  const backAfter = await strike()
  await Promise.all(withdrawers)
  await pause(2_000)
  isOver = true
  await Promise.all(readers)
  return printOutcomes(name, seen, killedAt, backAfter, longest)
}

function printOutcomes(
  name: string,
  seen: readonly TimedOutcome[],
  killedAt: number,
  backAfter: number,
  longest: number,
): number {
  const failed = seen.filter(({ path, code }) => code !== 0 && !(code === 200 && !path.startsWith('/app')))
  const kinds = new Map<string, number>()
  for (const { code } of failed) kinds.set(`${code}`, (kinds.get(`${code}`) ?? 0) + 1)
  const times = failed.map(({ at, ms }) => [at - killedAt, at + ms - killedAt]).flat()
  const span =
    failed.length === 0 ? '' : `, from ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms after it`
  const slowest = Math.max(...seen.flatMap(({ path, ms }) => (path === 'withdraw' ? [] : [ms])))
  console.log(
    `  ${name.padEnd(16)} healthy again after ${`${backAfter}`.padStart(5)} ms; ${failed.length} of ${seen.length} requests failed${span}` +
      `${[...kinds].map(([kind, count]) => `; ${count} × ${kind}`).join('')}; slowest read ${slowest.toFixed(0)} ms,` +
      ` longest until a withdrawal was answered ${longest.toFixed(0)} ms`,
  )
  return failed.length
}
