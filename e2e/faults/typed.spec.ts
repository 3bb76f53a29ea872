import type { Locator, Page } from 'playwright/test'
import { LoginPage } from '../pages/login-page.ts'
import { generateClabe } from '../product/person.ts'
import { SellPage } from '../pages/sell-page.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'
import { findLoader } from '../product/screen-parts.ts'

test(
  'text typed during a read keeps every letter, also after both detours',
  { tag: '@engines' },
  async ({ page, operate }) => {
    const demo = (await operate.ops('demo:user', '--coin', '100000')) as { mobile: string; password: string }
    await (await LoginPage.open(page)).byMobile(demo.mobile, demo.password)
    await expect(page).toHaveURL(/\/home$/)
    let letGo = () => {}
    const typed = new Promise<void>(done => (letGo = done))
    await page.route('**/app/payway_currency/query**', async route => {
      await typed
      await route.continue()
    })
    await page.goto('/sell')
    const amount = page.getByLabel('Amount of Ad Coin to sell')
    // It may lie over the screen until the field is there.
    await expect(amount).toBeFocused()
    await expect(findLoader(page)).toHaveCount(0)
    await amount.pressSequentially('50.25', { delay: 400 })
    await expect(amount).toHaveValue('50.25')
    letGo()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const sell = new SellPage(page)
    await sell.addAccount({ holder: 'Ana Souza', clabe: generateClabe() })
    await sell.showsAmount('50.25')
    await sell.setTradingPassword({
      sag: '+52',
      mobile: demo.mobile,
      password: demo.password,
      tradingPassword: 'battery staple',
      nickname: 'Ana',
    })
    await sell.showsAmount('50.25')
    await page.reload()
    await sell.showsAmount('50.25')
  },
)

/** Each form with the label of a field, a value, and the button that opens it. */
const typed = [
  ['/cardAdd', 'Account holder', 'Ana Souza'],
  ['/bindInvite', 'Invitation code', 'ANA2026'],
  ['/welcome', 'Nickname', 'Ana'],
  ['/personalData', 'Nickname', 'Ana S', 'Nickname'],
] as const

async function openField(page: Page, [path, label, , opener]: (typeof typed)[number]): Promise<Locator> {
  await page.goto(path)
  if (opener) await page.getByRole('button', { name: opener }).click()
  const field = page.getByRole('textbox', { name: label })
  await expect(field).toBeVisible()
  return field
}

test(
  'text typed before a 401 returns after a reload and a login of the same person only',
  { tag: '@engines' },
  async ({ context, product, operate }) => {
    const [ana, ben] = [await createTestAccount(product.url, operate), await createTestAccount(product.url, operate)]
    const page = await openAs(context, product.url, ana, '/home')
    for (const form of typed) await (await openField(page, form)).fill(form[2])
    const { status } = await fetch(`${product.url}/app/user/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lang: 'en_US', 'authorized-key': ana.token },
      body: '{}',
    })
    expect(status).toBe(200)
    await page.goto('/money')
    await expect(page).toHaveURL(/\/lanuch$/)
    await page.reload()

    await (await LoginPage.open(page)).byMobile(ben.mobile, ben.password)
    await expect(page).not.toHaveURL(/\/login/)
    for (const form of typed) await expect(await openField(page, form)).toHaveValue('')
    await page.goto('/personalSetting')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/lanuch$/)

    await (await LoginPage.open(page)).byMobile(ana.mobile, ana.password)
    await expect(page).not.toHaveURL(/\/login/)
    for (const form of typed) await expect(await openField(page, form)).toHaveValue(form[2])
  },
)
