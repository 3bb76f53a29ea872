import type { Browser } from 'playwright'
import { engine } from '../../engines/engines.ts'
import { createOperator } from '../../product/operator.ts'
import { createTestAccount } from '../../product/test-account.ts'
import { measureAfterRelease, type Downloaded } from './after-release.ts'
import { measureVisit, measureFirstData } from './figures.ts'
import { parseLoadOptions } from './options.ts'
import type { Profile } from './profiles.ts'
import { measureByLighthouse } from './lighthouse.ts'
import { startRenderingServer } from './rendering-server.ts'
import { measureScale } from './scale.ts'
import { startSites, type Sites } from './sites.ts'
import {
  computeMedian,
  computeMedians,
  formatLoadTable,
  sides,
  type LoadFigures,
  type Round,
  type SideName,
} from './table.ts'
import type { Start } from './visit.ts'
import { launchEngine, openMeasuredProduct } from '../measured-product.ts'

/**
 * npm run bench -- load [--rounds N] [--start landing|login|home|money|release] [--profile modelled|phone|unthrottled]
 * [--json] [--timeline]: the product as it is composed from its releases, the same product as one build with the same
 * page (`monolith/`), and as a plain single-page application, behind equal gateways before one service, in turn, each
 * visit in a browser context of its own, with empty and with filled cache. By the clock on a slow phone and network and
 * unthrottled, and by a model that does not vary with the machine (`model.ts`). The first data of home also beside a
 * server that renders it for each request (`rendering-server.ts`). `release`: what a returning person downloads after
 * one release of the wallet. `--scale` and `--lighthouse` measure something else instead: `scale.ts`, `lighthouse.ts`.
 * `ADCOIN_URL` and `ADCOIN_DATA_DIR` name a product that runs; otherwise one is started. `--timeline` prints the files
 * of the last cold visits. `ENGINE=firefox` or `webkit` measures there, by the clock, unthrottled and without the server
 * that renders. Ratios are the medians of the rounds' own, so that other work on the machine meets all.
 */
export async function runBench(words: readonly string[]): Promise<void> {
  if (words.includes('--scale')) return measureScale(words)
  if (words.includes('--lighthouse')) return measureByLighthouse(words)
  const { rounds, starts: wanted, profiles, isJson, hasTimeline } = parseLoadOptions(words)
  const product = await openMeasuredProduct()
  const browser = await launchEngine()
  const ending: (() => Promise<unknown>)[] = [() => browser.close(), product.stop]
  const printLine = isJson ? () => undefined : console.log
  try {
    const { token } = await createTestAccount(product.url, createOperator(product.dataDir))
    const { sites, stop } = await startSites(product)
    ending.unshift(stop)
    const rendering = await startRenderingServer(product.url)
    ending.unshift(rendering.stop)
    const starts: readonly Start[] = [
      { name: 'landing', path: '/lanuch', token: null },
      { name: 'login', path: '/login', token: null },
      { name: 'home', path: '/home', token },
      { name: 'money', path: '/money', token },
    ]
    const measured: object[] = []
    for (const profile of profiles) {
      for (const start of starts.filter(({ name }) => wanted.some(each => each === name))) {
        const taken: Round[] = []
        const rendered: number[] = []
        for (let round = 0; round < rounds; round++) {
          const print = hasTimeline && round === rounds - 1 ? printLine : () => undefined
          taken.push(await measureRound(browser, sites, start, profile, round, print))
          if (start.name === 'home' && engine === 'chromium')
            rendered.push(await measureFirstData(browser, rendering.url, start, profile))
        }
        printLine(formatLoadTable(`${start.name}, ${profile.name}`, taken))
        if (rendered.length > 0) printLine(compareWithRendering(taken, rendered, rendering.cpuMsPerRequest()))
        measured.push({
          start: start.name,
          profile: profile.name,
          medians: computeMedians(taken),
          rounds: taken,
          rendered,
        })
      }
    }
    // Last, because it changes the sites.
    const released = wanted.includes('release') ? await measureAfterRelease(browser, sites, token) : undefined
    if (released) printLine(formatRelease(released))
    if (isJson) console.log(JSON.stringify({ rounds, measured, afterRelease: released }))
  } finally {
    for (const end of ending) await end()
  }
}

/** The site that is second finds the machine as the first has left it; so another one is first in every round. */
async function measureRound(
  browser: Browser,
  sites: Sites,
  start: Start,
  profile: Profile,
  round: number,
  printLine: (line: string) => void,
): Promise<Round> {
  const figures: Partial<Record<SideName, LoadFigures>> = {}
  for (let turn = 0; turn < sides.length; turn++) {
    const side = sides[(round + turn) % sides.length] ?? 'federated'
    printLine(`${side}: ${start.name}, ${profile.name}`)
    figures[side] = await measureVisit(browser, sites[side].url, start, profile, printLine)
  }
  return figures as Round
}

function compareWithRendering(rounds: readonly Round[], rendered: readonly number[], cpuMs: number): string {
  const ratios = rendered.map((ms, at) => (rounds[at]?.federated['first data, ms'] ?? NaN) / ms)
  const [server, ratio] = [computeMedian(rendered).toFixed(0), computeMedian(ratios).toFixed(2)]
  return (
    `  first data of a server that renders: ${server} ms, the product ${ratio} of it; ` +
    `it needs ${cpuMs.toFixed(1)} ms of a processor for each request\n`
  )
}

function formatRelease(downloaded: Readonly<Record<SideName, Downloaded>>): string {
  const formatKb = (bytes: number) => (bytes / 1000).toFixed(1)
  return [
    'after one release of remote-wallet: what a returning person downloads (home, way to the wallet, fetched ahead)',
    ...sides.flatMap(side => {
      const { first, afterRelease: again, files } = downloaded[side]
      return [
        `  ${side}: ${formatKb(again)} KB of ${formatKb(first)} KB at the first visit (${(again / first).toFixed(2)})`,
        ...files.map(file => `    ${file}`),
      ]
    }),
    '',
  ].join('\n')
}
