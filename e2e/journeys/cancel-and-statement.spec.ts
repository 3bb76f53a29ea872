import { readFile } from 'node:fs/promises'
import { LoginPage } from '../pages/login-page.ts'
import { MoneyPage } from '../pages/money-page.ts'
import { SellPage } from '../pages/sell-page.ts'
import { createPerson, generateClabe, type NewPerson } from '../product/person.ts'
import { expect, test } from '../product/test.ts'

test('a person cancels a withdrawal; the statement goes from nothing to the balance', async ({ page, operate }) => {
  const demo = (await operate.ops('demo:user', '--coin', '100000')) as Pick<NewPerson, 'mobile' | 'password'>
  const ana = { ...createPerson('Ana'), ...demo }
  await (await LoginPage.open(page)).byMobile(ana.mobile, ana.password)
  await expect(page).toHaveURL(/\/home$/)

  await test.step('withdraws, and cancels: the money is back at once', async () => {
    await page.goto('/sell')
    const sell = await new SellPage(page).enter('50')
    await sell.addAccount({ holder: 'Ana Souza', clabe: generateClabe() })
    await sell.setTradingPassword(ana)
    const withdraw = await (await (await sell.showsAmount('50')).openWithdraw()).confirm(operate, ana)
    await withdraw.waitsForApproval()
    await expect(page).toHaveTitle('Withdrawal · Ad Coin')
    await withdraw.cancel()
    await expect(page.getByRole('heading', { name: 'Cancelled, returned to your balance' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Done' }).click()
    await new MoneyPage(page).showsBalance('1,000.00')
    await expect(page.getByText(/on hold for withdrawals/)).toHaveCount(0)
    await page.goto('/withdraw?status=cancelled')
    await expect(page.getByRole('link', { name: /••••\s/ })).toHaveCount(1)
  })

  await test.step('a statement has all movements, as a table, a file and on paper', async () => {
    await page.goto('/tradingList')
    await page.getByRole('link', { name: 'Statement' }).click()
    await expect(page).toHaveTitle('Statement · Ad Coin')
    const readLine = (label: string) => page.locator('dl > div', { hasText: label }).first().locator('dd')
    await expect(readLine('Opening balance')).toContainText('0.00')
    await expect(readLine('Closing balance')).toContainText('1,000.00')
    // The gift of the demonstration, the withdrawal, and what came back.
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(4)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.split('\r\n')).toHaveLength(5)
    expect(file).toMatch(/^\ufeffTime,Kind,.*\r\n.*T.*[+-][0-9]{2}:[0-9]{2},.*,-50\.00,950\.00,Ad Coin\r\n/s)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Ad Coin · Statement')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('combobox', { name: 'Month' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Help' })).toBeHidden()
    await page.emulateMedia({ media: null })
  })
})

test('a withdrawal that was approved meanwhile is not cancelled: the reason is beside the button', async ({
  page,
  operate,
}) => {
  const demo = (await operate.ops('demo:user', '--coin', '100000')) as Pick<NewPerson, 'mobile' | 'password'>
  const ana = { ...createPerson('Ana'), ...demo }
  await (await LoginPage.open(page)).byMobile(ana.mobile, ana.password)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/sell')
  const sell = await new SellPage(page).enter('50')
  await sell.addAccount({ holder: 'Ana Souza', clabe: generateClabe() })
  await sell.setTradingPassword(ana)
  const withdraw = await (await (await sell.showsAmount('50')).openWithdraw()).confirm(operate, ana)
  const id = await withdraw.waitsForApproval()
  // The page does not learn of it before the person presses.
  await page.route('**/app/w/log?**', route => route.abort())
  await operate.ops('withdraw', 'approve', id)
  await page.unroute('**/app/w/log?**')
  await withdraw.cancel()
  await expect(page.getByRole('alert').getByText('It has just been approved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toHaveCount(0)
  await page.goto('/money')
  await expect(page.getByText('50.00 Ad Coin on hold for withdrawals')).toBeVisible()
})
