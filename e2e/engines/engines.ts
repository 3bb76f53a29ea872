import type { LaunchOptions } from 'playwright/test'
import { createChromiumOptions } from '@adcoin/checks/chromium'
import { join } from 'node:path'

/** The engine of this run, by ENGINE. */
export const engine = process.env['ENGINE'] ?? 'chromium'

/** WebKit under WebDriver is in private browsing: it keeps no file of a page that was closed. */
export const keepsFiles = engine !== 'webkit'

/** How Playwright starts the engine: Chromium itself, the others by a relay that speaks WebDriver BiDi with it. */
export function createEngineOptions(): { browserName?: 'firefox'; channel?: string; launchOptions: LaunchOptions } {
  if (engine === 'chromium') return { launchOptions: createChromiumOptions() }
  const args = [join(import.meta.dirname, `${engine}.ts`)]
  return {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: process.execPath, ignoreDefaultArgs: true, args },
  }
}

type Skip = { readonly engines: readonly string[]; readonly title: RegExp; readonly why: string }

/** Tests tagged `@core` or `@engines` that an engine does not run. */
const skips: readonly Skip[] = [
  {
    engines: ['firefox', 'webkit'],
    title: /passes axe and fits 320 px|fits at 320 px and at 200 % text/,
    why: 'axe and the fit of texts need emulated media and widths, of Chromium alone; Firefox 153 crashed after axe',
  },
  {
    engines: ['firefox', 'webkit'],
    title: /the back\/forward cache shows nothing personal/,
    why: 'under WebDriver neither shows the page of another site from its cache',
  },
]

/** Why this engine does not run a test; undefined where it does. */
export function findSkipReason(titles: readonly string[]): string | undefined {
  const title = titles.join(' › ')
  return skips.find(each => each.engines.includes(engine) && each.title.test(title))?.why
}
