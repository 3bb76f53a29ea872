import { tagOf, type ApiCode } from '@adcoin/contract'
import type { Browser, BrowserContext, Page } from 'playwright'
import type { FaultProxy } from '../injectors/proxy.ts'
import type { Site } from '../product/site.ts'
import type { Somebody } from '../product/signed-in.ts'
import { watchPage, type Sight } from '../product/watched-page.ts'

/** Where the rows are tried: a site of its own behind a proxy, with a good release to fall back to in each area. */
export type Scene = {
  readonly browser: Browser
  /** The product behind the site's gateway. */
  readonly product: { readonly pid: number; readonly dataDir: string }
  readonly site: Site
  readonly proxy: FaultProxy
  readonly somebody: Somebody
}

export type Area = { readonly app: string; readonly path: string }

/** Each remote, and a screen of it. */
export const areas: readonly Area[] = [
  { app: 'remote-auth', path: '/personalSetting' },
  { app: 'remote-tasks', path: '/taskList' },
  { app: 'remote-wallet', path: '/money' },
  { app: 'remote-team', path: '/team' },
]

/** A screen of the shell's own, from which somebody comes: no remote has been asked for yet. */
export const ownScreen = '/language'

/** Somebody's visit, looked at from outside. */
export type Visit = {
  readonly context: BrowserContext
  readonly page: Page
  readonly reports: { app?: string; release?: string; phase?: string; outcome?: string }[]
  readonly errors: string[]
  /** Moments without anything to read or without an end to the waiting. */
  readonly sights: Sight[]
  /** What was lost since the visit began, of what must never be. */
  lost(at: string): Promise<readonly string[]>
  end(): Promise<void>
}

/** Somebody signed in opens a screen, and nothing is brought in idle time: a fault must be met by the tap. */
export async function visit(
  { browser, proxy, somebody }: Scene,
  path: string,
  language: ApiCode = 'en_US',
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'UTC',
    baseURL: proxy.url,
    serviceWorkers: 'block',
  })
  await context.addInitScript(bringNothingAhead)
  const sights: Sight[] = []
  await watchPage(context, { blankMs: 500, waitMs: 15_000 }, sight => sights.push(sight))
  const page = await context.newPage()
  const [reports, errors]: [Visit['reports'], string[]] = [[], []]
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/app/health/report'))
      reports.push(request.postDataJSON() as Visit['reports'][number])
  })
  page.on('pageerror', error => errors.push(error.message))
  await page.goto('/healthz')
  await page.evaluate(
    ([token, code]) => {
      localStorage.setItem('adcoin.token', token)
      localStorage.setItem('adcoin.language', code)
    },
    [somebody.token, language] as const,
  )
  await page.goto(path)
  await page.locator('#root h1').first().waitFor()
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  // What counts is what somebody sees of the fault.
  for (const before of [reports, errors, sights]) before.length = 0
  return {
    context,
    page,
    reports,
    errors,
    sights,
    async lost(at) {
      const kept = await page.evaluate(() => ({
        token: localStorage.getItem('adcoin.token'),
        language: document.documentElement.lang,
        path: location.pathname,
        isSameDocument: 'isSameDocument' in window,
      }))
      return [
        ...(kept.token === somebody.token ? [] : ['the session']),
        ...(kept.language === tagOf(language) ? [] : ['the language']),
        ...(kept.path === at ? [] : [`the route (${kept.path})`]),
        ...(kept.isSameDocument ? [] : ['the document']),
      ]
    },
    end: () => context.close(),
  }
}

/** Runs in the page. */
function bringNothingAhead(): void {
  const idle = requestIdleCallback.bind(window)
  // What is brought ahead comes with a limit; the watch for pages that never rest (rest.ts) must go on.
  const withoutAhead: typeof idle = (work, limit) => (limit ? 0 : idle(work))
  Object.assign(window, { requestIdleCallback: withoutAhead })
}

/** To another screen without a reload, wherever its link may stand. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
