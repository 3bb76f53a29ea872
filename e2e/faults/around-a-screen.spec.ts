import { createEarner } from '../product/earner.ts'
import { LoginPage } from '../pages/login-page.ts'
import { generateClabe } from '../product/person.ts'
import { SellPage } from '../pages/sell-page.ts'
import { expect, generateMobile, test } from '../product/test.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'

test(
  'K10 the token goes between the guard and the first answer: the landing page',
  { tag: '@engines' },
  async ({ context, operate, product }) => {
    const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/language')
    await page.route('**/app/user/finance/balance**', async route => {
      await page.evaluate(() => localStorage.removeItem('adcoin.token'))
      await route.continue()
    })
    await page.goto('/money')
    // The next call ends the session where all of this screen were on their way by then.
    const next = page.getByRole('navigation').getByRole('link', { name: 'Team' })
    await expect(async () => {
      await next.click({ timeout: 2_000 }).catch(() => undefined)
      await expect(page).toHaveURL(/\/lanuch$/, { timeout: 2_000 })
    }).toPass()
  },
)

test('H02 the clock of the device jumps by a day: the wait for another code goes on', async ({ page }) => {
  await page.clock.install()
  await page.goto('/register')
  await page.getByLabel('Country code').selectOption('MX')
  await page.getByLabel('Mobile number').fill(generateMobile())
  await page.getByRole('button', { name: 'Send code' }).click()
  const again = page.getByRole('button', { name: 'Send a new code' })
  await expect(page.getByText(/0:[0-5]\d/)).toBeVisible()
  await expect(again).toHaveCount(0)
  await page.clock.setSystemTime(Date.now() - 24 * 3600_000)
  await page.clock.runFor(90_000)
  await expect(again).toBeEnabled()
})

test('E20 the tab is discarded: the same screen with what was typed, and fresh data', async ({
  context,
  operate,
  product,
}) => {
  const somebody = await createTestAccount(product.url, operate)
  const page = await openAs(context, product.url, somebody, '/bindAccount')
  await page.locator('[name=username]').fill('ana.souza')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('ana.souza'))).toBe(true)
  const requests: string[] = []
  page.on('request', request => requests.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(page).toHaveURL(/\/bindAccount$/)
  await expect(page.locator('[name=username]')).toHaveValue('ana.souza')
  await expect.poll(() => requests.filter(path => path.startsWith('/app/'))).not.toEqual([])
})

test('G15 a reload during an upload: the text stays, and the file is chosen again', async ({
  context,
  operate,
  product,
}) => {
  const { openTask, ...earner } = await createEarner(product.url, operate)
  const page = await openAs(context, product.url, earner, `/task/${openTask}?step=proof`)
  await page.locator('[name=video_link]').fill('https://www.tiktok.com/@ana/video/7301')
  await page.route('**/app/upload', () => undefined)
  const buffer = await page.screenshot()
  const uploading = page.waitForRequest('**/app/upload')
  await page.locator('input[type=file]').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer })
  await uploading
  await page.unroute('**/app/upload')
  await page.reload()
  await expect(page.getByText('An upload was interrupted.')).toBeVisible()
  await expect(page.locator('[name=video_link]')).toHaveValue('https://www.tiktok.com/@ana/video/7301')
  await page.locator('input[type=file]').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('Screenshot 1')).toBeVisible()
})

test('G11 back after a withdrawal: its result, and never the form again', async ({ page, operate }) => {
  const demo = (await operate.ops('demo:user', '--coin', '100000')) as { mobile: string; password: string }
  await (await LoginPage.open(page)).byMobile(demo.mobile, demo.password)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/sell')
  const sell = await new SellPage(page).enter('50')
  await sell.addAccount({ holder: 'Ana Souza', clabe: generateClabe() })
  const own = { ...demo, sag: '+52', nickname: 'Ana', tradingPassword: 'battery staple' }
  await sell.setTradingPassword(own)
  await (await (await sell.showsAmount('50')).openWithdraw()).confirm(operate, own)
  // The result is in the place of the sale, which was confirmed in a sheet over it.
  await page.goBack()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByLabel('Trading password')).toHaveCount(0)
})
