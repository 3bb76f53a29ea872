import { bringTestFonts, measureWith, testFonts } from '@adcoin/build/test-fonts'
import { makeEarner } from '../product/earner.ts'
import { openAs } from '../product/signed-in.ts'
import { expect, test, type Page } from '../product/test.ts'
import { misfitsOf } from './misfits.ts'

/** The longest words (Portuguese, Spanish), the tallest lines (Hindi), and English. */
const languages = ['en_US', 'pt_PT', 'hi_IN', 'es_MX']
const open = [
  '/lanuch',
  '/login',
  '/login?reset=mobile',
  '/register',
  '/register?invite_code=888888',
  '/appLogin?data=%7B',
]

for (const language of languages) {
  test(`every screen fits at 320 px, and at 200 % text, in ${language}: nothing over the edge, cut off, broken or on top of another`, async ({
    browser,
    context,
    operate,
    product,
  }) => {
    test.setTimeout(240_000)
    const { passedTask, openTask, withdrawal, ...earner } = await makeEarner(product.url, operate)
    const own = [
      '/home',
      '/taskList',
      '/taskList?view=record',
      `/task/${passedTask}`,
      `/task/${openTask}`,
      `/task/${openTask}?step=proof`,
      '/adRecord',
      '/bindAccount',
      '/money',
      '/tradingList',
      '/sell',
      '/withdraw',
      `/withdraw?id=${withdrawal}`,
      '/withdraw?step=confirm',
      '/cardList',
      '/cardAdd',
      '/tradingSetting',
      '/tradingReset/mobile',
      '/team',
      '/teamList',
      '/invite',
      '/bindInvite',
      '/welcome',
      '/personalData',
      '/personalSetting',
      '/pwdSetting',
      '/resetPwd/mobile',
      '/help',
      '/faq',
      '/language',
      '/nowhere',
    ]
    const found: string[] = []
    const walk = async (page: Page, paths: readonly string[]) => {
      await page.evaluate(code => localStorage.setItem('adcoin.language', code), language)
      for (const path of paths) {
        await page.goto(product.url + path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
        await expect(page.locator('.ac-skeleton, .ac-blocker')).toHaveCount(0)
        for (const [width, size] of [
          [320, '100%'],
          [390, '200%'],
        ] as const) {
          await page.setViewportSize({ width, height: 844 })
          for (const font of testFonts) {
            await measureWith(page, font, size)
            // The longest words of a wide font at twice the size have no room in any phone: there they may break.
            const mayBreak = font === 'Test Wide' && size === '200%'
            const misfits = (await misfitsOf(page)).filter(misfit => !(mayBreak && misfit.startsWith('broken word')))
            found.push(...misfits.map(misfit => `${path} at ${width} px, ${size}, ${font}: ${misfit}`))
          }
        }
      }
    }
    await bringTestFonts(context)
    await walk(await openAs(context, product.url, earner, '/healthz'), own)
    const stranger = await browser.newContext()
    await bringTestFonts(stranger)
    await walk(await openAs(stranger, product.url, null, '/healthz'), open)
    await stranger.close()
    expect(found).toEqual([])
  })
}
