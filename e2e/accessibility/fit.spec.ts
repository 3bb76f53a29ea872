import { loadTestFonts, measureWith, testFonts } from '@adcoin/checks/test-fonts'
import { createEarner, type Earner } from '../product/earner.ts'
import { createOperator } from '../product/operator.ts'
import { openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'
import { findMisfits } from './misfits.ts'
import { createPseudoRules, showPseudo } from './pseudo.ts'
import { goToScreen, listPublicScreens, openSheet, listPersonalScreens, sheets } from './screens.ts'

/** The six, and English made 40 % longer. */
const languages = ['pseudo', 'en_US', 'zh_TW', 'pt_PT', 'hi_IN', 'es_MX', 'es_ES']
const rules = createPseudoRules()

let earner: Earner
test.beforeAll(async ({ product }) => {
  earner = await createEarner(product.url, createOperator(product.dataDir))
})

for (const language of languages) {
  const tag = language === 'pseudo' ? '@core' : []
  test(
    `every screen fits at 320 px and at 200 % text in ${language}, without cut or overlap`,
    { tag },
    async ({ browser, context, product }) => {
      const found: string[] = []
      const walk = async (page: Page, paths: readonly string[]) => {
        const code = language === 'pseudo' ? 'en_US' : language
        await page.evaluate(each => localStorage.setItem('adcoin.language', each), code)
        for (const path of paths) {
          await goToScreen(page, product.url, path)
          await measure(page, path)
        }
      }
      const measure = async (page: Page, name: string) => {
        if (language === 'pseudo') expect(await showPseudo(page, rules), `${name} speaks`).toBeGreaterThan(0)
        for (const [width, size] of [
          [320, '100%'],
          [390, '200%'],
        ] as const) {
          await page.setViewportSize({ width, height: 844 })
          for (const font of testFonts) {
            await measureWith(page, font, size)
            // The longest words of a wide font at twice the size have no room in any phone: there they may break.
            const mayBreak = font === 'Test Wide' && size === '200%'
            const misfits = (await findMisfits(page)).filter(misfit => !(mayBreak && misfit.startsWith('broken word')))
            found.push(...misfits.map(misfit => `${name} at ${width} px, ${size}, ${font}: ${misfit}`))
          }
        }
      }
      await loadTestFonts(context)
      const page = await openAs(context, product.url, earner, '/healthz')
      await walk(page, listPersonalScreens(earner))
      if (language === 'pseudo')
        for (const sheet of sheets) {
          await openSheet(page, product.url, sheet)
          await measure(page, sheet.file)
        }
      const stranger = await browser.newContext()
      await loadTestFonts(stranger)
      await walk(await openAs(stranger, product.url, null, '/healthz'), listPublicScreens())
      await stranger.close()
      expect(found).toEqual([])
    },
  )
}
