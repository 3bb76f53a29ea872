import { join } from 'node:path'
import { balance, launch, transactionList } from '@adcoin/contract'
import { startComposed } from '../../../product/composed.ts'
import { numberAfter } from '../../number-after.ts'
import { underLoad, type WithdrawingPerson } from './load.ts'
import { makePeople, nothingLost, operate, type BenchPlace } from './people.ts'
import { restarted, rollServices, stopped } from './rolling.ts'
import { servedAfterChange, showServed, type Served } from './served.ts'

/** Processes that people or operators need; those without a program on this machine are left out, and reported. */
const killed = ['service', 'service-two', 'postgres', 'gateway', 'operations', 'object-store']
const reads = ['/home', '/live.json', launch.path, balance.path, transactionList.path]

/**
 * npm run bench -- api --killed | --rolling | --stopped [--people N] [--seconds N]
 *
 * `--killed`: everything of docker-compose.yml as processes, in production, people who read and people who withdraw
 * through its gateway, and each part in turn ended by SIGKILL. Prints what people saw, and how long a rollback needed
 * until the gateway served it, at rest and asked for at the moment of the kill; ends with an error where a withdrawal
 * was lost or made twice, or the ledger does not hold.
 * `--rolling`: two services behind our gateway, each in turn ended by SIGTERM and started again, twice; one request
 * that fails is an error. `--stopped`: the same, but each is stopped (SIGSTOP) for six seconds and goes on.
 */
export async function measureKilled(words: readonly string[]): Promise<void> {
  const [each, seconds] = [numberAfter(words, '--people', 20), numberAfter(words, '--seconds', 8)]
  if (words.includes('--stopped')) return rollServices(each, seconds, stopped)
  if (words.includes('--rolling')) return rollServices(each, seconds, restarted)
  const whole = await startComposed()
  const place: BenchPlace = { ...whole, opsDir: join(whole.folder, 'parts/service/tmp') }
  const parts = killed.filter(part => whole.parts.includes(part))
  for (const part of killed.filter(name => !parts.includes(name))) console.log(`  ${part}: not here, skipped`)
  try {
    const people = await makePeople(place, each * parts.length)
    const answered = new Map<WithdrawingPerson, string>()
    // In production nothing is offered until operators set prices.
    const { rate_num, rate_den } = people[0]?.withdrawal.quote ?? { rate_num: '', rate_den: '' }
    await operate(place, 'payway', 'price', 'mx-spei', '--num', rate_num, '--den', rate_den)
    await operate(place, 'payway', 'on', 'mx-spei')
    const calm: Served[] = []
    for (let turn = 0; turn < 10; turn += 1) calm.push(await servedAfterChange(whole))
    showServed('at rest', calm)
    const load = { url: whole.url, reads, seconds, answered }
    for (const [index, part] of parts.entries()) {
      const served: Served[] = []
      await underLoad(load, people.slice(index * each, (index + 1) * each), part, async () => {
        let back: Promise<number> | undefined
        served.push(await servedAfterChange(whole, () => (back = whole.kill(part))))
        return (await back) ?? 0
      })
      showServed(`  a change asked for as ${part} was killed`, served)
    }
    await nothingLost(place, people, answered)
  } finally {
    await whole.stop()
  }
}
