import type { Page } from 'playwright/test'

/**
 * Waits until the screen is the application's: React holds its heading. A prerendered heading is there before any code,
 * and a link that is pressed then is the browser's, which loads a page.
 */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('#root [data-column] h1')
    return heading !== null && Object.keys(heading).some(key => key.startsWith('__react'))
  })
}
