import { pageGrowthBytes } from '@adcoin/preset/budgets'
import { operator } from '../../product/operator.ts'
import { makeSomebody } from '../../product/signed-in.ts'
import { openTabs } from './open-tabs.ts'
import { runScript } from './store.ts'
import { launchChromium, measuredProduct } from '../measured-product.ts'

/**
 * Beside synthetic remotes: the product as it is built, in a real browser. `ADCOIN_URL` and `ADCOIN_DATA_DIR`
 * name one that runs.
 */
export async function realProduct(): Promise<void> {
  const product = await measuredProduct()
  const browser = await launchChromium()
  try {
    const somebody = await makeSomebody(product.url, operator(product.dataDir))
    const growth = JSON.parse(await runScript('shared/release/tests/page-growth.ts', product.dataDir)) as Record<
      string,
      { bytes: number; gzip: number; scripts: number }
    >
    console.log(
      `index.html (brotli, in brackets gzip) grows by ${Object.entries(growth)
        .map(([app, { bytes, gzip, scripts }]) => `${bytes} (${gzip}) bytes with ${app} (${scripts} scripts)`)
        .join(', ')}; goal ${pageGrowthBytes}`,
    )
    await openTabs(browser, product, somebody)
  } finally {
    await browser.close()
    await product.stop()
  }
}
