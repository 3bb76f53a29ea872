import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { callService } from '../product/earner.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'
import { findWaiting } from '../product/screen-parts.ts'

// Requirements of the specification that no other journey clicks.

test('a team of 25 has its sizes, its next page before the end or by keyboard, and a search', async ({
  context,
  product,
  operate,
}) => {
  // 25 people register, each with a password to be hashed.
  test.slow()
  const inviter = await createTestAccount(product.url, operate)
  const { invite_code: code } = await callService(product.url, inviter.token, '/app/user/setting')
  const friends: string[] = []
  for (let friend = 0; friend < 25; friend++)
    friends.push((await createTestAccount(product.url, operate, String(code))).userId)

  const page = await openAs(context, product.url, inviter, '/teamList')
  await page.setViewportSize({ width: 390, height: 400 })
  const rows = page.getByRole('list', { name: 'Team members' }).getByRole('listitem')
  await expect(rows).toHaveCount(20)
  const main = page.getByRole('main')
  for (const figure of [/Team size\s*25/, /\d active today/, /Direct\s*25/, /Indirect\s*0/, /Yesterday’s income/])
    await expect(main).toContainText(figure)
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(more).toBeVisible()
  // 600 px before its end the list asks by itself.
  await more.evaluate(button => scrollTo(0, scrollY + button.getBoundingClientRect().top - innerHeight - 500))
  await expect(rows).toHaveCount(25)
  await expect(more).toHaveCount(0)
  await expect(main).toContainText('Tasks claimed by your team: 0')

  await page.getByRole('searchbox', { name: 'Search by user ID' }).fill(friends[7] ?? '')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText(`ID ${friends[7]}`)
  await expect(page).toHaveURL(new RegExp(`id=${friends[7]}`))
  await page.getByRole('searchbox').fill('000000000')
  await expect(page.getByText('with ID 000000000 in your team')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Show the whole team' }).click()
  await page.getByRole('button', { name: 'Load more' }).focus()
  // The loader over a late read takes every key.
  await expect(findWaiting(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(25)
})

test('the address filters transactions and task records; an empty result is explained', async ({
  context,
  product,
  operate,
}) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/tradingList')
  await expect(page.getByText('No transactions yet')).toBeVisible()
  for (const [name, type, empty] of [
    ['Income', 'income', 'No income yet'],
    ['Expense', 'expense', 'No expenses yet'],
  ] as const) {
    await page.getByRole('radio', { name }).click()
    await expect(page).toHaveURL(new RegExp(`type=${type}`))
    await expect(page.getByText(empty)).toBeVisible()
  }
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Expense' })).toBeChecked()

  await page.goto(`${product.url}/taskList`)
  await expect(page.getByRole('list', { name: 'Available' }).getByRole('listitem').first()).toBeVisible()
  await page.getByRole('radio', { name: 'My record' }).click()
  await expect(page).toHaveURL(/view=record/)
  await expect(page.getByText('Nothing claimed yet')).toBeVisible()
  await page.goto(`${product.url}/adRecord`)
  await expect(page.getByText('Nothing claimed yet')).toBeVisible()
})

test('a bar shows that the next screen is on its way', async ({ context, product, operate }) => {
  let release = () => {}
  const held = new Promise<void>(done => (release = done))
  // Before the page begins: idle time would bring the files of the next screens.
  await context.route('**/releases/remote-team/**', async route => {
    await held
    await route.continue()
  })
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/home')
  await waitUntilDrawn(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team', exact: true }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'My team' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})

test('pulling the page down far enough refreshes a list; less, sideways or scrolled does not', async ({
  browser,
  product,
  operate,
}) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 600 } })
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/taskList')
  await expect(page.getByRole('list', { name: 'Available' }).getByRole('listitem').first()).toBeVisible()
  const fingers = await context.newCDPSession(page)
  let asked = 0
  page.on('request', request => (asked += Number(request.url().includes('/task/list'))))
  const drag = async ([x, y]: readonly [number, number], by: readonly [number, number]) => {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part = 0) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + by[0] * part, y: y + by[1] * part }],
      })
    await touch('touchStart')
    for (const part of [0.1, 0.4, 0.7, 1]) await touch('touchMove', part)
    await touch('touchEnd')
  }
  const middle = [195, 250] as const
  await drag(middle, [0, 60])
  await drag(middle, [150, 20])
  await page.evaluate(() => scrollTo(0, 200))
  await drag(middle, [0, 150])
  await page.evaluate(() => scrollTo(0, 0))
  expect(asked).toBe(0)
  let answer = () => {}
  const held = new Promise<void>(done => (answer = done))
  await page.route('**/task/list**', async route => {
    await held
    await route.continue()
  })
  await drag(middle, [0, 150])
  await expect.poll(() => asked).toBe(1)
  const mark = page.locator('main [aria-hidden]:has(~ [role=status])')
  await expect(mark).toBeInViewport()
  answer()
  await expect(mark).not.toBeInViewport()
  expect(asked).toBe(1)
  await context.close()
})
