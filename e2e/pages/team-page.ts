import { expect, type Page } from '../product/test.ts'
import { findBlock } from '../product/screen-parts.ts'

export class TeamPage {
  private readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async readOwnCode(): Promise<string> {
    const code = this.page.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}/)
    await expect(code).toBeVisible()
    return ((await code.textContent()) ?? '').replace(/\s/g, '')
  }
  async showsIncome(amount: string): Promise<this> {
    await expect(findBlock(this.page, 'Team income')).toContainText(amount, { timeout: 30_000 })
    return this
  }
  async hasMember(nickname: string): Promise<this> {
    await this.page.getByRole('link', { name: 'Team members' }).click()
    await expect(this.page.getByRole('list').getByText(nickname)).toBeVisible()
    return this
  }
}
