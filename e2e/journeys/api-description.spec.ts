import { expect, test } from '../product/test.ts'

test('the description of the calls is a page that its own policy lets work', async ({ page }) => {
  const blocked: string[] = []
  page.on(
    'console',
    message => void (/Content Security Policy|Refused to/.test(message.text()) && blocked.push(message.text())),
  )
  await page.goto('/docs/')
  await expect(page.getByRole('heading', { name: 'Ad Coin API' })).toBeVisible()
  await page.getByText('/app/pay/withdraw/request', { exact: true }).click()
  await expect(page.getByText('user_payway_id').first()).toBeVisible()
  await expect(page.getByText('Trading password not set')).toBeVisible()
  expect(blocked).toEqual([])
})
