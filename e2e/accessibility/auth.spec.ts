import { makeEarner } from '../product/earner.ts'
import { openAs } from '../product/signed-in.ts'
import { expect, test, type Page } from '../product/test.ts'
import { openScreens, ownScreens } from './screens.ts'
import { choose, fits, keepsTheme, themesIn, violationsOf } from './violations.ts'

/** One script each; the widest words (Portuguese) for the fit. */
const languages = ['en_US', 'zh_TW', 'hi_IN', 'pt_PT']
async function check(page: Page, address: string, language: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  expect(await violationsOf(page, themesIn(language), { bestPractice: true }), address).toEqual([])
  expect(await fits(page), `${address} fits`).toBe(true)
}

for (const language of languages) {
  test(`every screen of auth passes axe and fits 320 px in ${language}, both themes`, async ({
    browser,
    context,
    operate,
    product,
  }) => {
    test.slow()
    const stranger = await (await browser.newContext({ viewport: { width: 320, height: 700 } })).newPage()
    await stranger.goto(`${product.url}/lanuch`)
    const somebody = await makeEarner(product.url, operate)
    const person = await openAs(context, product.url, somebody, '/personalData')
    await person.setViewportSize({ width: 320, height: 700 })
    await choose(stranger, language)
    await choose(person, language)
    for (const path of openScreens()) await check(stranger, product.url + path, language)
    for (const path of ownScreens(somebody, 'remote-auth')) await check(person, product.url + path, language)
    expect(await keepsTheme(stranger)).toBe(true)
    await stranger.context().close()
  })
}
