import type { Browser } from 'playwright'
import { operator } from '../../product/operator.ts'
import { makeSomebody } from '../../product/signed-in.ts'
import { startSite, type Site } from '../../product/site.ts'
import { figuresOf } from '../load/figures.ts'
import { modelled } from '../load/profiles.ts'
import { median, type Figures } from '../load/table.ts'
import type { Start } from '../load/visit.ts'
import { numberAfter } from '../number-after.ts'
import { runScript } from '../release/store.ts'
import { launchChromium, measuredProduct } from '../measured-product.ts'

/** Remotes that are live: the four of the product, and synthetic ones of ten scripts beside them. */
const sizes = [4, 16, 64, 256] as const

/**
 * npm run bench -- scale [--rounds N]: cold loads of the product with 4, 16, 64 and 256 remotes, in turn, by the model
 * that does not vary with the machine (`../load/model.ts`); the other teams must not be felt. `ADCOIN_URL` and
 * `ADCOIN_DATA_DIR` name a product that runs.
 */
export async function run(words: readonly string[]): Promise<void> {
  const rounds = numberAfter(words, '--rounds', 5)
  const product = await measuredProduct()
  const browser = await launchChromium()
  const sites: Site[] = []
  try {
    for (const size of sizes) sites.push(await siteOf(product, size))
    console.log(
      `index.html, brotli: ${(await Promise.all(sites.map(pageBytes))).join(', ')} bytes at ${sizes.join(', ')}`,
    )
    const { token } = await makeSomebody(product.url, operator(product.dataDir))
    await measure(browser, sites, { name: 'landing', path: '/lanuch', token: null }, rounds)
    await measure(browser, sites, { name: 'home', path: '/home', token }, rounds)
  } finally {
    for (const site of sites) await site.stop()
    await browser.close()
    await product.stop()
  }
}

async function siteOf(product: { url: string; dataDir: string }, size: number): Promise<Site> {
  const site = await startSite(product)
  if (size > 4) await runScript('shared/release/tests/add-remotes.ts', site.dataDir, String(size - 4))
  return site
}

async function pageBytes({ url }: Site): Promise<number> {
  const answer = await fetch(`${url}/`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  return Number(answer.headers.get('content-length'))
}

async function measure(browser: Browser, sites: readonly Site[], start: Start, rounds: number): Promise<void> {
  const taken: Figures[][] = sites.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, site] of sites.entries())
      taken[at]?.push(await figuresOf(browser, site.url, start, modelled, () => undefined))
  const first = taken[0]?.[0] ?? {}
  console.log(
    `${start.name}: medians of ${rounds} at ${sizes.join(', ')} remotes; in brackets against 4 (goal 1.05 at 64)`,
  )
  for (const name of Object.keys(first)) {
    const [four = NaN, ...more] = taken.map(figures => median(figures.map(each => each[name] ?? NaN)))
    const beside = more.map(each => `${each.toFixed(0)} (${(each / four).toFixed(3)})`.padStart(16)).join('')
    console.log(`  ${name.padEnd(34)}${four.toFixed(0).padStart(8)}${beside}`)
  }
}
