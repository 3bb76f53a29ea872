import type { Page } from './test.ts'

/**
 * Waits until an open tab has asked what is live and has read the answer: it polls, and asks when it is shown again.
 */
export async function waitForLive(page: Page): Promise<void> {
  const asking = page.waitForRequest(request => new URL(request.url()).pathname === '/live.json')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await (await (await asking).response())?.finished()
  // The answer is read in a task of the page.
  await page.evaluate(() => new Promise(done => setTimeout(done, 100)))
}
