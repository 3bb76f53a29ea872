import { expect, type Page } from '../product/test.ts'
import type { createOperator } from '../product/operator.ts'

type Operate = ReturnType<typeof createOperator>

/** /register, and the same three steps of a reset: which account, the code, the password. */
export class SignUpPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  static async open(page: Page, query = ''): Promise<SignUpPage> {
    await page.goto(`/register${query}`)
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    return new SignUpPage(page)
  }
  async askByMobile(mobile: string): Promise<void> {
    await this.page.getByRole('radio', { name: 'Mobile' }).click()
    await this.page.getByLabel('Country code').selectOption('MX')
    await this.page.getByLabel('Mobile number').fill(mobile)
    await this.send()
  }
  async askByEmail(email: string): Promise<void> {
    await this.page.getByRole('radio', { name: 'E-mail' }).click()
    await this.page.getByLabel('E-mail', { exact: true }).fill(email)
    await this.send()
  }
  private async send(): Promise<void> {
    await this.page.getByRole('button', { name: 'Send code' }).click()
    await expect(this.code).toBeVisible()
  }
  get code() {
    return this.page.getByLabel('4-digit code')
  }
  async enterCodeOf(operate: Operate, to: string): Promise<void> {
    await this.code.fill(await operate.code(to))
    await expect(this.page.getByLabel('Password', { exact: true })).toBeVisible()
  }
  async choosePassword(password: string, button = 'Continue'): Promise<void> {
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByLabel('Confirm password').fill(password)
    await this.page.getByRole('button', { name: button }).click()
  }
}
