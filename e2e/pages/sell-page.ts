import { expect, type Locator, type Page } from '../product/test.ts'
import type { createOperator } from '../product/operator.ts'
import { toDestination, type NewPerson } from '../product/person.ts'
import { findLoader } from '../product/screen-parts.ts'

export class SellPage {
  private readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async enter(amount: string): Promise<this> {
    const field = this.page.getByLabel('Amount of Ad Coin to sell')
    // The loader over a late read takes what is typed until it sees that the field has the cursor (rulings.md R6).
    await expect(field).toBeFocused()
    await expect(findLoader(this.page)).toHaveCount(0)
    await field.fill(amount)
    return this
  }
  /** A Mexican bank account (SPEI); the sale comes back half filled. */
  async addAccount({ holder, clabe }: { holder: string; clabe: string }): Promise<this> {
    await this.page.getByRole('link', { name: 'Add an account to receive the money' }).click()
    await this.page.getByLabel('Account holder').fill(holder)
    await this.page.getByLabel(/CLABE/).fill(clabe)
    await this.page.getByRole('button', { name: 'Save account' }).click()
    await expect(this.page.getByLabel('Amount of Ad Coin to sell')).toBeVisible()
    // It is checked first; until then the sale leads to another one.
    await expect(this.page.getByRole('link', { name: 'Add an account to receive the money' })).toHaveCount(0)
    return this
  }
  async setTradingPassword({ password, tradingPassword }: NewPerson): Promise<this> {
    await this.page.getByRole('link', { name: 'Trading password not set' }).click()
    await this.page.getByLabel('Login password').fill(password)
    await this.page.getByLabel('Trading password', { exact: true }).fill(tradingPassword)
    await this.page.getByLabel('Confirm trading password').fill(tradingPassword)
    await this.page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(this.page.getByLabel('Amount of Ad Coin to sell')).toBeVisible()
    // The settings are read again; until then the sale leads to the trading password.
    await expect(this.page.getByRole('link', { name: 'Trading password not set' })).toHaveCount(0)
    return this
  }
  async showsAmount(amount: string): Promise<this> {
    await expect(this.page.getByLabel('Amount of Ad Coin to sell')).toHaveValue(amount)
    return this
  }
  /** The receipt before the confirming tap. */
  async showsReceiptLine(label: string, value: string | RegExp): Promise<this> {
    await expect(this.page.locator('dl > div', { hasText: label }).locator('dd')).toContainText(value)
    return this
  }
  async openWithdraw(): Promise<WithdrawPage> {
    await this.page.getByRole('button', { name: /^Sell for / }).click()
    return new WithdrawPage(this.page)
  }
}

export class WithdrawPage {
  private readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** Waits until what is typed there arrives. @returns the field of the code */
  async asksForCode(): Promise<Locator> {
    const code = this.page.getByLabel('4-digit code')
    await expect(code).toBeVisible()
    await expect(findLoader(this.page)).toHaveCount(0)
    return code
  }
  async confirm(operate: ReturnType<typeof createOperator>, person: NewPerson): Promise<this> {
    const code = await this.asksForCode()
    await this.page.getByLabel('Trading password').fill(person.tradingPassword)
    // The fourth digit sends.
    await code.fill(await operate.code(toDestination(person)))
    await expect(this.page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
    return this
  }
  async waitsForApproval(): Promise<string> {
    await expect(this.page.getByText('Waiting for approval')).toBeVisible()
    await expect(this.page).toHaveURL(/[?&]id=\w/)
    return new URL(this.page.url()).searchParams.get('id') ?? ''
  }
  async isPaid(): Promise<this> {
    await expect(this.page.getByText(/^Paid to/)).toBeVisible()
    await expect(this.page.getByText('Nothing needed from you')).toBeHidden({ timeout: 45_000 })
    return this
  }
  /** Cancels the withdrawal that is shown. */
  async cancel(): Promise<this> {
    await this.page.getByRole('button', { name: 'Cancel withdrawal' }).click()
    const question = this.page.getByRole('alertdialog', { name: 'Cancel this withdrawal?' })
    await question.getByRole('button', { name: 'Cancel withdrawal' }).click()
    return this
  }
}
