import { canaryGroupOf, type LiveCanary } from '@adcoin/contract'
import type { Browser } from 'playwright'
import { drawsLater, sameAgain, throwsForSome, throwsLateIn } from '../../injectors/releases.ts'
import { operator } from '../../product/operator.ts'
import { makeSomebody, type TestAccount } from '../../product/signed-in.ts'
import { storeAt, type Edit } from '../../product/site.ts'
import { launchChromium, measuredProduct } from '../measured-product.ts'
import { numberAfter } from '../number-after.ts'
import { newVisitor, visitAll, type CanaryVisitor } from './visitors.ts'

type Kind = { readonly app: string; readonly says: string; readonly edit: Edit; readonly isBad: boolean }
const kinds: readonly Kind[] = [
  { app: 'remote-tasks', says: 'throws in 20 % of mounts', edit: throwsForSome(0.2), isBad: true },
  { app: 'remote-wallet', says: '1.5 s later', edit: drawsLater(1_500), isBad: true },
  {
    app: 'remote-team',
    says: 'in one of six languages, throws a second later',
    edit: throwsLateIn('es-MX', 1_000),
    isBad: true,
  },
  { app: 'remote-auth', says: 'as good as the live one', edit: sameAgain, isBad: false },
]
/** A canary, and what became of it. */
type CanaryRun = Kind & {
  readonly candidate: string
  readonly terms: LiveCanary
  readonly began: number
  visits: number
  tried: number
  ended?: { readonly minutes: number; readonly why: string }
}
type Store = ReturnType<typeof storeAt>

/**
 * npm run bench -- canary --real [--share N] [--beside N] [--minutes N]: four canaries at once in a running product,
 * three of them bad in different ways, before real browsers that are assigned as always. Their reports are collected as
 * always, and the judge of `npm start` acts by itself. Exit code 1 if it stops the good one, or not all bad ones.
 * `ADCOIN_URL` and `ADCOIN_DATA_DIR` name a running product; it gets these releases.
 */
export async function runReal(words: readonly string[]): Promise<void> {
  const share = numberAfter(words, '--share', 20)
  const beside = numberAfter(words, '--beside', 4)
  const mostMinutes = numberAfter(words, '--minutes', 9)
  const product = await measuredProduct()
  const chromium = await launchChromium()
  try {
    const store = storeAt(product.url, product.dataDir)
    const operate = operator(product.dataDir)
    const somebodies = await Promise.all(Array.from({ length: 6 }, () => makeSomebody(product.url, operate)))
    const runs: CanaryRun[] = []
    for (const kind of kinds) runs.push(await begin(store, kind, share))
    console.log(`${runs.length} canaries at ${share} %, ${beside} browsers at a time`)
    const missed = await letCome({ chromium, url: product.url, store, runs, somebodies, beside, mostMinutes })
    for (const run of runs) console.log(lineOf(run))
    console.log(`areas that did not stand before somebody: ${missed.join(', ') || 'none'}`)
    for (const line of await judgedNow(store)) console.log(line)
    for (const { app, ended } of runs)
      if (!ended) await store.release('canary', app, '--stop', '--why', 'the bench is over')
    if (runs.some(({ isBad, ended }) => isBad !== (ended !== undefined))) process.exitCode = 1
  } finally {
    await chromium.close()
    await product.stop()
  }
}

async function begin(store: Store, kind: Kind, share: number): Promise<CanaryRun> {
  const candidate = await store.publish(kind.app, kind.edit, ['--skip-smoke-test', '--stage'])
  await store.release('canary', kind.app, candidate, '--share', String(share), '--why', `a bench: ${kind.says}`)
  const { canary } = await store.liveApp(kind.app)
  if (!canary) throw new Error(`no canary of ${kind.app} runs`)
  return { ...kind, candidate, terms: canary, began: Date.now(), visits: 0, tried: 0 }
}

type Scene = {
  readonly chromium: Browser
  readonly url: string
  readonly store: Store
  readonly runs: readonly CanaryRun[]
  readonly somebodies: readonly TestAccount[]
  readonly beside: number
  readonly mostMinutes: number
}

/**
 * Browsers arrive, some at a time, until every bad release is stopped or time is over. @returns areas that were not
 * drawn
 */
async function letCome(scene: Scene): Promise<readonly string[]> {
  const { chromium, url, store, runs, somebodies, beside, mostMinutes } = scene
  const end = Date.now() + mostMinutes * 60_000
  const isOver = () => Date.now() > end || runs.every(({ isBad, ended }) => !isBad || ended)
  const missed: string[] = []
  const come = async () => {
    while (!isOver()) {
      const visitor = newVisitor(somebodies)
      for (const run of runs) count(run, visitor)
      missed.push(...(await visitAll(chromium, url, visitor)))
    }
  }
  const watch = async () => {
    while (!isOver()) {
      await note(store, runs)
      await new Promise(done => setTimeout(done, 500))
    }
  }
  await Promise.all([watch(), ...Array.from({ length: beside }, come)])
  return missed
}

function count(run: CanaryRun, { browser }: CanaryVisitor): void {
  if (run.ended) return
  run.visits++
  if (canaryGroupOf(browser, run.app, run.terms) === 'canary') run.tried++
}

/** Looks which canaries the judge has ended. */
async function note(store: Store, runs: readonly CanaryRun[]): Promise<void> {
  const { apps } = await store.live()
  for (const run of runs) {
    if (run.ended || apps[run.app]?.canary) continue
    const minutes = (Date.now() - run.began) / 60_000
    const history = (await store.release('history')) as { action: string; why: string; tries: { release: string }[] }[]
    const step = history.find(({ tries }) => tries.some(({ release }) => release === run.candidate))
    run.ended = { minutes, why: `${step?.action}: ${step?.why}` }
  }
}

function lineOf({ app, says, tried, visits, ended }: CanaryRun): string {
  const end = ended ? `${ended.minutes.toFixed(1)} minutes, ${ended.why}` : 'not stopped'
  return `${says} (${app}): ${tried} tried it of ${visits} browsers; ${end}`
}

/** The judge's verdicts on running canaries. */
async function judgedNow(store: Store): Promise<readonly string[]> {
  const { judged } = (await store.release('canary', '--judge', '--dry-run')) as {
    judged: { app: string; decision: string; why: string }[]
  }
  return judged.map(({ app, decision, why }) => `${app} now: ${decision}: ${why}`)
}
