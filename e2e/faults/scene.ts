import { tagOf, type ApiCode } from '@adcoin/contract'
import type { Browser, BrowserContext } from 'playwright'
import { startFaultProxy, type FaultProxy } from '../injectors/proxy.ts'
import { rebuildUnchanged } from '../injectors/releases.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createOperator } from '../product/operator.ts'
import { createTestAccount, type TestAccount } from '../product/test-account.ts'
import { startSite, type TestSite } from '../product/site.ts'
import { test as base, type Page } from '../product/test.ts'
import { watchPage, type Sight } from '../product/watched-page.ts'

/** A site behind a fault proxy, and a person with an account. */
export type Scene = {
  readonly browser: Browser
  readonly site: TestSite
  readonly proxy: FaultProxy
  readonly person: TestAccount
}

export type FaultArea = { readonly app: string; readonly path: string }

/** Each remote, and a screen of it. */
export const areas: readonly FaultArea[] = [
  { app: 'remote-auth', path: '/personalSetting' },
  { app: 'remote-tasks', path: '/taskList' },
  { app: 'remote-wallet', path: '/money' },
  { app: 'remote-team', path: '/team' },
]

/** `scene` is shared by the tests of a worker: each test undoes what it did to the site. */
export const test = base.extend<object, { scene: Scene }>({
  scene: [
    async ({ browser, product }, use) => {
      const site = await startSite(product)
      const proxy = await startFaultProxy(site.url)
      const person = await createTestAccount(product.url, createOperator(product.dataDir))
      await use({ browser, site, proxy, person })
      await proxy.stop()
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

/** Publishes good releases of an app until it has so many to fall back to. */
export async function provideFallbacks({ site }: Scene, app: string, count: number): Promise<void> {
  while ((await site.liveApp(app)).previous.length < count) await site.publish(app, rebuildUnchanged)
}

/** A page as its person and the service see it. */
export type FaultVisit = {
  readonly context: BrowserContext
  readonly page: Page
  readonly reports: { app?: string; release?: string; phase?: string; reason?: string; outcome?: string }[]
  readonly errors: string[]
  readonly sights: Sight[]
  /** Losses since the visit began, among `neverLost`. */
  findLosses(path: string): Promise<readonly string[]>
}

/** A signed-in person opens a screen. Nothing is preloaded in idle time: the tap that follows meets the fault. */
export async function visit(
  { browser, proxy, person }: Scene,
  path: string,
  language: ApiCode = 'en_US',
): Promise<FaultVisit> {
  const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'block' })
  await context.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  const [reports, errors, sights]: [FaultVisit['reports'], string[], Sight[]] = [[], [], []]
  // Depends on time: as long a page may be blank at most, on a slow machine too.
  await watchPage(context, { blankMs: 500, waitMs: 15_000 }, sight => sights.push(sight))
  const page = await context.newPage()
  // By the proxy: Playwright reads no bodies over WebDriver BiDi.
  proxy.observe(/^\/app\/health\/report$/, body => reports.push(JSON.parse(body) as FaultVisit['reports'][number]))
  page.on('pageerror', error => errors.push(error.message))
  await page.goto('/healthz')
  await page.evaluate(
    ([token, code]) => {
      localStorage.setItem('adcoin.token', token)
      localStorage.setItem('adcoin.language', code)
    },
    [person.token, language] as const,
  )
  await page.goto(path)
  await waitUntilDrawn(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  for (const before of [reports, errors, sights]) before.length = 0
  return { context, page, reports, errors, sights, findLosses: at => findLosses(page, person, language, at) }
}

async function findLosses(
  page: Page,
  person: TestAccount,
  language: ApiCode,
  path: string,
): Promise<readonly string[]> {
  const after = await page.evaluate(() => ({
    token: localStorage.getItem('adcoin.token'),
    language: document.documentElement.lang,
    path: location.pathname,
    isSameDocument: 'isSameDocument' in window,
  }))
  return [
    ...(after.token === person.token ? [] : ['the session']),
    ...(after.language === tagOf(language) ? [] : ['the language']),
    ...(after.path === path ? [] : [`the route (${after.path})`]),
    ...(after.isSameDocument ? [] : ['the document']),
  ]
}

/** To another screen without a reload. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
