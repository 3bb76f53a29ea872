import { createOperator } from '../../product/operator.ts'
import { createTestAccount } from '../../product/test-account.ts'
import { measureOpenTabs } from './open-tabs.ts'
import { launchChromium, openMeasuredProduct } from '../measured-product.ts'

/**
 * Beside synthetic remotes: the product as it is built, in a real browser. `ADCOIN_URL` and `ADCOIN_DATA_DIR`
 * name one that runs.
 */
export async function measureRealProduct(): Promise<void> {
  const product = await openMeasuredProduct()
  const browser = await launchChromium()
  try {
    const account = await createTestAccount(product.url, createOperator(product.dataDir))
    await measureOpenTabs(browser, product, account)
  } finally {
    await browser.close()
    await product.stop()
  }
}
