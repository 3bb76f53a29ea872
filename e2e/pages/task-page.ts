import { expect, type Page } from '../product/test.ts'

export class TaskPage<Opener> {
  private readonly page: Page
  private readonly opener: Opener
  /** @param opener  the page that Back leads to */
  constructor(page: Page, opener: Opener) {
    this.page = page
    this.opener = opener
  }
  async claim(): Promise<this> {
    await this.page.getByRole('button', { name: 'Claim this task' }).click()
    await expect(this.page.getByRole('button', { name: 'Send proof' })).toBeVisible()
    return this
  }
  async showsMaterial(): Promise<this> {
    await expect(this.page.getByRole('heading', { name: 'Prepared for you' })).toBeVisible()
    return this
  }
  async sendVideoProof({
    account,
    link,
    username,
    homepage,
  }: {
    account: string
    link: string
    username: string
    homepage: string
  }): Promise<this> {
    // As a person who has read to the end.
    await this.page.getByRole('heading', { name: 'About this task' }).scrollIntoViewIfNeeded()
    await this.page.getByRole('button', { name: 'Send proof' }).click()
    // The fields depend on the task; all of them are there when this is.
    await expect(this.page.getByRole('button', { name: 'Send for review' })).toBeVisible()
    const fill = async (label: string, value: string) => {
      const field = this.page.getByLabel(label)
      if (await field.count()) await field.fill(value)
    }
    const accounts = this.page.getByLabel('Account ID')
    if (await accounts.count()) await accounts.selectOption({ label: account })
    await fill('Video link', link)
    await fill('Social media username', username)
    await fill('Homepage link', homepage)
    const picture = this.page.locator('input[type=file]')
    if (await picture.count()) {
      await picture.setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: await this.page.screenshot() })
      await expect(this.page.getByText('Screenshot 1')).toBeVisible()
    }
    await this.page.getByRole('checkbox').check()
    await this.page.getByRole('button', { name: 'Send for review' }).click()
    await expect(this.page.getByRole('heading', { name: 'Task details' })).toBeFocused()
    await expect.poll(() => this.page.evaluate(() => scrollY)).toBe(0)
    return this
  }
  /** The screen polls while the review is open; the service's own label is folded. */
  async passesReview(): Promise<this> {
    await expect(this.page.getByText('Review passed').first()).toBeAttached({ timeout: 45_000 })
    return this
  }
  async readReward(): Promise<string> {
    return this.page
      .getByRole('main')
      .getByRole('group')
      .getByText(/\d Ad Coin$/)
      .first()
      .innerText()
  }
  async back(): Promise<Opener> {
    await this.page.getByRole('button', { name: 'Back' }).click()
    return this.opener
  }
}
