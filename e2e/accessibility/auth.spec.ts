import { createEarner, type Earner } from '../product/earner.ts'
import { createOperator } from '../product/operator.ts'
import { openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'
import { goToScreen, listPublicScreens, listPersonalScreens } from './screens.ts'
import { storeLanguage, hasNoSidewaysScroll, expectStoredTheme, listThemes, findViolations } from './violations.ts'

/** One script each; the widest words (Portuguese) for the fit. */
const languages = ['en_US', 'zh_TW', 'hi_IN', 'pt_PT']
let somebody: Earner
test.beforeAll(async ({ product }) => {
  somebody = await createEarner(product.url, createOperator(product.dataDir))
})

async function check(page: Page, url: string, path: string, language: string): Promise<void> {
  await goToScreen(page, url, path)
  expect(await findViolations(page, listThemes(language), { bestPractice: true }), path).toEqual([])
  expect(await hasNoSidewaysScroll(page), `${path} fits`).toBe(true)
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
    await storeLanguage(stranger, language)
    await storeLanguage(person, language)
    for (const path of listPublicScreens()) await check(stranger, product.url, path, language)
    for (const path of listPersonalScreens(somebody, 'remote-auth')) await check(person, product.url, path, language)
    await expectStoredTheme(stranger)
    await stranger.context().close()
  })
}
