import { expect, type Page } from '../product/test.ts'

export class BindPage<Opener> {
  private readonly page: Page
  private readonly opener: Opener
  /** @param opener  the page that Back leads to */
  constructor(page: Page, opener: Opener) {
    this.page = page
    this.opener = opener
  }
  /** Binds a profile and waits until the service has decided. */
  async bind(username: string): Promise<this> {
    await this.page.getByLabel('Platform').selectOption({ label: 'TikTok' })
    await this.page.getByLabel('Social media username').fill(username)
    await this.page.getByLabel('Homepage link').fill(`https://www.tiktok.com/@${username}`)
    await this.page.getByRole('button', { name: 'Link account' }).click()
    await expect(this.page.getByText('Linked', { exact: true })).toBeVisible({ timeout: 30_000 })
    return this
  }
  async back(): Promise<Opener> {
    await this.page.getByRole('button', { name: 'Back' }).click()
    return this.opener
  }
}
