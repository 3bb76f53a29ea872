import { blockStorage, fillStorage } from '../injectors/browser.ts'
import { LoginPage } from '../pages/login-page.ts'
import { createTestAccount } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'
import { findBlock } from '../product/screen-parts.ts'

const encodeHandOver = (token: unknown) => encodeURIComponent(JSON.stringify({ authorized_key: token, from: 'app' }))
async function fillStorageOf(page: Page): Promise<void> {
  await page.goto('/healthz')
  await fillStorage(page)
}
const readStoredToken = (page: Page) => page.evaluate(() => localStorage.getItem('adcoin.token'))

for (const [state, spoil] of [
  ['blocked', blockStorage],
  ['full', fillStorageOf],
] as const) {
  test(
    `${state} storage: a person can log in and use the app until the reload`,
    { tag: '@engines' },
    async ({ page, product, operate }) => {
      const somebody = await createTestAccount(product.url, operate)
      await spoil(page)
      const errors: string[] = []
      page.on('pageerror', error => errors.push(error.message))
      await (await LoginPage.open(page)).byMobile(somebody.mobile, somebody.password)
      await expect(page).toHaveURL(/\/home$/)
      for (const name of ['Money', 'Team']) {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1, name: new RegExp(name, 'i') })).toBeVisible()
      }
      expect(errors).toEqual([])
    },
  )
}

test(
  'a hand-over by fragment, query or bridge is a login that address and history forget',
  { tag: '@engines' },
  async ({ browser, product, operate }) => {
    const somebody = await createTestAccount(product.url, operate)
    for (const way of ['#data=', '?data=', 'bridge']) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`${product.url}/healthz`)
      if (way === 'bridge') {
        await page.goto(`${product.url}/appLogin`)
        await page.waitForFunction(() => 'adcoinAppLogin' in window)
        await page.evaluate(
          json => (window as unknown as { adcoinAppLogin(json: string): void }).adcoinAppLogin(json),
          JSON.stringify({ authorized_key: somebody.token }),
        )
      } else await page.goto(`${product.url}/appLogin${way}${encodeHandOver(somebody.token)}`)
      await expect(page, way).toHaveURL(`${product.url}/home`)
      await expect(findBlock(page), way).toBeVisible()
      await expect.poll(() => readStoredToken(page)).toBe(somebody.token)
      await expect(page, way).not.toHaveURL(/data=/)
      await page.goBack()
      await expect(page, way).not.toHaveURL(/data=/)
      await context.close()
    }
  },
)
