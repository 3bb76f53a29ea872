import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright'
import { chromiumPath } from '@adcoin/build/chromium'
import { operator } from '../../product/operator.ts'
import { startProduct } from '../../product/product.ts'
import { makeSomebody } from '../../product/signed-in.ts'
import { startSite } from '../../product/site.ts'
import { layOutMonolith } from './monolith/site.ts'
import { printed } from './table.ts'
import { phone, unthrottled, visitor, type Profile, type Start } from './visit.ts'

/** What one visit measured, by the name that the table prints. */
export type Figures = Readonly<Record<string, number>>
/** The two of one round, taken one after the other. */
export type Pair = { readonly federated: Figures; readonly oneBuild: Figures }

const wallet = { path: '/money', app: 'remote-wallet' }

/**
 * npm run bench -- load [--rounds N] [--timeline]: the product as it is composed from its releases, and the same product as one build
 * (`monolith/build.ts`), behind equal gateways before one service, in turn, each visit in a browser context of its own: the landing, and
 * the home of somebody signed in, with empty and with filled cache, and the first way from there to the wallet. On a slow phone and
 * network, and unthrottled. `ADCOIN_URL` and `ADCOIN_DATA_DIR` name a product that runs; otherwise one is started. `--timeline` prints the
 * files of the last cold visits. Ratios are the medians of the rounds' own, so that other work on the machine meets both.
 */
export async function run(words: readonly string[]): Promise<void> {
  const rounds = Number(words[words.indexOf('--rounds') + 1] ?? '') || 9
  const running = process.env.ADCOIN_URL
  const product = running
    ? { url: running, dataDir: process.env.ADCOIN_DATA_DIR ?? '', stop: async () => undefined }
    : await startProduct()
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-one-build-'))
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
  const ending: (() => Promise<unknown>)[] = [() => browser.close(), product.stop]
  try {
    const { token } = await makeSomebody(product.url, operator(product.dataDir))
    await layOutMonolith(product.url, folder)
    const [federated, oneBuild] = [await startSite(product), await startSite({ url: product.url, dataDir: folder })]
    ending.unshift(federated.stop, oneBuild.stop)
    const starts: readonly Start[] = [
      { name: 'landing', path: '/lanuch', token: null },
      { name: 'home', path: '/home', token },
    ]
    const say = words.includes('--timeline') ? console.log : () => undefined
    for (const profile of [phone, unthrottled]) {
      for (const start of starts) {
        const pairs: Pair[] = []
        for (let round = 0; round < rounds; round++) {
          const figures = new Map<string, Figures>()
          // Whoever is second finds the machine as the first has left it; so each is first in every second round.
          for (const { url } of round % 2 === 0 ? [federated, oneBuild] : [oneBuild, federated])
            figures.set(url, await visit(browser, url, start, profile, round === rounds - 1 ? say : () => undefined))
          pairs.push({ federated: figures.get(federated.url) ?? {}, oneBuild: figures.get(oneBuild.url) ?? {} })
        }
        console.log(printed(`${start.name}, ${profile.name}`, pairs))
      }
    }
  } finally {
    for (const end of ending) await end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function visit(
  browser: Browser,
  url: string,
  start: Start,
  profile: Profile,
  say: (line: string) => void,
): Promise<Figures> {
  const somebody = await visitor(browser, url, start, profile)
  try {
    const first = await somebody.load()
    for (const line of first.timeline) say(line)
    const isHome = start.token !== null
    const walletMs = isHome ? await somebody.goTo(wallet) : 0
    const again = await somebody.load()
    return {
      'heading, ms': first.heading.ms,
      'requests until then': first.heading.requests,
      'KB until then': first.heading.kb,
      ...(isHome
        ? {
            'data, ms': first.filled.ms,
            'requests until data': first.filled.requests,
            'KB until data': first.filled.kb,
          }
        : {}),
      'script, CPU ms': first.scriptMs,
      ...(isHome ? { 'first way to the wallet, ms': walletMs } : {}),
      'again: heading, ms': again.heading.ms,
      ...(isHome ? { 'again: data, ms': again.filled.ms } : {}),
      'again: script, CPU ms': again.scriptMs,
    }
  } finally {
    await somebody.leave()
  }
}
