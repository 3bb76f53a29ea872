import { createTestAccount, openAs } from '../product/test-account.ts'
import { matchText } from '../product/match-text.ts'
import { expect, test, type Page } from '../product/test.ts'

/** Language files answer 503 until the returned function is called. */
async function removeLanguageFiles(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, route => route.fulfill({ status: 503 }))
  return () => page.unroute(files)
}

test('a screen without words is not drawn: its card shows what is wrong, and Retry brings it', async ({
  context,
  operate,
  product,
}) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/healthz')
  await page.evaluate(() => localStorage.setItem('adcoin.language', 'zh_TW'))
  const arrive = await removeLanguageFiles(page, /remote-auth\/.*\/locale\./)
  await page.goto(`${product.url}/personalSetting`)
  const retry = page.getByRole('button', { name: matchText('Retry') })
  await expect(retry).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('navigation').getByRole('link', { name: '首頁' })).toBeVisible()

  await arrive()
  await retry.click()
  await expect(page.getByRole('button', { name: matchText('Log out') })).toBeVisible()
})

test('missing texts are retried on the mounted screen', async ({ context, operate, product }) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/healthz')
  await page.evaluate(() => localStorage.setItem('adcoin.language', 'zh_TW'))
  const arrive = await removeLanguageFiles(page, /remote-auth\/.*\/locale\.zh_TW/)
  await page.goto(`${product.url}/personalSetting`)
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await arrive()
  await expect(page.getByRole('button', { name: '登出' })).toBeVisible({ timeout: 40_000 })
})
