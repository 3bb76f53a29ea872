import { findViolations } from '../accessibility/violations.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { startSite } from '../product/site.ts'
import { expect, test, type Page } from '../product/test.ts'

/** The worker is there, and has a page to show, with this in it. */
async function expectKeptPage(page: Page, part = '<main>'): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => readKeptPage(page)).toContain(part)
}

const readKeptPage = (page: Page) =>
  page.evaluate(async () => (await (await caches.match('/offline'))?.text()) ?? 'no page is kept')

const listRegistrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(found => found.active?.scriptURL))

test(
  'offline, a reload shows the last known money in language and theme; online, the app',
  { tag: '@engines' },
  async ({ browserName, context, operate, product }) => {
    // Not `context.setOffline`: where Playwright takes the network from a page of Firefox, its worker keeps it.
    const site = await startSite(product)
    const page = await openAs(context, site.url, await createTestAccount(product.url, operate), '/healthz')
    await page.evaluate(() => {
      localStorage.setItem('adcoin.language', 'hi_IN')
      localStorage.setItem('adcoin.theme', 'dark')
    })
    await page.goto(`${site.url}/money`)
    await expectKeptPage(page, '<dl>')
    process.kill(site.pid(), 'SIGKILL')
    // Over BiDi the reload fails with the network, whatever the worker answers.
    await page.reload().catch(() => undefined)
    await expect(page.getByRole('heading', { level: 1, name: 'आप ऑफ़लाइन हैं।' })).toBeVisible()
    await expect(page.getByRole('definition').first()).toContainText('Ad Coin')
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 18, 15)')
    await expect(page).toHaveURL(/\/money$/)
    if (browserName === 'chromium') expect(await findViolations(page, ['light', 'dark'])).toEqual([])

    await site.restart()
    await page.getByRole('link', { name: 'फिर कोशिश करें' }).click()
    await expect(page.getByRole('navigation').getByRole('link', { name: 'टीम' })).toBeVisible()
    await waitUntilDrawn(page)

    // A logout removes the stored money.
    await page.evaluate(() => localStorage.removeItem('adcoin.token'))
    await page.reload()
    // WebKit may load the landing page meanwhile.
    await expect(async () => expect(await readKeptPage(page)).not.toContain('<dl>')).toPass()
    await site.stop()
  },
)

test(
  'behind the worker a load uses a new generation at once, also with cleared storage',
  { tag: '@engines' },
  async ({ context, operate, product }) => {
    test.slow()
    const site = await startSite(product)
    const page = await openAs(context, site.url, await createTestAccount(product.url, operate), '/team')
    const readLiveTeam = () => page.content().then(html => /releases\/remote-team\/([^/"]+)/.exec(html)?.[1])
    await expectKeptPage(page)
    expect(await listRegistrations(page)).toEqual([`${site.url}/worker.js`])
    await page.reload()
    const next = await site.publish('remote-team', (_, text) => text)
    await page.goto(`${site.url}/team`)
    expect(await readLiveTeam()).toBe(next)
    await site.release('rollback', 'remote-team', '--why', 'e2e')
    await page.goto(`${site.url}/team`)
    expect(await readLiveTeam()).not.toBe(next)

    await page.evaluate(() => caches.delete('adcoin'))
    await page.reload()
    await waitUntilDrawn(page)
    await expectKeptPage(page)
    await context.close()
    await site.stop()
  },
)

test(
  'a tab that was never opened is empty offline, and comes by itself',
  { tag: '@engines' },
  async ({ context, operate, product }) => {
    const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/home')
    await waitUntilDrawn(page)
    const tabs = page.getByRole('navigation')
    await expect(tabs.getByRole('link', { name: 'Team' })).toBeVisible()
    await context.setOffline(true)
    await tabs.getByRole('link', { name: 'Team' }).click()
    await expect(page.getByText('Not loaded yet')).toHaveCount(1)
    await expect(page.getByText(/^Offline\. Showing data from .+\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: 'Retry', disabled: false })).toHaveCount(1)
    await context.setOffline(false)
    await expect(page.getByText('Your first friend')).toBeVisible()
    await expect(page.getByText('Not loaded yet')).toHaveCount(0)
  },
)
