import type { Browser, Page } from 'playwright'
import { openAs, type TestAccount } from '../../product/test-account.ts'
import { startSite } from '../../product/site.ts'

const app = 'remote-team'
const [tabs, rounds] = [6, 3]

/**
 * Measures how soon after `rollback` an open tab knows the other release, and that its next navigation mounts it.
 */
export async function measureOpenTabs(
  browser: Browser,
  product: { url: string; dataDir: string },
  account: TestAccount,
): Promise<void> {
  const site = await startSite(product)
  try {
    const older = (await site.active(app)).id
    const newer = await site.publish(app, (_path, text) => text)
    const pages = await Promise.all(
      Array.from({ length: tabs }, async () =>
        openAs(
          await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' }),
          site.url,
          account,
          '/money',
        ),
      ),
    )
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      const [words, wanted] =
        round % 2 === 0 ? [['rollback', app], older] : [['promote', app, newer, '--even-if-unsafe'], newer]
      const began = performance.now()
      // Their timers have drifted apart: each tab asked for the last time at another moment.
      const learned = pages.map(async page => {
        await page.waitForResponse(
          async answer =>
            answer.url().endsWith('/live.json') &&
            answer.status() === 200 &&
            (await answer.text()).includes(`"active":"${wanted}"`),
          { timeout: 60_000 },
        )
        took.push(performance.now() - began)
      })
      await site.release(...words, '--why', 'bench')
      await Promise.all(learned)
      for (const page of pages) await visit(page, wanted)
    }
    took.sort((a, b) => a - b)
    console.log(
      `open tabs: ${took.length} learned of it ${((took[took.length >> 1] ?? 0) / 1000).toFixed(1)} s after the command (median), ${((took.at(-1) ?? 0) / 1000).toFixed(1)} s worst (goal 15); each one's next navigation mounted it, without a reload`,
    )
    await Promise.all(pages.map(page => page.context().close()))
  } finally {
    await site.stop()
  }
}

/** To the area and back, by its tab. @throws where another release is mounted */
async function visit(page: Page, wanted: string): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Team', exact: true }).click()
  await page.locator(`[data-area="${app}"][data-release="${wanted}"] h1`).waitFor()
  await main.getByRole('link', { name: 'Money', exact: true }).click()
  await page.locator('[data-area="remote-wallet"] h1').waitFor()
}
