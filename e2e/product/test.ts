import { randomInt } from 'node:crypto'
import { test as base, type Page } from 'playwright/test'
import { findSkipReason } from '../engines/engines.ts'
import { createOperator } from './operator.ts'

export { expect } from 'playwright/test'
export type { Browser, Locator, Page, BrowserContext, Route } from 'playwright/test'

type Product = { url: string; dataDir: string }

/**
 * The only `test` that specs may import: `product` is the running one, `operate` its operator. SLOW=4 makes the
 * processor of every page four times slower: a test that fails then depends on time.
 */
export const test = base.extend<{ operate: ReturnType<typeof createOperator>; engine: void }, { product: Product }>({
  engine: [
    async ({}, use, { titlePath, skip }) => {
      const reason = findSkipReason(titlePath)
      skip(reason !== undefined, reason ?? '')
      await use()
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      const rate = Number(process.env['SLOW'] ?? 1)
      if (rate > 1) browser.on('context', context => context.on('page', page => void slowDown(page, rate)))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  product: [
    async ({}, use) => {
      const { ADCOIN_URL: url, ADCOIN_DATA_DIR: dataDir } = process.env
      if (!url || !dataDir) throw new Error('global setup did not start the product')
      await use({ url, dataDir })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  operate: async ({ product }, use) => use(createOperator(product.dataDir)),
})

/** A valid Mexican mobile number that no other test uses. */
export function generateMobile(): string {
  return `55${String(randomInt(10_000_000, 99_999_999))}`
}

/** A processor so many times slower from now on; a page that is closed already has none. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const devtools = await page
    .context()
    .newCDPSession(page)
    .catch(() => undefined)
  await devtools?.send('Emulation.setCPUThrottlingRate', { rate }).catch(() => undefined)
}

export function generateEmail(): string {
  return `person${randomInt(1e12)}@example.com`
}
