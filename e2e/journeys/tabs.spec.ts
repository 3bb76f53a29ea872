import { replaceEnglishText } from '../injectors/releases.ts'
import { LoginPage } from '../pages/login-page.ts'
import { createEarner } from '../product/earner.ts'
import { findAmount, findBlock, findToast } from '../product/screen-parts.ts'
import { startSite } from '../product/site.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'
import { waitForLive } from '../product/wait-for-live.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'

const locateTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const scrollOf = (page: Page) => page.evaluate(() => Math.round(scrollY))
async function scrollTo(page: Page, top: number) {
  await page.evaluate(to => window.scrollTo(0, to), top)
  await expect.poll(() => scrollOf(page)).toBe(top)
}

test('a tab is shown again as it was left, asks for nothing meanwhile, and is no one else’s', async ({
  context,
  product,
  operate,
}) => {
  const ana = await createEarner(product.url, operate)
  const bruno = await createTestAccount(product.url, operate)
  await context.clock.install()
  const page = await openAs(context, product.url, ana, '/taskList')
  await page.setViewportSize({ width: 390, height: 450 })
  await waitUntilDrawn(page)
  const title = page.locator('h1')
  const fold = page.locator('details')

  await test.step('scroll, open folds and what was chosen stay', async () => {
    await fold.locator('summary').click()
    await scrollTo(page, 150)
    await locateTab(page, 'Money').click()
    await expect(title).toHaveText('My money')
    await scrollTo(page, 220)
    await locateTab(page, 'Tasks').click()
    await expect(title).toHaveText('Tasks')
    await expect(title).toBeFocused()
    expect([await scrollOf(page), await fold.getAttribute('open')]).toEqual([150, ''])
    await page.goBack()
    await expect(title).toHaveText('My money')
    expect(await scrollOf(page)).toBe(220)
    await locateTab(page, 'Money').click()
    await expect.poll(() => scrollOf(page)).toBe(0)
    await locateTab(page, 'Tasks').click()
    await page.getByRole('radio', { name: 'Ad record' }).click()
    await locateTab(page, 'Money').click()
    await locateTab(page, 'Tasks').click()
    await expect(page).toHaveURL(/\/taskList\?view=record$/)
    await expect(page.getByRole('radio', { name: 'Ad record' })).toBeChecked()
  })

  await test.step('what happens meanwhile is asked for when it is shown', async () => {
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    const ofMoney = () => asked.filter(path => /\/state\/user|\/w\/log|transaction|statement/.test(path))
    await operate.ops('withdraw', 'reject', ana.withdrawal, '--reason', 'The bank refused the account')
    await expect(findToast(page)).toContainText('Withdrawal rejected, returned')
    await context.clock.runFor(10_000)
    expect(ofMoney()).toEqual([])
    await locateTab(page, 'Money').click()
    await expect(findAmount(page)).toHaveText('150.00 Ad Coin')
    await expect.poll(ofMoney).not.toEqual([])
  })

  await test.step('another person gets new screens', async () => {
    const other = await openAs(context, product.url, ana, '/personalSetting')
    await other.getByRole('button', { name: 'Log out' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/lanuch$/)
    await page.getByRole('link', { name: 'I already have an account' }).click()
    await new LoginPage(page).byMobile(bruno.mobile, bruno.password)
    await expect(page).toHaveURL(/\/home$/)
    await locateTab(page, 'Money').click()
    await expect(page).toHaveURL(/\/money$/)
    await expect(findBlock(page)).toContainText('0.00')
    await locateTab(page, 'Tasks').click()
    await expect(title).toHaveText('Tasks')
    expect(await scrollOf(page)).toBe(0)
  })
})

test('a hidden tab goes with its release', async ({ context, product, operate }) => {
  const site = await startSite(product)
  try {
    const page = await openAs(context, site.url, await createTestAccount(product.url, operate), '/money')
    await waitUntilDrawn(page)
    const visit = async (first: string, second: string) => {
      await locateTab(page, first).click()
      await locateTab(page, second).click()
    }
    const title = page.locator('h1')
    await title.evaluate(element => Object.assign(element, { isMarked: true }))
    const isMarked = () => title.evaluate(element => 'isMarked' in element)
    await visit('Team', 'Money')
    await expect.poll(isMarked).toBe(true)
    await locateTab(page, 'Team').click()
    await site.publish('remote-wallet', replaceEnglishText('"My money"', '"My purse"'))
    await waitForLive(page)
    await locateTab(page, 'Money').click()
    await expect(title).toHaveText('My purse')
    await locateTab(page, 'Team').click()
    await site.release('rollback', 'remote-wallet', '--why', 'e2e')
    await waitForLive(page)
    await locateTab(page, 'Money').click()
    await expect(title).toHaveText('My money')
    expect(await isMarked()).toBe(false)
  } finally {
    await site.stop()
  }
})
