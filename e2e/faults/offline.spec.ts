import { violationsOf } from '../accessibility/violations.ts'
import { drawn } from '../product/drawn.ts'
import { makeSomebody, openAs } from '../product/signed-in.ts'
import { startSite } from '../product/site.ts'
import { expect, test, type Page } from '../product/test.ts'

/** The worker is there, and has a page to show, with this in it. */
async function isKept(page: Page, part = '<main>'): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => keptPage(page)).toContain(part)
}

const keptPage = (page: Page) =>
  page.evaluate(async () => (await (await caches.match('/offline'))?.text()) ?? 'no page is kept')

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(found => found.active?.scriptURL))

test('offline, a reload shows the last known money, in the person’s language and theme; online it is the app again', async ({
  context,
  operate,
  product,
}) => {
  const page = await openAs(context, product.url, await makeSomebody(product.url, operate), '/healthz')
  await page.evaluate(() => {
    localStorage.setItem('adcoin.language', 'hi_IN')
    localStorage.setItem('adcoin.theme', 'dark')
  })
  await page.goto(`${product.url}/money`)
  await isKept(page, '<dl>')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'आप ऑफ़लाइन हैं।' })).toBeVisible()
  await expect(page.getByRole('definition').first()).toContainText('Ad Coin')
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 18, 15)')
  await expect(page).toHaveURL(/\/money$/)
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([])

  await context.setOffline(false)
  await page.getByRole('link', { name: 'फिर कोशिश करें' }).click()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'टीम' })).toBeVisible()

  // Who logs out leaves no money behind.
  await page.evaluate(() => localStorage.removeItem('adcoin.token'))
  await page.reload()
  await expect.poll(() => keptPage(page)).not.toContain('<dl>')
})

test('behind the worker a new load sees a new generation at once, and cleared storage does no harm', async ({
  context,
  operate,
  product,
}) => {
  test.slow()
  const site = await startSite(product)
  const page = await openAs(context, site.url, await makeSomebody(product.url, operate), '/team')
  const liveTeam = () => page.content().then(html => /releases\/remote-team\/([^/"]+)/.exec(html)?.[1])
  await isKept(page)
  expect(await registrations(page)).toEqual([`${site.url}/worker.js`])
  await page.reload()
  const next = await site.publish('remote-team', (_, text) => text)
  await page.goto(`${site.url}/team`)
  expect(await liveTeam()).toBe(next)
  await site.release('rollback', 'remote-team', '--why', 'e2e')
  await page.goto(`${site.url}/team`)
  expect(await liveTeam()).not.toBe(next)

  await page.evaluate(() => caches.delete('adcoin'))
  await page.reload()
  await drawn(page)
  await isKept(page)
  await context.close()
  await site.stop()
})
