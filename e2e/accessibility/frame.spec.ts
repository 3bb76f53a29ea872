import { operator } from '../product/operator.ts'
import { makeSomebody, openAs, type Somebody } from '../product/signed-in.ts'
import { expect, test } from '../product/test.ts'
import { comeTo } from './screens.ts'
import { choose, fits, keepsTheme, themesIn, violationsOf } from './violations.ts'

const languages = ['en_US', 'zh_TW', 'pt_PT', 'hi_IN', 'es_MX', 'es_ES']
const screens = ['/help', '/faq', '/language', '/nowhere']

let somebody: Somebody
test.beforeAll(async ({ product }) => {
  somebody = await makeSomebody(product.url, operator(product.dataDir))
})

for (const language of languages) {
  test(`every screen of the shell passes axe and fits 320 px in ${language}, both themes`, async ({
    context,
    product,
  }) => {
    const page = await openAs(context, product.url, somebody, '/healthz')
    await page.setViewportSize({ width: 320, height: 700 })
    await choose(page, language)
    for (const path of screens) {
      await comeTo(page, product.url, path)
      expect(await violationsOf(page, themesIn(language)), path).toEqual([])
      expect(await fits(page), `${path} fits`).toBe(true)
    }
    await page.locator('.ac-help').click()
    await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(3)
    expect(await violationsOf(page, themesIn(language)), 'help panel').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await keepsTheme(page)).toBe(true)
  })
}

test('an area that did not load passes axe, and so does the notice of a lost session', async ({ context, product }) => {
  await context.route('**/releases/remote-wallet/**', route => route.abort())
  const page = await openAs(context, product.url, somebody, '/money')
  await expect(page.getByText('Something went wrong, please try again later')).toBeVisible()
  expect(await violationsOf(page, ['light'])).toEqual([])
  await page.route('**/app/**', route => route.fulfill({ json: { code: 401, msg: 'over', data: null } }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click()
  await expect(page.getByText('You were logged out. Please log in again.')).toBeVisible()
  expect(await violationsOf(page, ['light'])).toEqual([])
})
