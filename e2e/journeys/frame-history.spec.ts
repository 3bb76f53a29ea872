import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createTestAccount, openAs, type TestAccount } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'

let somebody: TestAccount
test.beforeAll(async ({ product }) => {
  const { createOperator } = await import('../product/operator.ts')
  somebody = await createTestAccount(product.url, createOperator(product.dataDir))
})

const locateTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const scrollOf = (page: Page) => page.evaluate(() => Math.round(scrollY))
/** As soon as the page is tall enough. */
const scrollDown = (page: Page, top: number) =>
  expect(async () => {
    await page.evaluate(to => scrollTo(0, to), top)
    expect(await scrollOf(page)).toBe(top)
  }).toPass()

test(
  'a push begins at the top; back, forward and reload restore the scroll position',
  { tag: '@engines' },
  async ({ context, product }) => {
    const page = await openAs(context, product.url, somebody, '/faq')
    await page.setViewportSize({ width: 390, height: 500 })
    await waitUntilDrawn(page)
    await page.getByText('How do invitation codes work?').click()
    await scrollDown(page, 400)
    // By script: a click of the test would scroll the link into view first.
    await page.getByRole('link', { name: 'My invitation code' }).evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL(/\/invite$/)
    await expect.poll(() => scrollOf(page)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible()
    await expect.poll(() => scrollOf(page)).toBe(400)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible()
    await expect.poll(() => scrollOf(page)).toBe(400)
    await page.goForward()
    await expect(page).toHaveURL(/\/invite$/)
  },
)

test(
  'another address in the same tab begins at the top; back restores the position',
  { tag: '@engines' },
  async ({ context, product }) => {
    const page = await openAs(context, product.url, somebody, '/faq')
    await page.setViewportSize({ width: 390, height: 300 })
    const heading = page.getByRole('heading', { level: 1 })
    await waitUntilDrawn(page)
    await scrollDown(page, 300)
    await page.goto(`${product.url}/help`)
    await waitUntilDrawn(page)
    await expect(heading).toHaveText('Help centre')
    await expect.poll(() => scrollOf(page)).toBe(0)
    await scrollDown(page, 120)
    await page.goBack()
    await expect(heading).toHaveText('Frequently asked questions')
    await expect.poll(() => scrollOf(page)).toBe(300)
    await page.goto(`${product.url}/faq`)
    await waitUntilDrawn(page)
    await expect(heading).toHaveText('Frequently asked questions')
    await expect.poll(() => scrollOf(page)).toBe(0)
  },
)

test(
  'the back button of a deep link leads into the app, not out of it',
  { tag: '@engines' },
  async ({ context, product }) => {
    const page = await openAs(context, product.url, somebody, '/language')
    await waitUntilDrawn(page)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/personalSetting$/)
  },
)

test(
  'the browser’s back button closes an open sheet, and the next press leaves the screen',
  { tag: '@engines' },
  async ({ context, product }) => {
    const page = await openAs(context, product.url, somebody, '/home')
    await waitUntilDrawn(page)
    await locateTab(page, 'Money').click()
    await expect(page.getByRole('heading', { level: 1, name: 'My money' })).toBeFocused()
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // By Playwright's own step, which waits for an address that does not come.
    const goBack = () => void page.goBack().catch(() => undefined)
    goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/money$/)
    goBack()
    await expect(page).toHaveURL(/\/home$/)
  },
)
