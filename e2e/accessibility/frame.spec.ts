import { operator } from '../product/operator.ts'
import { makeEarner, type Earner } from '../product/earner.ts'
import { closeDialog } from '../product/dialogs.ts'
import { drawn } from '../product/drawn.ts'
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
    await closeDialog(page)
    await keepsTheme(page)
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

test('on a desktop landing, home and money have two columns, and nothing moves sideways', async ({
  browser,
  product,
}) => {
  for (const width of [1024, 1440]) {
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await openAs(context, product.url, somebody, '/healthz')
    await choose(page, 'pt_PT')
    const leftOf = async (selector: string) => Math.round((await page.locator(selector).first().boundingBox())?.x ?? -1)
    const places: number[][] = []
    for (const path of ['/home', '/team', '/money']) {
      await comeTo(page, product.url, path)
      places.push([await leftOf('nav.ac-tabs'), await leftOf('.ac-main > *')])
      expect(await fits(page), `${path} at ${width}`).toBe(true)
      expect(await violationsOf(page, ['light']), `${path} at ${width}`).toEqual([])
      const parts = await page.locator('.ac-main > *').evaluateAll(all => all.map(one => one.getBoundingClientRect().x))
      const isBeside = parts.some(x => x > (parts[0] ?? 0) + 200)
      expect([path, isBeside]).toEqual([path, path !== '/team'])
    }
    expect(places).toEqual(places.map(() => places[0]))
    await context.close()
    const landing = await openAs(
      await browser.newContext({ viewport: { width, height: 800 } }),
      product.url,
      null,
      '/lanuch',
    )
    await drawn(landing)
    const [hero, ways] = await Promise.all(
      ['.ac-landing__hero', '.ac-landing__next'].map(part => landing.locator(part).boundingBox()),
    )
    expect((hero?.x ?? 0) + (hero?.width ?? 0)).toBeLessThan(ways?.x ?? 0)
    expect([await fits(landing), await violationsOf(landing, ['light'])]).toEqual([true, []])
    await landing.context().close()
  }
})
