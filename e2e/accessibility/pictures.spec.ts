import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEarner, type Earner } from '../product/earner.ts'
import { createOperator } from '../product/operator.ts'
import { rootFolder } from '../product/product.ts'
import { startSite } from '../product/site.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'
import { faultStates } from './fault-states.ts'
import { goToScreen, listPersonalScreens, listPublicScreens, openSheet, sheets } from './screens.ts'

/**
 * Every screen of 390 px, and states that a fault brings, light and dark, with accessibility trees, for people to look
 * at: beside the design board, and one engine beside another. It runs only where SCREENS names the languages.
 */
const languages = (process.env['SCREENS'] ?? '').split(',')
const folder = join(rootFolder, '.cache/screens', process.env['ENGINE'] ?? 'chromium')
const themes = ['light', 'dark'] as const

let earner: Earner
test.beforeAll(async ({ product }) => {
  earner = await createEarner(product.url, createOperator(product.dataDir))
})

for (const language of languages) {
  for (const theme of themes) {
    const choose = (page: Page) =>
      page.evaluate(
        ([code, chosen]) => {
          localStorage.setItem('adcoin.language', code)
          localStorage.setItem('adcoin.theme', chosen)
        },
        [language, theme] as const,
      )
    const save = async (page: Page, screen: string) => {
      const name = screen.replaceAll(/[^\w-]+/g, '-').replace(/^-/, '')
      const path = join(folder, language, theme, name)
      await page.screenshot({ path: `${path}.png`, fullPage: true, animations: 'disabled' })
      if (theme === 'light') writeFileSync(`${path}.yml`, await page.locator('body').ariaSnapshot())
    }

    test(`pictures of every screen in ${language}, ${theme}`, async ({ browser, context, product: { url } }) => {
      test.setTimeout(900_000)
      const page = await openAs(context, url, earner, '/healthz')
      await choose(page)
      for (const path of listPersonalScreens(earner)) {
        await goToScreen(page, url, path)
        await save(page, path.replace(earner.withdrawal, 'own').replace(earner.passedTask, 'paid'))
      }
      if (language === 'en_US')
        for (const sheet of sheets) {
          await openSheet(page, url, sheet)
          await save(page, `sheet-${sheet.at}-${sheet.press.at(-1)?.source}`)
        }
      const stranger = await browser.newContext()
      const outside = await openAs(stranger, url, null, '/healthz')
      await choose(outside)
      for (const path of listPublicScreens()) {
        await goToScreen(outside, url, path)
        await save(outside, path)
      }
      await expect(outside.locator('html')).toHaveCSS('color-scheme', theme)
      await stranger.close()
    })

    if (language === 'en_US')
      for (const { name, isSignedIn, open } of faultStates)
        test(`pictures of a fault in ${theme}: ${name}`, async ({ context, product, operate }) => {
          const site = await startSite(product)
          const person = await createTestAccount(product.url, operate)
          const page = await openAs(context, site.url, isSignedIn ? person : null, '/healthz')
          await choose(page)
          await expect(await open(page, site, person)).toBeVisible()
          await save(page, `fault ${name}`)
          await context.close()
          await site.stop()
        })
  }
}
