import { expect, type Page } from '../product/test.ts'
import { SellPage } from './sell-page.ts'
import { findBlock } from '../product/screen-parts.ts'

export class MoneyPage {
  private readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async showsBalance(amount: string): Promise<this> {
    await expect(findBlock(this.page)).toContainText(amount, { timeout: 30_000 })
    return this
  }
  async sell(): Promise<SellPage> {
    await this.page.getByRole('link', { name: 'Sell', exact: true }).click()
    return new SellPage(this.page)
  }
  async showsText(text: string | RegExp): Promise<this> {
    await expect(this.page.getByText(text).first()).toBeVisible({ timeout: 45_000 })
    return this
  }
}
