import { randomBytes } from 'node:crypto'
import { apiCodes, reportVisits } from '@adcoin/contract'
import type { Browser, Page } from 'playwright'
import { areas, go, type FaultArea } from '../../faults/scene.ts'
import type { TestAccount } from '../../product/test-account.ts'

/** Time on a screen before the next one. */
const looksMs = 1_800
const patienceMs = 12_000

/** A visitor, and their path. */
export type CanaryVisitor = { readonly browser: string; readonly account: TestAccount }
/** The areas that were not drawn for this visitor; none if all is well. */
type Missed = readonly string[]

export function createVisitor(accounts: readonly TestAccount[]): CanaryVisitor {
  return { browser: randomBytes(8).toString('hex'), account: pickOne(accounts) }
}

/**
 * A new browser in one of six languages, which begins at one of four areas, goes through all of them, and stays until
 * it has reported the drawn ones.
 */
export async function visitAll(chromium: Browser, url: string, { browser, account }: CanaryVisitor): Promise<Missed> {
  const context = await chromium.newContext({ viewport: { width: 390, height: 844 }, baseURL: url })
  try {
    const storageItems = {
      'adcoin.browser': browser,
      'adcoin.token': account.token,
      'adcoin.language': pickOne(apiCodes),
    }
    await context.addInitScript(items => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, storageItems)
    const page = await context.newPage()
    const first = Math.floor(Math.random() * areas.length)
    const missed: string[] = []
    for (const [at, area] of [...areas.slice(first), ...areas.slice(0, first)].entries()) {
      const pending = waitForReport(page, area)
      if (at === 0) await page.goto(area.path)
      else await go(page, area.path)
      if (!(await isDrawn(page, area))) missed.push(area.app)
      await page.waitForTimeout(looksMs)
      if (at === areas.length - 1) await pending
    }
    return missed
  } finally {
    await context.close()
  }
}

function isDrawn(page: Page, { app }: FaultArea): Promise<boolean> {
  const heading = page.locator(`[data-area="${app}"] h1`).first()
  return heading.waitFor({ timeout: patienceMs }).then(
    () => true,
    () => false,
  )
}

/**
 * Drawn areas are reported some seconds later; a visitor who leaves earlier may report them while the browser is ended.
 */
function waitForReport(page: Page, { app }: FaultArea): Promise<unknown> {
  return page
    .waitForResponse(
      answer => answer.url().endsWith(reportVisits.path) && (answer.request().postData() ?? '').includes(app),
      { timeout: patienceMs },
    )
    .catch(() => undefined)
}

function pickOne<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item
}
