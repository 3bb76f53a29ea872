import { chromium, type Browser } from 'playwright'
import { chromiumPath } from '@adcoin/build/chromium'
import { operator } from '../../product/operator.ts'
import { startProduct } from '../../product/product.ts'
import { makeSomebody } from '../../product/signed-in.ts'

export type Start = { readonly name: string; readonly path: string; readonly token: string | null }
type Load = { readonly headingMs: number; readonly requests: number; readonly kb: number; readonly dataMs: number }

/** A slow phone on a slow network. Source: module-federation-facts.md, "Load". */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4

/**
 * npm run bench -- load [--rounds N]: cold starts of the landing page and of the home of somebody signed in, in turn, in a browser
 * context of their own each: the time until the screen's heading stands, requests and bytes until then, and the time until the service's
 * answers have taken the place of every skeleton, as medians. `ADCOIN_URL` and
 * `ADCOIN_DATA_DIR` name a product that runs; otherwise one is started. Figures of one run compare with each other, not with another machine's.
 */
export async function run(words: readonly string[]): Promise<void> {
  const rounds = Number(words[words.indexOf('--rounds') + 1] ?? '') || 7
  const running = process.env.ADCOIN_URL
  const product = running ? { url: running, dataDir: process.env.ADCOIN_DATA_DIR ?? '', stop: async () => undefined } : await startProduct()
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
  try {
    const { token } = await makeSomebody(product.url, operator(product.dataDir))
    const starts: readonly Start[] = [{ name: 'landing', path: '/lanuch', token: null }, { name: 'home, signed in', path: '/home', token }]
    const loads = new Map<string, Load[]>(starts.map(({ name }) => [name, []]))
    for (let round = 0; round < rounds; round++) {
      for (const start of starts) loads.get(start.name)?.push(await cold(browser, product.url, start))
    }
    for (const [name, taken] of loads) {
      const of = (figure: keyof Load) => median(taken.map(load => load[figure]))
      console.log(`${name.padEnd(16)} heading after ${of('headingMs').toFixed(0).padStart(5)} ms, ${of('requests')} requests, ${of('kb').toFixed(0)} KB; all its data after ${of('dataMs').toFixed(0)} ms (median of ${rounds})`)
    }
    const [landing = [], home = []] = [...loads.values()]
    console.log(`home / landing   ${(median(home.map(load => load.headingMs)) / median(landing.map(load => load.headingMs))).toFixed(2)}`)
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** One start with an empty cache. */
export async function cold(browser: Browser, url: string, { path, token }: Start): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  try {
    const page = await context.newPage()
    if (token !== null) await page.addInitScript(given => localStorage.setItem('adcoin.token', given), token)
    await page.addInitScript(noteTimes)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: false })
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    let requests = 0
    let bytes = 0
    session.on('Network.requestWillBeSent', () => { requests++ })
    session.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength })
    await page.goto(url + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.documentElement.dataset['heading'], undefined, { timeout: 60_000 })
    const sofar = { requests, kb: bytes / 1000 }
    await page.waitForFunction(() => document.documentElement.dataset['filled'], undefined, { timeout: 60_000 })
    const [headingMs, dataMs] = await page.evaluate(() => [Number(document.documentElement.dataset['heading']), Number(document.documentElement.dataset['filled'])] as const)
    return { headingMs, dataMs, ...sofar }
  } finally {
    await context.close()
  }
}

/**
 * Runs in the page, which notes the moments itself: asked from outside it answers when it has nothing else to do. The heading must be the
 * application's: the column is drawn by the shell alone, a prerendered page has none.
 */
function noteTimes(): void {
  new MutationObserver((_, watching) => {
    const noted = document.documentElement?.dataset
    if (!document.querySelector('#root [data-column] h1')) return
    noted['heading'] ??= String(performance.now())
    if (document.querySelector('#root .ac-skeleton')) return
    noted['filled'] = String(performance.now())
    watching.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}
