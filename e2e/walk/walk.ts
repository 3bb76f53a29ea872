import { randomInt } from 'node:crypto'
import { expect, type Page } from 'playwright/test'
import type { operator } from '../product/operator.ts'
import { said } from '../product/said.ts'
import type { Walker } from './walkers.ts'

/** `now`: while something still moves; `top`: from the beginning of the page. */
export type When = 'still' | 'now' | 'top'

export type Walk = {
  readonly page: Page
  readonly operate: ReturnType<typeof operator>
  readonly walker: Walker
  readonly mobile: string
  /** Takes a picture of what stands there. */
  readonly look: (name: string, when?: When) => Promise<void>
}

const password = 'correct horse'
const tradingPassword = 'battery staple'

/** From the landing page to money that was paid and money that came back, by clicks and typing alone. */
export async function walkAll(walk: Walk): Promise<void> {
  await register(walk)
  await logInAgain(walk)
  await link(walk)
  await earn(walk)
  await withdraw(walk, '50', 'pay')
  await withdraw(walk, '20', 'reject')
  await lookAround(walk)
}

const button = ({ page }: Walk, english: string) => page.getByRole('button', { name: said(english) }).first()
const linkOf = ({ page }: Walk, english: string) => page.getByRole('link', { name: said(english) }).first()
const field = ({ page }: Walk, name: string) => page.locator(`[name="${name}"]:visible`).first()
const codeOf = ({ operate, walker, mobile }: Walk) => operate.code(`${walker.sag}${mobile}`)

async function register(walk: Walk): Promise<void> {
  const { page, walker, mobile, look } = walk
  await page.goto('/')
  await look('landing')
  await linkOf(walk, 'Join now').click()
  await page.getByLabel(said('Country code')).selectOption(walker.region)
  await field(walk, 'mobile').fill(mobile)
  await look('register')
  await button(walk, 'Send code').click()
  const code = page.getByLabel(said('4-digit code'))
  await expect(code).toBeVisible()
  const right = await codeOf(walk)
  await code.fill(right === '0000' ? '1111' : '0000')
  await look('register-wrong-code')
  await code.fill(right)
  await field(walk, 'confirm_password').fill(password)
  await field(walk, 'password').fill(password)
  await look('register-password')
  await button(walk, 'Continue').click()
  await field(walk, 'nick_name').fill(walker.name)
  await look('welcome')
  await button(walk, 'Finish').click()
  await page.waitForURL('**/home')
  await look('home-first')
}

async function logInAgain(walk: Walk): Promise<void> {
  const { page, walker, mobile, look } = walk
  await linkOf(walk, 'Profile').click()
  await look('profile')
  await linkOf(walk, 'Settings').click()
  await look('settings')
  await button(walk, 'Log out').click()
  await look('settings-log-out')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: said('Log out') })
    .click()
  await page.waitForURL('**/lanuch')
  await linkOf(walk, 'I already have an account').click()
  await page.getByLabel(said('Country code')).selectOption(walker.region)
  await field(walk, 'mobile').fill(mobile)
  await field(walk, 'password').fill('wrong horse')
  await button(walk, 'Log in').click()
  await look('login-wrong')
  await field(walk, 'password').fill(password)
  await button(walk, 'Log in').click()
  await page.waitForURL('**/home')
}

async function link(walk: Walk): Promise<void> {
  const { page, operate, mobile, look } = walk
  await linkOf(walk, 'Link a social account').click()
  await look('link')
  await field(walk, 'platform').selectOption('tiktok')
  await field(walk, 'username').fill(`ana${mobile}`)
  await field(walk, 'homepage_link').fill(`https://www.tiktok.com/@ana${mobile}`)
  await button(walk, 'Link account').click()
  await expect(page.getByText(inText('Linking')).first()).toBeVisible()
  await look('link-checked')
  const waiting = await newest(operate, ['bind', 'list'])
  await operate.ops('bind', 'pass', waiting, '--fans', '5400', '--days', '800', '--nickname', walk.walker.name)
  await expect(page.getByText(inText('Linked')).first()).toBeVisible({ timeout: 45_000 })
  await look('link-done')
  await button(walk, 'Back').click()
  await look('home-linked')
}

async function earn(walk: Walk): Promise<void> {
  const { page, operate, mobile, look } = walk
  await tab(walk, 'Tasks')
  await look('tasks')
  await page.locator('[data-area="remote-tasks"] a[href^="/task/"]', { hasText: 'Trail' }).first().click()
  await page.waitForURL('**/task/**')
  await look('task')
  await button(walk, 'Claim this task').click()
  await expect(button(walk, 'Send proof')).toBeVisible()
  await look('task-claimed')
  await prove('proof')
  await expect(page.getByText(inText('Being reviewed.')).first()).toBeVisible()
  await look('task-in-review')
  await look('task-in-review-top', 'top')
  const first = await newest(operate, ['review', 'list'])
  await operate.ops('review', 'fail', first, '--reason', '@link_unreachable')
  await expect(page.getByText(inText('Review failed')).first()).toBeVisible({ timeout: 45_000 })
  await look('task-failed')
  await look('task-failed-top', 'top')
  await button(walk, 'Send again').click()
  await prove('proof-again')
  await expect(page.getByText(inText('Being reviewed.')).first()).toBeVisible()
  await button(walk, 'Back').click()
  await tab(walk, 'Home')
  await look('home-in-review')
  await operate.ops('review', 'pass', await newest(operate, ['review', 'list']))
  await expect(page.locator('.ac-block .ac-amt').first()).not.toHaveText(/^\D*0[.,]00\D*$/, { timeout: 45_000 })
  await look('home-paid', 'now')
  await look('home-after')
  await tab(walk, 'Money')
  await look('money')

  async function prove(name: string): Promise<void> {
    if (name === 'proof') await button(walk, 'Send proof').click()
    await expect(button(walk, 'Send for review')).toBeVisible()
    await field(walk, 'video_link').fill(`https://www.tiktok.com/@ana${mobile}/video/7301`)
    const files = page.locator('input[type=file]')
    if (await files.count()) {
      await files.setInputFiles({ name: 'post.png', mimeType: 'image/png', buffer: await page.screenshot() })
      await expect(page.getByText(inText('Screenshot {{count}}')).first()).toBeVisible()
    }
    await page.getByRole('checkbox').first().check()
    await look(name)
    await button(walk, 'Send for review').click()
  }
}

