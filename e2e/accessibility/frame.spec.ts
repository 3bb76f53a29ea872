import AxeBuilder from '@axe-core/playwright'
import { makeSomebody, openAs, type Somebody } from '../product/signed-in.ts'
import { expect, test, type Page } from '../product/test.ts'

const languages = ['en_US', 'zh_TW', 'pt_PT', 'hi_IN', 'es_MX', 'es_ES']
/** Colours do not depend on the language: dark is looked at in a Latin and in a Devanagari one. */
const themesIn = (language: string) => (language === 'en_US' || language === 'hi_IN' ? ['light', 'dark'] : ['light'])
const screens = ['/help', '/faq', '/language', '/nowhere']

let somebody: Somebody
test.beforeAll(async ({ product }) => {
  const { operator } = await import('../product/operator.ts')
  somebody = await makeSomebody(product.url, operator(product.dataDir))
})

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return found.flatMap(violation => violation.nodes.map(node => `${violation.id}: ${String(node.target[0])}`))
}

const isWideEnough = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

for (const language of languages) {
  test(`every screen of the shell passes axe and fits 320 px in ${language}, both themes`, async ({
    context,
    product,
  }) => {
    const page = await openAs(context, product.url, somebody, '/help')
    await page.setViewportSize({ width: 320, height: 700 })
    for (const theme of themesIn(language)) {
      await page.evaluate(
        ([code, name]) => {
          localStorage.setItem('adcoin.language', code ?? '')
          localStorage.setItem('adcoin.theme', name ?? '')
        },
        [language, theme],
      )
      for (const path of screens) {
        await page.goto(product.url + path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await violations(page), `${path} ${theme}`).toEqual([])
        expect(await isWideEnough(page), `${path} ${theme} fits`).toBe(true)
      }
      await page.locator('.ac-help').click()
      await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(2)
      expect(await violations(page), `help panel ${theme}`).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
}

test('an area that did not load passes axe, and so does the notice of a lost session', async ({ context, product }) => {
  await context.route('**/releases/remote-wallet/**', route => route.abort())
  const page = await openAs(context, product.url, somebody, '/money')
  await expect(page.getByText('Something went wrong, please try again later')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.route('**/app/**', route => route.fulfill({ json: { code: 401, msg: 'over', data: null } }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click()
  await expect(page.getByText('You were logged out. Please log in again.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})
