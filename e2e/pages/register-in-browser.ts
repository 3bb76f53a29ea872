import { expect, type Page } from '../product/test.ts'
import type { createOperator } from '../product/operator.ts'
import { HomePage } from './home-page.ts'
import { toDestination, type NewPerson } from '../product/person.ts'

/** From the landing page to the first screen: number, code from the outbox, password, nickname and inviter's code. */
export async function registerInBrowser(
  page: Page,
  operate: ReturnType<typeof createOperator>,
  person: NewPerson,
  { inviteCode }: { inviteCode?: string } = {},
): Promise<HomePage> {
  await page.goto('/lanuch')
  await page
    .getByRole('link', { name: 'Join now' })
    .or(page.getByRole('button', { name: 'Join now' }))
    .click()
  await page.getByLabel('Country code').selectOption({ value: 'MX' })
  await page.getByLabel('Mobile number').fill(person.mobile)
  await page.getByRole('button', { name: 'Send code' }).click()
  const field = page.getByLabel('4-digit code')
  await expect(field).toBeVisible()
  await field.fill(await operate.code(toDestination(person)))
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Nickname').fill(person.nickname)
  if (inviteCode) await page.getByLabel('Invitation code').fill(inviteCode)
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL('**/home')
  return new HomePage(page)
}
