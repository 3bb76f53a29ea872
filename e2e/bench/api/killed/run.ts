import { join } from 'node:path'
import { balance, launch, transactionList } from '@adcoin/contract'
import { startComposed } from '../../../product/composed.ts'
import { readNumberAfter } from '../../read-number-after.ts'
import { runUnderLoad, type WithdrawingPerson } from './load.ts'
import { makePeople, expectNothingLost, runOps, type BenchDeployment } from './people.ts'
import { restartService, rollServices, freezeService } from './rolling.ts'
import { measureServedTimes, printServedTimes, type ServedTimes } from './served-times.ts'

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
  const [each, seconds] = [readNumberAfter(words, '--people', 20), readNumberAfter(words, '--seconds', 8)]
  if (words.includes('--stopped')) return rollServices(each, seconds, freezeService)
  if (words.includes('--rolling')) return rollServices(each, seconds, restartService)
  const product = await startComposed()
  const deployment: BenchDeployment = { ...product, opsDir: join(product.folder, 'parts/service/tmp') }
  const parts = killed.filter(part => product.parts.includes(part))
  for (const part of killed.filter(name => !parts.includes(name))) console.log(`  ${part}: not here, skipped`)
  try {
    const people = await makePeople(deployment, each * parts.length)
    const answered = new Map<WithdrawingPerson, string>()
    // In production nothing is offered until operators set prices.
    const { rate_num, rate_den } = people[0]?.withdrawal.quote ?? { rate_num: '', rate_den: '' }
    await runOps(deployment, 'payway', 'price', 'mx-spei', '--num', rate_num, '--den', rate_den)
    await runOps(deployment, 'payway', 'on', 'mx-spei')
    const calm: ServedTimes[] = []
    for (let turn = 0; turn < 10; turn += 1) calm.push(await measureServedTimes(product))
    printServedTimes('at rest', calm)
    const load = { url: product.url, reads, seconds, answered }
    for (const [index, part] of parts.entries()) {
      const served: ServedTimes[] = []
      await runUnderLoad(load, people.slice(index * each, (index + 1) * each), part, async () => {
        let back: Promise<number> | undefined
        served.push(await measureServedTimes(product, () => (back = product.kill(part))))
        return (await back) ?? 0
      })
      printServedTimes(`  a change asked for as ${part} was killed`, served)
    }
    await expectNothingLost(deployment, people, answered)
  } finally {
    await product.stop()
  }
}
