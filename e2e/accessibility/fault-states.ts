import { fillStorage } from '../injectors/browser.ts'
import { LoginPage } from '../pages/login-page.ts'
import { findWaiting } from '../product/screen-parts.ts'
import type { TestSite } from '../product/site.ts'
import type { TestAccount } from '../product/test-account.ts'
import { expect, type Locator, type Page } from '../product/test.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'

/** A screen where something is missing or has failed. English only. */
export type FaultState = {
  readonly name: string
  readonly isSignedIn: boolean
  /** @returns what shows that the state is there */
  readonly open: (page: Page, site: TestSite, person: TestAccount) => Promise<Locator>
}

const shellFiles = '**/releases/shell/**/*.js'

export const faultStates: readonly FaultState[] = [
  {
    ...{ name: 'area failed', isSignedIn: true },
    async open(page, { url }) {
      await page.route('**/releases/remote-team/**/*.js', route => route.abort())
      await page.goto(`${url}/team`)
      return page.getByRole('alert').getByRole('button', { name: 'Retry' })
    },
  },
  {
    ...{ name: 'offline', isSignedIn: true },
    async open(page, { url }) {
      await openWhole(page, `${url}/home`)
      await page.context().setOffline(true)
      return page.getByText(/^Offline\. Showing data from .+\.$/)
    },
  },
  {
    ...{ name: 'offline in a new tab', isSignedIn: true },
    async open(page, { url }) {
      await openWhole(page, `${url}/home`)
      await page.context().setOffline(true)
      await pressTab(page, 'Team')
      return page.getByText('Not loaded yet')
    },
  },
  {
    ...{ name: 'offline page', isSignedIn: true },
    async open(page, site) {
      await openWhole(page, `${site.url}/money`)
      await page.evaluate(() => navigator.serviceWorker.ready)
      const readKeptPage = () => page.evaluate(async () => (await caches.match('/offline'))?.text())
      await expect.poll(readKeptPage).toContain('<dl>')
      process.kill(site.pid(), 'SIGKILL')
      // Over BiDi the reload fails with the network, whatever the worker answers.
      await page.reload().catch(() => undefined)
      return page.getByRole('heading', { name: 'You are offline.' })
    },
  },
  {
    ...{ name: 'session over', isSignedIn: true },
    open: endSession,
  },
  {
    ...{ name: 'session over, login', isSignedIn: true },
    async open(page, site) {
      await expect(await endSession(page, site)).toBeVisible()
      await page.getByRole('link', { name: 'Log in', exact: true }).click()
      return page.getByRole('heading', { name: 'Welcome back' })
    },
  },
  {
    ...{ name: 'shell gone', isSignedIn: false },
    open: (page, { url }) => openWithoutShell(page, `${url}/lanuch`),
  },
  {
    ...{ name: 'shell gone, money', isSignedIn: true },
    open: (page, { url }) => openWithoutShell(page, `${url}/money`),
  },
  {
    ...{ name: 'old browser', isSignedIn: false },
    async open(page, { url }) {
      await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'popover'))
      await page.route(shellFiles, route => route.abort())
      await page.goto(`${url}/lanuch`)
      return page.getByText('Your browser is too old for Ad Coin')
    },
  },
  {
    ...{ name: 'empty list', isSignedIn: true },
    async open(page, { url }) {
      await openWhole(page, `${url}/tradingList`)
      return page.getByRole('heading', { level: 1 })
    },
  },
  {
    ...{ name: 'storage full', isSignedIn: false },
    async open(page, { url }, { mobile, password }) {
      await page.goto(`${url}/login`)
      await waitUntilDrawn(page)
      await fillStorage(page)
      await new LoginPage(page).byMobile(mobile, password)
      await expect(page).toHaveURL(/\/home$/)
      await expect(findWaiting(page)).toHaveCount(0)
      return page.getByRole('heading', { level: 1 })
    },
  },
]

async function openWhole(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitUntilDrawn(page)
  await expect(findWaiting(page)).toHaveCount(0)
}

async function openWithoutShell(page: Page, address: string): Promise<Locator> {
  await page.route(shellFiles, route => route.abort())
  await page.goto(address)
  return page.getByRole('alert').getByRole('button', { name: 'Try again' })
}

async function endSession(page: Page, { url }: TestSite): Promise<Locator> {
  await openWhole(page, `${url}/money`)
  await page.route('**/app/state/agent**', route => route.fulfill({ json: { code: 401, msg: 'over', data: null } }))
  await pressTab(page, 'Team')
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
  await expect(findWaiting(page)).toHaveCount(0)
  return page.getByText(/^Your session has ended/)
}

const pressTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
