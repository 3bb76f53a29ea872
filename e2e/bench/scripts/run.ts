import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright'
import { chromiumPath } from '@adcoin/checks/chromium'
import { operator } from '../../product/operator.ts'
import { makeSomebody } from '../../product/signed-in.ts'
import { comeToRest, noteMoments } from '../load/in-page.ts'
import { watchCoverage } from './coverage.ts'
import { watchTrace, type Traced } from './trace.ts'
import { measuredProduct } from '../measured-product.ts'

/**
 * npm run bench -- scripts: what the scripts of four screens cost beside their bytes, each in a browser of its own:
 * what of them never ran (V8 coverage, as share of the compressed bytes), layouts that a script forced, and from which
 * visit on the browser's code cache is used. `ADCOIN_URL` and `ADCOIN_DATA_DIR` name a product that runs.
 */
export async function run(): Promise<void> {
  const product = await measuredProduct()
  try {
    const { token } = await makeSomebody(product.url, operator(product.dataDir))
    await measure(product.url, '/lanuch', null)
    await measure(product.url, '/login', null)
    await measure(product.url, '/home', token)
    await measure(product.url, '/money', token)
  } finally {
    await product.stop()
  }
}

async function measure(url: string, path: string, token: string | null): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'adcoin-scripts-'))
  const executablePath = chromiumPath()
  // A profile on disk: a private window has no code cache.
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox'],
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
  })
  try {
    if (token !== null) await context.addInitScript(given => localStorage.setItem('adcoin.token', given), token)
    await context.addInitScript(noteMoments)
    console.log(`${path}${token === null ? '' : ', signed in'}`)
    await printCoverage(context, url + path)
    for (const visit of [2, 3, 4]) printTrace(visit, await traced(context, url + path))
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function printCoverage(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const scripts = await watchCoverage(session)
  await filled(page, address)
  const found = await scripts()
  const sum = (of: 'kb' | 'unusedKb') => found.reduce((total, each) => total + each[of], 0).toFixed(1)
  console.log(`  ${sum('kb')} KB of scripts on the wire, ${sum('unusedKb')} KB of them never ran`)
  for (const { path, kb, unusedKb } of found)
    console.log(`    ${kb.toFixed(1).padStart(7)}${unusedKb.toFixed(1).padStart(7)} ${path}`)
  await page.close()
}

async function traced(context: BrowserContext, address: string): Promise<Traced> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const end = await watchTrace(session)
  await filled(page, address)
  const result = await end()
  await page.close()
  return result
}

async function filled(page: Awaited<ReturnType<BrowserContext['newPage']>>, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'filled' in document.documentElement.dataset, undefined, { timeout: 60_000 })
  // Chromium writes to its code cache when a page has come to rest.
  await page.evaluate(comeToRest)
}

function printTrace(visit: number, { reflows, codeCache }: Traced): void {
  const { consumed, compiled, produced } = codeCache
  console.log(
    `  visit ${visit}: ${consumed.length} scripts from the code cache, ${compiled.length} compiled, ${produced.length} written to it; ${reflows.length} forced layouts`,
  )
  for (const { ms, place } of reflows) console.log(`    ${ms.toFixed(2)} ms ${place}`)
}
