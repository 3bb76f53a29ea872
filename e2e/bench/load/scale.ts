import type { Browser } from 'playwright'
import { createOperator } from '../../product/operator.ts'
import { createTestAccount } from '../../product/test-account.ts'
import { startSite, type TestSite } from '../../product/site.ts'
import { measureVisit } from './figures.ts'
import { modelled } from './profiles.ts'
import { computeMedian, type LoadFigures } from './table.ts'
import type { Start } from './visit.ts'
import { launchChromium, openMeasuredProduct } from '../measured-product.ts'
import { readNumberAfter } from '../read-number-after.ts'
import { runScript } from '../release/store.ts'

/** Remotes that are live: the four of the product, and synthetic ones of ten scripts beside them. */
const sizes = [4, 5, 16, 64, 256]

/**
 * npm run bench -- load --scale [--rounds N]: cold loads of the product with 4, 5, 16, 64 and 256 remotes, in turn, by
 * the model that does not vary with the machine (`model.ts`). `ADCOIN_URL` and `ADCOIN_DATA_DIR` name a product that
 * runs.
 */
export async function measureScale(words: readonly string[]): Promise<void> {
  const rounds = readNumberAfter(words, '--rounds', 5)
  const product = await openMeasuredProduct()
  const browser = await launchChromium()
  const sites: TestSite[] = []
  try {
    for (const size of sizes) {
      const site = await startSite(product)
      sites.push(site)
      if (size > 4) await runScript('release/tests/add-remotes.ts', site.dataDir, String(size - 4))
    }
    const { token } = await createTestAccount(product.url, createOperator(product.dataDir))
    console.log(`${sizes.join(', ')} remotes: medians of ${rounds} rounds, in brackets beside four`)
    await measure(browser, sites, { name: 'landing', path: '/lanuch', token: null }, rounds)
    for (const name of ['home', 'money', 'team'])
      await measure(browser, sites, { name, path: `/${name}`, token }, rounds)
  } finally {
    for (const site of sites) await site.stop()
    await browser.close()
    await product.stop()
  }
}

async function measure(browser: Browser, sites: readonly TestSite[], start: Start, rounds: number): Promise<void> {
  const taken: LoadFigures[][] = sites.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, { url }] of sites.entries())
      taken[at]?.push(await measureVisit(browser, url, start, modelled, () => undefined))
  for (const name of ['FCP, ms', 'FCP: KB', 'first data, ms', 'heading, ms'].filter(
    each => each in (taken[0]?.[0] ?? {}),
  )) {
    const [four = NaN, ...more] = taken.map(figures => computeMedian(figures.map(each => each[name] ?? NaN)))
    const beside = more.map(each => `${each.toFixed(0)} (${(each / four).toFixed(2)})`).join(', ')
    console.log(`  ${start.name}, ${name}: ${four.toFixed(0)}, ${beside}`)
  }
}
