import { assignCanaryGroup, type LiveCanary } from '@adcoin/contract'
import type { Browser } from 'playwright'
import { drawLater, rebuildUnchanged, throwForSome, throwLateIn } from '../../injectors/releases.ts'
import { createOperator } from '../../product/operator.ts'
import { createTestAccount, type TestAccount } from '../../product/test-account.ts'
import { openTestStore, type Edit } from '../../product/site.ts'
import { launchChromium, openMeasuredProduct } from '../measured-product.ts'
import { readNumberAfter } from '../read-number-after.ts'
import { createVisitor, visitAll, type CanaryVisitor } from './visitors.ts'

type RealCandidate = {
  readonly app: string
  readonly description: string
  readonly edit: Edit
  readonly isBad: boolean
}
const kinds: readonly RealCandidate[] = [
  { app: 'remote-tasks', description: 'throws in 20 % of mounts', edit: throwForSome(0.2), isBad: true },
  { app: 'remote-wallet', description: '1.5 s later', edit: drawLater(1_500), isBad: true },
  {
    app: 'remote-team',
    description: 'in one of six languages, throws a second later',
    edit: throwLateIn('es-MX', 1_000),
    isBad: true,
  },
  { app: 'remote-auth', description: 'as good as the live one', edit: rebuildUnchanged, isBad: false },
]
/** A canary, and what became of it. */
type CanaryRun = RealCandidate & {
  readonly candidate: string
  readonly terms: LiveCanary
  readonly began: number
  visits: number
  tried: number
  ended?: { readonly minutes: number; readonly why: string }
}
type Store = ReturnType<typeof openTestStore>

/**
 * npm run bench -- canary --real [--share N] [--beside N] [--minutes N]: four canaries at once in a running product,
 * three of them bad in different ways, before real browsers that are assigned as always. Their reports are collected as
 * always, and the judge of `npm start` acts by itself. Exit code 1 if it stops the good one, or not all bad ones.
 * `ADCOIN_URL` and `ADCOIN_DATA_DIR` name a running product; it gets these releases.
 */
export async function runReal(words: readonly string[]): Promise<void> {
  const share = readNumberAfter(words, '--share', 20)
  const beside = readNumberAfter(words, '--beside', 4)
  const mostMinutes = readNumberAfter(words, '--minutes', 9)
  const product = await openMeasuredProduct()
  const chromium = await launchChromium()
  try {
    const store = openTestStore(product.url, product.dataDir)
    const operate = createOperator(product.dataDir)
    const accounts = await Promise.all(Array.from({ length: 6 }, () => createTestAccount(product.url, operate)))
    const runs: CanaryRun[] = []
    for (const kind of kinds) runs.push(await begin(store, kind, share))
    console.log(`${runs.length} canaries at ${share} %, ${beside} browsers at a time`)
    const missed = await runBrowsers({ chromium, url: product.url, store, runs, accounts, beside, mostMinutes })
    for (const run of runs) console.log(formatRun(run))
    console.log(`areas that were not shown: ${missed.join(', ') || 'none'}`)
    for (const line of await listVerdicts(store)) console.log(line)
    for (const { app, ended } of runs)
      if (!ended) await store.release('canary', app, '--stop', '--why', 'the bench is over')
    if (runs.some(({ isBad, ended }) => isBad !== (ended !== undefined))) process.exitCode = 1
  } finally {
    await chromium.close()
    await product.stop()
  }
}

async function begin(store: Store, kind: RealCandidate, share: number): Promise<CanaryRun> {
  const candidate = await store.publish(kind.app, kind.edit, ['--skip-smoke-test', '--stage'])
  await store.release('canary', kind.app, candidate, '--share', String(share), '--why', `a bench: ${kind.description}`)
  const { canary } = await store.liveApp(kind.app)
  if (!canary) throw new Error(`no canary of ${kind.app} runs`)
  return { ...kind, candidate, terms: canary, began: Date.now(), visits: 0, tried: 0 }
}

type Scene = {
  readonly chromium: Browser
  readonly url: string
  readonly store: Store
  readonly runs: readonly CanaryRun[]
  readonly accounts: readonly TestAccount[]
  readonly beside: number
  readonly mostMinutes: number
}

/**
 * Browsers arrive, some at a time, until every bad release is stopped or time is over. @returns areas that were not
 * drawn
 */
async function runBrowsers(scene: Scene): Promise<readonly string[]> {
  const { chromium, url, store, runs, accounts, beside, mostMinutes } = scene
  const end = Date.now() + mostMinutes * 60_000
  const isOver = () => Date.now() > end || runs.every(({ isBad, ended }) => !isBad || ended)
  const missed: string[] = []
  const visitUntilOver = async () => {
    while (!isOver()) {
      const visitor = createVisitor(accounts)
      for (const run of runs) countVisit(run, visitor)
      missed.push(...(await visitAll(chromium, url, visitor)))
    }
  }
  const watchUntilOver = async () => {
    while (!isOver()) {
      await recordEnded(store, runs)
      await new Promise(done => setTimeout(done, 500))
    }
  }
  await Promise.all([watchUntilOver(), ...Array.from({ length: beside }, visitUntilOver)])
  return missed
}

function countVisit(run: CanaryRun, { browser }: CanaryVisitor): void {
  if (run.ended) return
  run.visits++
  if (assignCanaryGroup(browser, run.app, run.terms) === 'canary') run.tried++
}

/** Looks which canaries the judge has ended. */
async function recordEnded(store: Store, runs: readonly CanaryRun[]): Promise<void> {
  const { apps } = await store.live()
  for (const run of runs) {
    if (run.ended || apps[run.app]?.canary) continue
    const minutes = (Date.now() - run.began) / 60_000
    const history = (await store.release('history')) as { action: string; why: string; tries: { release: string }[] }[]
    const step = history.find(({ tries }) => tries.some(({ release }) => release === run.candidate))
    run.ended = { minutes, why: `${step?.action}: ${step?.why}` }
  }
}

function formatRun({ app, description, tried, visits, ended }: CanaryRun): string {
  const end = ended ? `${ended.minutes.toFixed(1)} minutes, ${ended.why}` : 'not stopped'
  return `${description} (${app}): ${tried} tried it of ${visits} browsers; ${end}`
}

/** The judge's verdicts on running canaries. */
async function listVerdicts(store: Store): Promise<readonly string[]> {
  const { judged } = (await store.release('canary', '--judge', '--dry-run')) as {
    judged: { app: string; decision: string; why: string }[]
  }
  return judged.map(({ app, decision, why }) => `${app} now: ${decision}: ${why}`)
}
