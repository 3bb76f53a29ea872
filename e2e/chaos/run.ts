import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright'
import { languages } from '@adcoin/contract'
import { chromiumLaunch } from '@adcoin/checks/chromium'
import { startFaultProxy } from '../injectors/proxy.ts'
import { operator } from '../product/operator.ts'
import { startProduct, type Product } from '../product/product.ts'
import { startSite } from '../product/site.ts'
import { judgeMoney } from './judge.ts'
import { journeys, repeated, type Journey, type Life } from './journeys.ts'
import { optionsOf, usage, type ChaosOptions } from './options.ts'
import { ChaosPerson } from './person.ts'
import { randomOf } from './random.ts'
import { ChaosLog } from './chaos-log.ts'
import { scheduleOf } from './schedule.ts'
import { serviceSide } from './service-side.ts'
import { soak } from './soak.ts'
import { strike, type Struck } from './strikes.ts'

/**
 * npm run chaos: people use a product of its own while faults, releases and rollbacks strike every few seconds. Exit
 * code 1 where something was found that people should not have met. The data folder, with a picture for each finding,
 * stays where there is one. `--soak`: an hour of load instead (`soak.ts`).
 */
async function main(words: readonly string[]): Promise<number> {
  const options = optionsOf(words)
  if (!options) {
    console.error(usage)
    return 2
  }
  const product = await startProduct()
  const pictures = join(product.dataDir, 'chaos')
  mkdirSync(pictures, { recursive: true })
  const browserReport = new ChaosLog(options, pictures)
  const site = await startSite(product)
  const proxy = await startFaultProxy(site.url)
  const browser = await chromium.launch(chromiumLaunch())
  const there: (ChaosPerson | undefined)[] = []
  const struck: Struck = { site, proxy, product: product.pid, released: new Map(), person: index => there[index] }
  try {
    const until = Date.now() + options.minutes * 60_000
    const lives = Array.from({ length: options.people }, (_, index) =>
      live({ index, browser, url: proxy.url, product, options, until, told: browserReport, there }),
    )
    await Promise.all([strikeAll(struck, options, browserReport), watchLedger(product, until, browserReport), ...lives])
    await isLedgerWhole(product, browserReport)
    await browserReport.missed(Object.keys(journeys) as Journey[])
  } finally {
    await browser.close()
    await proxy.stop()
    await site.stop()
    await product.stop({ keepData: browserReport.findings.length > 0 })
  }
  browserReport.print()
  return browserReport.findings.length > 0 ? 1 : 0
}

/** Each step at its moment, whatever the ones before it still do. */
async function strikeAll(
  struck: Struck,
  { seed, minutes, people }: ChaosOptions,
  browserReport: ChaosLog,
): Promise<void> {
  const began = Date.now()
  const running: Promise<void>[] = []
  // Releases are made one after the other, as one operator would.
  let released: Promise<unknown> = Promise.resolve()
  for (const step of scheduleOf(seed, minutes, people)) {
    await after(began + step.atMs - Date.now())
    browserReport.strikes(step)
    const failed = (error: unknown) => browserReport.couldNot(step, error)
    if ('app' in step) {
      released = released.then(() => strike(struck, step)).catch(failed)
      running.push(released as Promise<void>)
    } else running.push(strike(struck, step).catch(failed))
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
  readonly told: ChaosLog
  readonly there: (ChaosPerson | undefined)[]
}

/** One life after the other: an account, what it does with the product, and what its money came to. */
async function live(living: Living): Promise<void> {
  const { index, browser, url, product, options, until, told, there } = living
  const random = randomOf(options.seed, `person ${index}`)
  for (let number = 1; Date.now() < until; number++) {
    const name = `person ${index + 1}, life ${number}`
    const { api_code } = languages[(index + number - 1) % languages.length] ?? languages[0]
    const person = await ChaosPerson.open(browser, url, api_code, sight => void told.saw(name, sight, person))
    there[index] = person
    const life: Life = {
      person,
      random,
      service: serviceSide(product.url, () => life.token),
      operate: operator(product.dataDir),
      mobile: `55${1 + index}${String(10_000_000 + random.below(89_000_000)).slice(1)}`,
      password: 'correct horse',
      token: '',
      earned: 0n,
      sold: 0n,
      withdrawals: 0,
    }
    const wanted: readonly Journey[] = ['register', 'earn', 'withdraw', ...random.shuffled(repeated)]
    let isWhole = true
    for (const journey of wanted) {
      if (Date.now() > until && journey !== 'register') break
      isWhole = await tried(life, journey, name, told)
      if (!isWhole) break
    }
    if (isWhole) await isMoneyExact(life, name, told)
    there[index] = undefined
    await person.context.close()
  }
}

/** @returns whether it ended as it should */
async function tried(life: Life, journey: Journey, name: string, browserReport: ChaosLog): Promise<boolean> {
  try {
    await journeys[journey](life)
    browserReport.completed(journey)
    return true
  } catch (error) {
    browserReport.stuck(journey)
    await browserReport.found(
      name,
      `${journey}: ${error instanceof Error ? error.message : String(error)}`,
      life.person,
    )
    return false
  }
}

async function isMoneyExact(
  { service, earned, sold, withdrawals, person }: Life,
  name: string,
  browserReport: ChaosLog,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await service.money().catch((error: unknown) => error)
    if (answer instanceof Error && tries < 60) {
      await after(500)
      continue
    }
    if (answer instanceof Error) return browserReport.found(name, `money: ${answer.message}`, person)
    const wrong = judgeMoney({ name, earned, sold, withdrawals }, answer as Awaited<ReturnType<typeof service.money>>)
    browserReport.counted(wrong === undefined)
    return wrong === undefined ? undefined : browserReport.found(name, wrong, person)
  }
}

async function watchLedger(product: Product, until: number, browserReport: ChaosLog): Promise<void> {
  while (Date.now() + 30_000 < until) {
    await after(30_000)
    await isLedgerWhole(product, browserReport)
  }
}

/** Asked again where the service has just been killed. */
async function isLedgerWhole({ dataDir }: Product, browserReport: ChaosLog): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const report = await operator(dataDir)
      .ops('ledger:verify')
      .catch(() => undefined)
    if (report === undefined) {
      await after(2_000)
      continue
    }
    const isOk = (report as { ok: boolean }).ok
    browserReport.verified(isOk)
    return isOk ? undefined : browserReport.found('the ledger', JSON.stringify(report).slice(0, 500))
  }
  await browserReport.found('the ledger', 'the service did not answer for 40 s')
}

function after(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, Math.max(0, ms)))
}

const [first, ...words] = process.argv.slice(2)
if (first === '--soak') process.exit(await soak(words))
process.exitCode = await main(process.argv.slice(2))
