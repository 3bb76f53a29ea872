import AxeBuilder from '@axe-core/playwright'
import { makeSomebody, openAs } from '../product/signed-in.ts'
import { expect, test, type Page } from '../product/test.ts'

/** One script each; the widest words (Portuguese) for the fit. */
const languages = ['en_US', 'zh_TW', 'hi_IN', 'pt_PT']
/** Colours do not depend on the language: dark is looked at in a Latin and in a Devanagari one. */
const themesIn = (language: string) => (language === 'en_US' || language === 'hi_IN' ? ['light', 'dark'] : ['light'])
const open = [
  '/lanuch',
  '/login',
  '/login?reset=email',
  '/register',
  '/google_auth?code=x&state=y',
  '/appLogin?data=%7B',
]
const own = ['/welcome', '/personalData', '/personalSetting', '/pwdSetting', '/resetPwd/mobile']

async function choose(page: Page, language: string, theme: string): Promise<void> {
  await page.evaluate(
    ([code, name]) => {
      localStorage.setItem('adcoin.language', code ?? '')
      localStorage.setItem('adcoin.theme', name ?? '')
    },
    [language, theme],
  )
}

async function check(page: Page, address: string, what: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${String(node.target[0])}`)),
    what,
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} fits`).toBe(true)
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
    const person = await openAs(context, product.url, await makeSomebody(product.url, operate), '/personalData')
    await person.setViewportSize({ width: 320, height: 700 })
    for (const theme of themesIn(language)) {
      await choose(stranger, language, theme)
      await choose(person, language, theme)
      for (const path of open) await check(stranger, product.url + path, `${path} ${theme}`)
      for (const path of own) await check(person, product.url + path, `${path} ${theme}`)
    }
    await stranger.context().close()
  })
}
