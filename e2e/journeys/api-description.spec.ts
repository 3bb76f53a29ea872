import { expect, test } from '../product/test.ts'

test('the description of the calls is a page that its own policy lets look as it should, on a phone too', async ({
  page,
}) => {
  const blocked: string[] = []
  page.on(
    'console',
    message => void (/Content Security Policy|Refused to/.test(message.text()) && blocked.push(message.text())),
  )
  await page.goto('/docs/')
  await expect(page.getByRole('heading', { name: 'Ad Coin API' })).toBeVisible()
  const withdraw = page.locator('details').filter({ hasText: '/app/pay/withdraw/request' })
  await withdraw.locator('summary').click()
  await expect(withdraw.getByText('user_payway_id: string').first()).toBeVisible()
  await expect(withdraw.locator('pre').first()).toHaveCSS('background-color', 'rgb(244, 244, 242)')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expect(page.getByRole('cell', { name: 'Trading password not set' })).toBeVisible()
  expect(blocked).toEqual([])
  await page.getByRole('link', { name: 'OpenAPI 3.1' }).click()
  await expect(page.getByText('"openapi":"3.1.0"')).toBeVisible()
})
