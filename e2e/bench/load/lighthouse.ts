import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { createOperator } from '../../product/operator.ts'
import { findFreePort } from '../../product/product.ts'
import { createTestAccount } from '../../product/test-account.ts'
import { computeMedian } from './table.ts'
import { readNumberAfter } from '../read-number-after.ts'
import { launchChromium, openMeasuredProduct } from '../measured-product.ts'

const execute = promisify(execFile)
/** Fetched by npm when the bench is run: nothing else in the repository needs its hundred packages. */
const lighthouse = 'lighthouse@13.5.0'

type LighthouseReport = {
  categories: Record<string, { score: number } | undefined>
  audits: Record<string, { numericValue?: number; details?: { overallSavingsBytes?: number } } | undefined>
}

/**
 * npm run bench -- load --lighthouse [--rounds N]: the performance score of Lighthouse's mobile preset (simulated slow
 * phone), medians of N beside a blank page on the same machine, for landing and login of a visitor, and for home and
 * money of a signed-in person. `ADCOIN_URL` and `ADCOIN_DATA_DIR` name a running product.
 */
export async function measureByLighthouse(words: readonly string[]): Promise<void> {
  const rounds = readNumberAfter(words, '--rounds', 5)
  const product = await openMeasuredProduct()
  const blank = await serveBlankPage()
  try {
    const { token } = await createTestAccount(product.url, createOperator(product.dataDir))
    const pages: readonly (readonly [name: string, url: string, token: string | null])[] = [
      ['blank page', blank.url, null],
      ['landing', `${product.url}/lanuch`, null],
      ['login', `${product.url}/login`, null],
      ['home, signed in', `${product.url}/home`, token],
      ['money, signed in', `${product.url}/money`, token],
    ]
    for (const [name, url, personToken] of pages) {
      const reports: LighthouseReport[] = []
      for (let round = 0; round < rounds; round++) reports.push(await runLighthouse(url, personToken))
      console.log(`${name.padEnd(18)} ${formatReports(reports)}`)
    }
  } finally {
    blank.stop()
    await product.stop()
  }
}

/** Lighthouse's report on a page's performance, of a visitor or with a person's token, in its mobile preset. */
async function runLighthouse(url: string, token: string | null): Promise<LighthouseReport> {
  const port = await findFreePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  try {
    // Lighthouse opens its page in the browser's default context, whose storage it keeps unless an option clears it.
    if (token !== null) await storeToken(port, new URL(url).origin, token)
    const { stdout } = await execute(
      'npx',
      [
        '--yes',
        lighthouse,
        url,
        `--port=${port}`,
        '--only-categories=performance',
        '--output=json',
        '--quiet',
        '--disable-storage-reset',
        '--max-wait-for-load=45000',
      ],
      { maxBuffer: 64 << 20 },
    )
    return JSON.parse(stdout) as LighthouseReport
  } finally {
    await browser.close()
  }
}

async function storeToken(port: number, origin: string, token: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  const page = await context?.newPage()
  await page?.goto(`${origin}/healthz`)
  await page?.evaluate(given => localStorage.setItem('adcoin.token', given), token)
  await page?.close()
}

function formatReports(reports: readonly LighthouseReport[]): string {
  const takeMedian = (take: (report: LighthouseReport) => number | undefined) =>
    computeMedian(reports.map(report => take(report) ?? NaN))
  const formatAudit = (name: string) => takeMedian(({ audits }) => audits[name]?.numericValue).toFixed(0)
  const unused = takeMedian(({ audits }) => audits['unused-javascript']?.details?.overallSavingsBytes)
  const score = takeMedian(({ categories }) => (categories['performance']?.score ?? NaN) * 100).toFixed(0)
  return (
    `${score.padStart(4)}  FCP ${formatAudit('first-contentful-paint')} ms, LCP ${formatAudit('largest-contentful-paint')} ms, ` +
    `TBT ${formatAudit('total-blocking-time')} ms, CLS ${takeMedian(({ audits }) => audits['cumulative-layout-shift']?.numericValue).toFixed(3)}, ` +
    `unused scripts ${(unused / 1000).toFixed(1)} KB (medians of ${reports.length})`
  )
}

async function serveBlankPage(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><html lang="en"><title>Blank</title><p>Blank</p></html>')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}
