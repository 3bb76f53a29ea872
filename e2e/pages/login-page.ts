import { expect, type Page } from '../product/test.ts'
import { SignUpPage } from './sign-up-page.ts'

/** /login with its three ways in, and the reset inside it. */
export class LoginPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  static async open(page: Page): Promise<LoginPage> {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    return new LoginPage(page)
  }
  async fillMobile(mobile: string, password: string): Promise<void> {
    await this.page.getByRole('radio', { name: 'Mobile' }).click()
    await this.page.getByLabel('Country code').selectOption('MX')
    await this.page.getByLabel('Mobile number').fill(mobile)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
  }
  async byMobile(mobile: string, password: string): Promise<void> {
    await this.fillMobile(mobile, password)
    await this.submit()
  }
  async byEmail(email: string, password: string): Promise<void> {
    await this.page.getByRole('radio', { name: 'E-mail' }).click()
    await this.page.getByLabel('E-mail', { exact: true }).fill(email)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.submit()
  }
  async forgotPassword(): Promise<SignUpPage> {
    await this.page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(this.page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    return new SignUpPage(this.page)
  }
  async submit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Log in', exact: true }).click()
  }
}
