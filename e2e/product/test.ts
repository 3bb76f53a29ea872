import { randomInt } from 'node:crypto'
import { test as base } from 'playwright/test'
import { operator } from './operator.ts'

export { expect } from 'playwright/test'
export type { Browser, Page, BrowserContext, Route } from 'playwright/test'

type Product = { url: string; dataDir: string }

/** The only `test` that specs may import: `product` is the running one, `operate` its operator. */
export const test = base.extend<{ operate: ReturnType<typeof operator> }, { product: Product }>({
  product: [
    async ({}, use) => {
      const { ADCOIN_URL: url, ADCOIN_DATA_DIR: dataDir } = process.env
      if (!url || !dataDir) throw new Error('global setup did not start the product')
      await use({ url, dataDir })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  operate: async ({ product }, use) => use(operator(product.dataDir)),
})

/** A valid Mexican mobile number that no other test uses. */
export function newMobile(): string {
  return `55${String(randomInt(10_000_000, 99_999_999))}`
}

export function newEmail(): string {
  return `person${randomInt(1e12)}@example.com`
}
