import { createOperator } from '../product/operator.ts'
import { createEarner, type Earner } from '../product/earner.ts'
import { closeDialog } from '../product/dialogs.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'
import { goToScreen, shellScreens } from './screens.ts'
import { storeLanguage, hasNoSidewaysScroll, expectStoredTheme, listThemes, findViolations } from './violations.ts'

const languages = ['en_US', 'zh_TW', 'pt_PT', 'hi_IN', 'es_MX', 'es_ES']

/** With news in the inbox. */
let somebody: Earner
test.beforeAll(async ({ product }) => {
  somebody = await createEarner(product.url, createOperator(product.dataDir))
})

for (const language of languages) {
  test(`every screen of the shell passes axe and fits 320 px in ${language}, both themes`, async ({
    context,
    product,
  }) => {
    const page = await openAs(context, product.url, somebody, '/healthz')
    await page.setViewportSize({ width: 320, height: 700 })
    await storeLanguage(page, language)
    for (const path of shellScreens) {
      await goToScreen(page, product.url, path)
      expect(await findViolations(page, listThemes(language)), path).toEqual([])
      expect(await hasNoSidewaysScroll(page), `${path} fits`).toBe(true)
    }
    await page.locator('button[aria-haspopup=dialog]').click()
    await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(3)
    expect(await findViolations(page, listThemes(language)), 'help panel').toEqual([])
    await closeDialog(page)
    await expectStoredTheme(page)
  })
}

test('an area that did not load passes axe, and so does the notice of a lost session', async ({ context, product }) => {
  await context.route('**/releases/remote-wallet/**', route => route.abort())
  const page = await openAs(context, product.url, somebody, '/money')
  await expect(page.getByText('Something went wrong, please try again later')).toBeVisible()
  expect(await findViolations(page, ['light'])).toEqual([])
  await page.route('**/app/**', route => route.fulfill({ json: { code: 401, msg: 'over', data: null } }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(await findViolations(page, ['light'])).toEqual([])
})

test('the message that no shell arrived passes axe, alone on the page and above the landing', async ({
  context,
  product,
}) => {
  await context.route('**/releases/shell/**/*.js', route => route.abort())
  for (const somebodyOrNobody of [somebody, null]) {
    const page = await openAs(context, product.url, somebodyOrNobody, '/money')
    await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await findViolations(page, ['light', 'dark'])).toEqual([])
    expect(await hasNoSidewaysScroll(page)).toBe(true)
  }
})

test('on a desktop landing, home and money have two columns, and nothing moves sideways', async ({
  browser,
  product,
}) => {
  for (const width of [1024, 1440]) {
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await openAs(context, product.url, somebody, '/healthz')
    await storeLanguage(page, 'pt_PT')
    const readLeft = async (selector: string) =>
      Math.round((await page.locator(selector).first().boundingBox())?.x ?? -1)
    const places: number[][] = []
    for (const path of ['/home', '/team', '/money']) {
      await goToScreen(page, product.url, path)
      places.push([await readLeft('nav'), await readLeft('main > *')])
      expect(await hasNoSidewaysScroll(page), `${path} at ${width}`).toBe(true)
      expect(await findViolations(page, ['light']), `${path} at ${width}`).toEqual([])
      const parts = await page.locator('main > *').evaluateAll(all => all.map(one => one.getBoundingClientRect().x))
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
    await waitUntilDrawn(landing)
    const [headline, way] = await Promise.all(
      ['h1', 'a[href="/register"]'].map(part => landing.locator(part).boundingBox()),
    )
    expect((headline?.x ?? 0) + (headline?.width ?? 0)).toBeLessThan(way?.x ?? 0)
    expect([await hasNoSidewaysScroll(landing), await findViolations(landing, ['light'])]).toEqual([true, []])
    await landing.context().close()
  }
})
