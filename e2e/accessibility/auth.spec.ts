import { makeEarner, type Earner } from '../product/earner.ts'
import { operator } from '../product/operator.ts'
import { openAs } from '../product/signed-in.ts'
import { expect, test, type Page } from '../product/test.ts'
import { comeTo, openScreens, ownScreens } from './screens.ts'
import { choose, fits, keepsTheme, themesIn, violationsOf } from './violations.ts'

/** One script each; the widest words (Portuguese) for the fit. */
const languages = ['en_US', 'zh_TW', 'hi_IN', 'pt_PT']
let somebody: Earner
test.beforeAll(async ({ product }) => {
  somebody = await makeEarner(product.url, operator(product.dataDir))
})

async function check(page: Page, url: string, path: string, language: string): Promise<void> {
  await comeTo(page, url, path)
  expect(await violationsOf(page, themesIn(language), { bestPractice: true }), path).toEqual([])
  expect(await fits(page), `${path} fits`).toBe(true)
}

for (const language of languages) {
  test(`every screen of auth passes axe and fits 320 px in ${language}, both themes`, async ({
    browser,
    context,
    product,
  }) => {
    test.slow()
    const stranger = await (await browser.newContext({ viewport: { width: 320, height: 700 } })).newPage()
    await stranger.goto(`${product.url}/healthz`)
    const person = await openAs(context, product.url, somebody, '/healthz')
    await person.setViewportSize({ width: 320, height: 700 })
    await choose(stranger, language)
    await choose(person, language)
    for (const path of openScreens()) await check(stranger, product.url, path, language)
    for (const path of ownScreens(somebody, 'remote-auth')) await check(person, product.url, path, language)
    await keepsTheme(stranger)
    await stranger.context().close()
  })
}
