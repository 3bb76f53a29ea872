import { slowDown } from '../injectors/browser.ts'
import { expect, test } from '../product/test.ts'

const failed = 'Ad Coin did not load'

test('on a very slow network the landing page stays readable until the app takes it over', async ({ page }) => {
  // The files of the first screen take half a minute.
  await slowDown(page, 50)
  const messages: string[] = []
  await page.exposeFunction('said', (text: string) => messages.push(text))
  await page.addInitScript(() =>
    new MutationObserver(() => {
      const message = document.querySelector('#root > [role=alert], #root > [role=status]')?.textContent
      if (message) (window as unknown as { said(text: string): void }).said(message)
    }).observe(document, { childList: true, subtree: true }),
  )
  const began = Date.now()
  await page.goto('/lanuch', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1, name: 'Post for brands.' })
  await expect(heading).toBeVisible({ timeout: 30_000 })
  const app = page.locator('[data-area=remote-auth]')
  // Longer than the ten seconds after which it was once replaced by a message.
  await expect(app).toBeVisible({ timeout: 90_000 })
  expect(Date.now() - began, 'the network was slow').toBeGreaterThan(12_000)
  await expect(heading).toBeVisible()
  expect(messages).toEqual([])
})

test('a shell that does not come is shown above the readable landing page, and the retry works', async ({ page }) => {
  await page.route('**/releases/shell/**/*.js', route => route.abort())
  await page.goto('/lanuch')
  await expect(page.getByRole('alert')).toContainText(failed)
  await expect(page.getByRole('heading', { level: 1, name: 'Post for brands.' })).toBeVisible()
  await page.unroute('**/releases/shell/**/*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-area=remote-auth]')).toBeVisible()
  await expect(page.getByText(failed)).toHaveCount(0)
})
