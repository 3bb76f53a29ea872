import { operator } from '../../product/operator.ts'
import { makeSomebody } from '../../product/signed-in.ts'
import { openTabs } from './open-tabs.ts'
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
    await openTabs(browser, product, somebody)
  } finally {
    await browser.close()
    await product.stop()
  }
}
