import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright'
import { languages } from '@adcoin/contract'
import { createChromiumOptions } from '@adcoin/checks/chromium'
import { startFaultProxy } from '../injectors/proxy.ts'
import { createOperator } from '../product/operator.ts'
import { startProduct, type Product } from '../product/product.ts'
import { startSite } from '../product/site.ts'
import { judgeMoney } from './judge.ts'
import { journeys, repeated, type Journey, type Life } from './journeys.ts'
import { parseChaosOptions, chaosUsage, type ChaosOptions } from './options.ts'
import { ChaosPerson } from './person.ts'
import { createRandom } from './random.ts'
import { ChaosLog } from './chaos-log.ts'
import { createSchedule } from './schedule.ts'
import { createServiceSide } from './service-side.ts'
import { soak } from './soak.ts'
import { strike, type StrikeTargets } from './strikes.ts'

/**
 * npm run chaos: people use a product of its own while faults, releases and rollbacks strike every few seconds. Exit
 * code 1 where something was found that people should not have met. The data folder, with a picture for each finding,
 * stays where there is one. `--soak`: an hour of load instead (`soak.ts`).
 */
async function main(words: readonly string[]): Promise<number> {
  const options = parseChaosOptions(words)
  if (!options) {
    console.error(chaosUsage)
    return 2
  }
  const product = await startProduct()
  const pictures = join(product.dataDir, 'chaos')
  mkdirSync(pictures, { recursive: true })
  const log = new ChaosLog(options, pictures)
  const site = await startSite(product)
  const proxy = await startFaultProxy(site.url)
  const browser = await chromium.launch(createChromiumOptions())
  const persons: (ChaosPerson | undefined)[] = []
  const struck: StrikeTargets = {
    site,
    proxy,
    product: product.pid,
    released: new Map(),
    person: index => persons[index],
  }
  try {
    const until = Date.now() + options.minutes * 60_000
    const lives = Array.from({ length: options.people }, (_, index) =>
      runLives({ index, browser, url: proxy.url, product, options, until, log: log, persons }),
    )
    await Promise.all([strikeAll(struck, options, log), watchLedger(product, until, log), ...lives])
    await expectWholeLedger(product, log)
    await log.findMissedJourneys(Object.keys(journeys) as Journey[])
  } finally {
    await browser.close()
    await proxy.stop()
    await site.stop()
    await product.stop({ keepData: log.findings.length > 0 })
  }
  log.print()
  return log.findings.length > 0 ? 1 : 0
}

/** Each step at its moment, whatever the ones before it still do. */
async function strikeAll(struck: StrikeTargets, { seed, minutes, people }: ChaosOptions, log: ChaosLog): Promise<void> {
  const began = Date.now()
  const running: Promise<void>[] = []
  // Releases are made one after the other, as one operator would.
  let released: Promise<unknown> = Promise.resolve()
  for (const step of createSchedule(seed, minutes, people)) {
    await wait(began + step.atMs - Date.now())
    log.recordStrike(step)
    const recordFailure = (error: unknown) => log.recordNotDone(step, error)
    if ('app' in step) {
      released = released.then(() => strike(struck, step)).catch(recordFailure)
      running.push(released as Promise<void>)
    } else running.push(strike(struck, step).catch(recordFailure))
  }
  await Promise.all(running)
  struck.proxy.heal()
}

type Living = {
  readonly index: number
  readonly browser: Browser
  readonly url: string
  readonly product: Product
  readonly options: ChaosOptions
  readonly until: number
  readonly log: ChaosLog
  readonly persons: (ChaosPerson | undefined)[]
}

/** One life after the other: an account, what it does with the product, and what its money came to. */
async function runLives(living: Living): Promise<void> {
  const { index, browser, url, product, options, until, log, persons } = living
  const random = createRandom(options.seed, `person ${index}`)
  for (let number = 1; Date.now() < until; number++) {
    const name = `person ${index + 1}, life ${number}`
    const { api_code } = languages[(index + number - 1) % languages.length] ?? languages[0]
    const person = await ChaosPerson.open(browser, url, api_code, sight => void log.recordSight(name, sight, person))
    persons[index] = person
    const life: Life = {
      person,
      random,
      service: createServiceSide(product.url, () => life.token),
      operate: createOperator(product.dataDir),
      mobile: `55${1 + index}${String(10_000_000 + random.integerBelow(89_000_000)).slice(1)}`,
      password: 'correct horse',
      token: '',
      earned: 0n,
      sold: 0n,
      withdrawals: 0,
    }
    const wanted: readonly Journey[] = ['register', 'earn', 'withdraw', ...random.shuffle(repeated)]
    let isWhole = true
    for (const journey of wanted) {
      if (Date.now() > until && journey !== 'register') break
      isWhole = await runJourney(life, journey, name, log)
      if (!isWhole) break
    }
    if (isWhole) await expectExactMoney(life, name, log)
    persons[index] = undefined
    await person.context.close()
  }
}

/** @returns whether it ended as it should */
async function runJourney(life: Life, journey: Journey, name: string, log: ChaosLog): Promise<boolean> {
  try {
    await journeys[journey](life)
    log.recordCompleted(journey)
    return true
  } catch (error) {
    log.recordStuck(journey)
    await log.addFinding(name, `${journey}: ${error instanceof Error ? error.message : String(error)}`, life.person)
    return false
  }
}

async function expectExactMoney(
  { service, earned, sold, withdrawals, person }: Life,
  name: string,
  log: ChaosLog,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await service.money().catch((error: unknown) => error)
    if (answer instanceof Error && tries < 60) {
      await wait(500)
      continue
    }
    if (answer instanceof Error) return log.addFinding(name, `money: ${answer.message}`, person)
    const wrong = judgeMoney({ name, earned, sold, withdrawals }, answer as Awaited<ReturnType<typeof service.money>>)
    log.recordMoney(wrong === undefined)
    return wrong === undefined ? undefined : log.addFinding(name, wrong, person)
  }
}

async function watchLedger(product: Product, until: number, log: ChaosLog): Promise<void> {
  while (Date.now() + 30_000 < until) {
    await wait(30_000)
    await expectWholeLedger(product, log)
  }
}

/** Asked again where the service has just been killed. */
async function expectWholeLedger({ dataDir }: Product, log: ChaosLog): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const report = await createOperator(dataDir)
      .ops('ledger:verify')
      .catch(() => undefined)
    if (report === undefined) {
      await wait(2_000)
      continue
    }
    const isOk = (report as { ok: boolean }).ok
    log.recordLedger(isOk)
    return isOk ? undefined : log.addFinding('the ledger', JSON.stringify(report).slice(0, 500))
  }
  await log.addFinding('the ledger', 'the service did not answer for 40 s')
}

function wait(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, Math.max(0, ms)))
}

const [first, ...words] = process.argv.slice(2)
if (first === '--soak') process.exit(await soak(words))
process.exitCode = await main(process.argv.slice(2))