/** Decided by the operator as the second word says, while the person looks at it. */
async function withdraw(walk: Walk, amount: string, decision: 'pay' | 'reject'): Promise<void> {
  const { page, operate, walker, look } = walk
  await tab(walk, 'Money')
  await linkOf(walk, 'Withdraw').click()
  const sum = page.getByLabel(said('Amount of Ad Coin to withdraw'))
  if (decision === 'pay') {
    await sum.fill('abc')
    await look('sell-not-a-number')
  }
  await sum.fill(amount)
  await look(`sell-${decision}`)
  if (decision === 'pay') {
    await page.getByRole('link', { name: inText('Add an account to be paid into') }).click()
    await field(walk, 'holder_name').fill(walker.name)
    if (await field(walk, 'bank_id').count()) await field(walk, 'bank_id').selectOption({ index: 1 })
    for (const [name, value] of Object.entries(walker.account())) await field(walk, name).fill(value)
    await look('account-add')
    await button(walk, 'Save account').click()
    await look('sell-with-account')
    await page.getByRole('link', { name: inText('Trading password not set') }).click()
    await field(walk, 'current').fill(password)
    await field(walk, 'pay_passwd').fill(tradingPassword)
    await field(walk, 'confirm_pay_passwd').fill(tradingPassword)
    await look('trading-password')
    await button(walk, 'Save').click()
    await expect(sum).toHaveValue(amount)
  }
  await page.locator('form button[type=submit]').first().click()
  await look(`withdraw-${decision}`)
  await button(walk, 'Continue').click()
  const code = page.getByRole('dialog').getByLabel(said('4-digit code'))
  // A code was sent a moment ago: another one comes after a minute, by hand.
  if (decision === 'reject') {
    await look('confirm-too-soon')
    await button(walk, 'Send a new code').click({ timeout: 70_000 })
  }
  await expect(code).toBeFocused()
  await field(walk, 'pay_passwd').fill(tradingPassword)
  await look(`confirm-${decision}`)
  await code.fill(await codeOf(walk))
  await expect(page.getByRole('heading', { name: said('Withdrawal submitted') })).toBeVisible()
  await look(`submitted-${decision}`)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  if (decision === 'pay') await operate.ops('withdraw', 'pay', id, '--ref', `BANK ${randomInt(1e9)}`)
  else await operate.ops('withdraw', 'reject', id, '--reason', '@holder_differs')
  const told = decision === 'pay' ? 'You received' : 'Returned to your balance'
  await expect(page.getByText(inText(told)).first()).toBeVisible({ timeout: 45_000 })
  await look(`${decision}-decided`)
  await button(walk, 'Done').or(linkOf(walk, 'Done')).first().click()
  await look(`${decision}-log`)
}

async function lookAround(walk: Walk): Promise<void> {
  const { page, look } = walk
  await tab(walk, 'Money')
  await look('money-after')
  await page.locator('a[href^="/tradingList"]').first().click()
  await look('history')
  await tab(walk, 'Home')
  await linkOf(walk, 'Profile').click()
  await page.locator('a[href="/inbox"]').first().click()
  await look('inbox')
  await button(walk, 'Back').click()
  await button(walk, 'Back').click()
  await tab(walk, 'Team')
  await look('team')
  await page.locator('a[href="/invite"]').first().click()
  await look('invite')
  await button(walk, 'Help').click()
  await look('help')
}

/** The words anywhere in a text: a sentence may stand beside them. */
const inText = (english: string) => new RegExp(said(english).source.replace(/^\^|\$$/g, ''))

/** A tab; the bar is not on every screen, then Back first. */
async function tab(walk: Walk, english: string): Promise<void> {
  const at = walk.page.getByRole('navigation', { name: said('Main') }).getByRole('link', { name: said(english) })
  const isThere = () =>
    at.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  while (!(await isThere())) await button(walk, 'Back').click()
  await at.click()
}

async function newest(operate: Walk['operate'], words: readonly string[]): Promise<string> {
  const rows = (await operate.ops(...words)) as Readonly<Record<string, string>>[]
  const row = rows.at(-1)
  return row?.['id'] ?? row?.['assignment'] ?? row?.['account'] ?? JSON.stringify(row)
}
