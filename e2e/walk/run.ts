import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium, type Page } from 'playwright'
import { languages } from '@adcoin/contract'
import { chromiumLaunch } from '@adcoin/checks/chromium'
import { operator } from '../product/operator.ts'
import { startProduct } from '../product/product.ts'
import { walkAll, type When } from './walk.ts'
import { walkers } from './walkers.ts'

const usage = `npm run walk -- <language> [--dark] [--to folder]
  a new person's way by clicks at 390 px, from the landing page to money paid and money returned, with a picture of
  every screen; ADCOIN_URL and ADCOIN_DATA_DIR name a product that runs with SANDBOX_REVIEW_SECONDS=0, else one starts`

/** npm run walk: pictures for people to look at, beside the design board. Exit code 1 where the way was not to be gone. */
async function main(words: readonly string[]): Promise<number> {
  const language = words.find(word => word in walkers)
  const at = words.indexOf('--to')
  const isDark = words.includes('--dark')
  const walker = language === undefined ? undefined : walkers[language]
  if (language === undefined || !walker) {
    console.error(`${usage}\n  languages: ${Object.keys(walkers).join(', ')}`)
    return 2
  }
  const to = resolve(at < 0 ? join('test-results', 'walk') : (words[at + 1] ?? ''), language + (isDark ? '-dark' : ''))
  mkdirSync(to, { recursive: true })
  const { ADCOIN_URL: url, ADCOIN_DATA_DIR: dataDir } = process.env
  const product = url && dataDir ? undefined : await startProduct({ env: { SANDBOX_REVIEW_SECONDS: '0' } })
  const browser = await chromium.launch(chromiumLaunch())
  try {
    const context = await browser.newContext({
      baseURL: product?.url ?? url ?? '',
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      locale: languages.find(({ api_code }) => api_code === language)?.tag ?? 'en-US',
      timezoneId: walker.zone,
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    let count = 0
    const look = async (name: string, when: When = 'still') => {
      if (when === 'top') await page.evaluate(() => scrollTo(0, 0))
      if (when !== 'now') await isStill(page)
      const path = join(to, `${String((count += 1)).padStart(2, '0')}-${name}.png`)
      await page.screenshot({ path, animations: 'disabled' })
      console.info(path)
    }
    const operate = operator(product?.dataDir ?? dataDir ?? '')
    try {
      await walkAll({ page, operate, walker, mobile: walker.mobile(), look })
    } catch (error) {
      await look('stopped-here', 'now')
      console.error(error)
      return 1
    }
    return 0
  } finally {
    await browser.close()
    await product?.stop()
  }
}

/** Nothing is loading, and nothing was drawn for a moment. */
async function isStill(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.ac-skeleton, .ac-blocker'))
  await page.evaluate(
    () =>
      new Promise<void>(done => {
        let quiet = setTimeout(done, 400)
        const watch = new MutationObserver(() => {
          clearTimeout(quiet)
          quiet = setTimeout(done, 400)
        })
        watch.observe(document.body, { subtree: true, childList: true, characterData: true })
        // A countdown never stands still.
        setTimeout(done, 1_500)
      }),
  )
}

process.exitCode = await main(process.argv.slice(2))
