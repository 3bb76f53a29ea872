import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'

// Requirements of the specification that no other journey clicks.

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
  // To the left: a quick finger to the right is Chromium's own step back.
  await drag(middle, [-150, 20])
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
