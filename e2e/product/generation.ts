import { expect, type Page } from './test.ts'

/** Shows an open tab again and again until it uses this generation of the live releases, or a newer one. */
export async function waitForGeneration(page: Page, generation: number): Promise<void> {
  const used = () =>
    page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'))
      return Number(localStorage.getItem('adcoin.generation'))
    })
  await expect.poll(used).toBeGreaterThanOrEqual(generation)
}
