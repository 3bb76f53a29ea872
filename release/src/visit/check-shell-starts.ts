import { apiCodes, startPaths, tagOf } from '@adcoin/contract'
import type { Browser } from 'playwright'
import type { LiveChoice } from '../compose/live.ts'
import { createRefusal, type ReleaseRefusal } from '../refusal.ts'
import type { Releases } from '../releases/releases.ts'
import { openPage } from './open-page.ts'
import type { VisitSite } from './visit-site.ts'

const frame = '#root [data-column] h1'
const failed = '#root [data-failed], #root > [role=alert]'

/**
 * Starts a shell in a real browser, beside the live remotes, as people would: signed in and signed out, in each
 * language. It has to draw its frame, in that language, with the area of the path in it, and to report nothing. Nothing
 * else of the gate runs it, and a shell that does not start breaks every area.
 */
export async function checkShellStarts(
  browser: Browser,
  createSite: () => VisitSite,
  id: string,
  { apps }: LiveChoice,
  releases: Releases,
): Promise<readonly ReleaseRefusal[]> {
  const findOwner = (path: string) =>
    Object.entries(apps).find(([app, { active }]) =>
      releases.get(`${app}/${active}`)?.manifest?.routes.some(route => route.path === path),
    )?.[0]
  for (const language of apiCodes) {
    const started = [startPaths.home, startPaths.landing].map(async path => {
      const isSignedIn = path === startPaths.home
      const found = await start(browser, createSite(), { path, language, isSignedIn, area: findOwner(path) })
      const place = `shell/${id}: ${path}, ${isSignedIn ? 'signed in' : 'signed out'}, ${language}`
      const remedy = 'Run `npm start` with a new DATA_DIR, open the page, and read the console of the browser.'
      return found.map(what => createRefusal('shell-starts', place, what, remedy))
    })
    // A shell that does not start is refused once, with the result of its first language.
    const refusals = (await Promise.all(started)).flat()
    if (refusals.length > 0) return refusals
  }
  return []
}

type ShellStart = {
  readonly path: string
  readonly language: (typeof apiCodes)[number]
  readonly isSignedIn: boolean
  /** The app of the area at the path. */
  readonly area: string | undefined
}

async function start(
  browser: Browser,
  site: VisitSite,
  { path, language, isSignedIn, area }: ShellStart,
): Promise<readonly string[]> {
  const stored = {
    'adcoin.language': language,
    ...(isSignedIn ? { 'adcoin.token': 'smoke-test-session-0123456789' } : {}),
  }
  const { page, openPath, waitUntil, advance, close } = await openPage(browser, site, stored)
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  const isThere = async (selector: string) =>
    (await page.locator(selector).allTextContents()).some(text => text.trim() !== '')
  const hasFailed = async () => (await page.locator(failed).count()) > 0
  const isDrawn = async () =>
    (await isThere(frame)) &&
    (await page.locator(`html[lang="${tagOf(language)}"]`).count()) > 0 &&
    (area === undefined || (await isThere(`[data-area="${area}"]`)))
  try {
    await openPath(path)
    await waitUntil(async () => (await isDrawn()) || (await hasFailed()), 15_000)
    // Immediate failures happen now.
    await advance(200)
    const isStarted = (await isDrawn()) && !(await hasFailed())
    const why = errors.length > 0 ? `: ${errors.join(', ')}` : ''
    const reports = site.reports.map(({ phase, reason }) => `${phase}: ${reason}`)
    return [...(isStarted ? [] : [`it did not draw its first screen${why}`]), ...reports]
  } finally {
    await close()
  }
}
