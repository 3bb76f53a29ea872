import type { BrowserContext, Page } from 'playwright'

/** Faults of one person's browser: its storage, connection and tabs. */

/** The browser refuses storage altogether. */
export async function blockStorage(target: BrowserContext | Page): Promise<void> {
  await target.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
}

/** Not a character more fits into the storage of the page's origin. */
export async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage])
      for (let length = 2 ** 22; length >= 1; length /= 2)
        try {
          for (let index = 0; ; index += 1) storage.setItem(`filler-${length}-${index}`, 'x'.repeat(length))
        } catch (thrown) {
          if (!(thrown instanceof DOMException)) throw thrown
        }
  })
}

export async function goOffline(context: BrowserContext, ms: number): Promise<void> {
  await context.setOffline(true)
  await new Promise(done => setTimeout(done, ms))
  await context.setOffline(false)
}

/** A slow connection from now on: 50 kbit/s is the share that is left of a bad mobile one. */
export async function slowDown(page: Page, kilobits: number, latencyMs = 400): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const bytes = (kilobits * 1000) / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
}

/**
 * Crashes the tab's process; the person opens the address again if it can be reached.
 *
 * @param meet  called with the new tab before it loads
 */
export async function crashTab(page: Page, meet: (next: Page) => void): Promise<void> {
  const [address, context] = [page.url(), page.context()]
  const devtools = await context.newCDPSession(page)
  const over = page.waitForEvent('crash', { timeout: 5_000 })
  devtools.send('Page.crash').catch(() => undefined)
  await over
  const next = await context.newPage()
  meet(next)
  await page.close()
  if (address.startsWith('http')) await next.goto(address).catch(() => undefined)
}
