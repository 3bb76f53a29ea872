import { expect, type Page } from '../product/test.ts'
import { HomePage } from './home-page.ts'

export class BindPage {
  private readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** Binds a profile and waits until the service has decided. */
  async bind(username: string): Promise<this> {
    await this.page.getByLabel('Platform').selectOption({ label: 'TikTok' })
    await this.page.getByLabel('Social media username').fill(username)
    await this.page.getByLabel('Homepage link').fill(`https://www.tiktok.com/@${username}`)
    await this.page.getByRole('button', { name: 'Bind account' }).click()
    await expect(this.page.getByText('Bound successfully')).toBeVisible({ timeout: 30_000 })
    return this
  }
  async back(): Promise<HomePage> {
    await this.page.getByRole('button', { name: 'Back' }).click()
    return new HomePage(this.page)
  }
}
