import { operator } from '../product/operator.ts'
import { makeEarner, type Earner } from '../product/earner.ts'
import { openAs } from '../product/signed-in.ts'
import { expect, test } from '../product/test.ts'
import { comeTo, ofShell } from './screens.ts'
import { choose, fits, keepsTheme, themesIn, violationsOf } from './violations.ts'

const languages = ['en_US', 'zh_TW', 'pt_PT', 'hi_IN', 'es_MX', 'es_ES']

/** With news in the inbox. */
let somebody: Earner
test.beforeAll(async ({ product }) => {
  somebody = await makeEarner(product.url, operator(product.dataDir))
})

for (const language of languages) {
  test(`every screen of the shell passes axe and fits 320 px in ${language}, both themes`, async ({
    context,
    product,
  }) => {
    const page = await openAs(context, product.url, somebody, '/healthz')
    await page.setViewportSize({ width: 320, height: 700 })
    await choose(page, language)
    for (const path of ofShell) {
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

test('the message that no shell arrived passes axe, alone on the page and above the landing', async ({
  context,
  product,
}) => {
  await context.route('**/releases/shell/**/*.js', route => route.abort())
  for (const somebodyOrNobody of [somebody, null]) {
    const page = await openAs(context, product.url, somebodyOrNobody, '/money')
    await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await violationsOf(page, ['light', 'dark'])).toEqual([])
    expect(await fits(page)).toBe(true)
  }
})
