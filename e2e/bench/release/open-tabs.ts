import type { Browser, Page } from 'playwright'
import { openAs, type TestAccount } from '../../product/test-account.ts'
import { startSite } from '../../product/site.ts'

const app = 'remote-team'
const [tabCount, rounds] = [6, 3]

/** Measures how soon after `rollback` or `promote` open tabs know the release, and that their next navigation mounts it. */
export async function measureOpenTabs(
  browser: Browser,
  product: { url: string; dataDir: string },
  account: TestAccount,
): Promise<void> {
  const site = await startSite(product)
  try {
    const older = (await site.active(app)).id
    const newer = await site.publish(app, (_path, text) => text)
    const pages = await createTabs(browser, site.url, account)
    const delays: number[] = []
    for (let round = 0; round < rounds; round++) {
      const [command, release] =
        round % 2 === 0 ? [['rollback', app], older] : [['promote', app, newer, '--even-if-unsafe'], newer]
      const startedAt = performance.now()
      const measured = pages.map(async page => {
        await waitUntilKnown(page, release)
        return performance.now() - startedAt
      })
      await site.release(...command, '--why', 'bench')
      delays.push(...(await Promise.all(measured)))
      for (const page of pages) await checkNextNavigation(page, release)
    }
    printDelays(delays)
    await Promise.all(pages.map(page => page.context().close()))
  } finally {
    await site.stop()
  }
}

/** One browser context for each tab. Their timers drift apart: each polls at another moment. */
async function createTabs(browser: Browser, url: string, account: TestAccount): Promise<readonly Page[]> {
  const options = { viewport: { width: 390, height: 844 }, locale: 'en-US' }
  return Promise.all(
    Array.from({ length: tabCount }, async () => openAs(await browser.newContext(options), url, account, '/money')),
  )
}

/** Waits for the first `live.json` in which this release is active. */
async function waitUntilKnown(page: Page, release: string): Promise<void> {
  await page.waitForResponse(
    async answer =>
      answer.url().endsWith('/live.json') &&
      answer.status() === 200 &&
      (await answer.text()).includes(`"active":"${release}"`),
    { timeout: 60_000 },
  )
}

/** To the area and back, by the tab bar. @throws if another release is mounted */
async function checkNextNavigation(page: Page, release: string): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Team', exact: true }).click()
  await page.locator(`[data-area="${app}"][data-release="${release}"] h1`).waitFor()
  await main.getByRole('link', { name: 'Money', exact: true }).click()
  await page.locator('[data-area="remote-wallet"] h1').waitFor()
}

/** @param delays  in milliseconds */
function printDelays(delays: readonly number[]): void {
  const sorted = delays.toSorted((one, other) => one - other)
  const formatSeconds = (ms = 0) => `${(ms / 1000).toFixed(1)} s`
  const median = formatSeconds(sorted[sorted.length >> 1])
  console.log(
    `open tabs: ${sorted.length} knew the release ${median} after the command (median),` +
      ` ${formatSeconds(sorted.at(-1))} worst (goal 15 s); the next navigation of each mounted it, without a reload`,
  )
}
