import { LoginPage } from '../pages/login-page.ts'
import { expect, test, type Page, type Route } from '../product/test.ts'
import { findLoader, findToast, screenParts } from '../product/screen-parts.ts'

const network = 'Network error, please try again later'
const loginCall = '**/app/user/login/mobile'
const person = { mobile: '5512345678', password: 'secret-1' }

/** The answer to "Log in", and its one toast: a case for each duration of a toast. */
const answers: readonly { name: string; fulfil: (route: Route) => Promise<void>; toast: string; lasts: number }[] = [
  {
    name: 'status 500 with HTML',
    fulfil: route => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    toast: network,
    lasts: 2000,
  },
  { name: 'no connection', fulfil: route => route.abort('internetdisconnected'), toast: network, lasts: 2000 },
  {
    name: 'a message that is markup',
    fulfil: route => route.fulfill({ json: { code: 5999, msg: '<img src=x onerror="window.isHit=1">', data: null } }),
    toast: '<img src=x onerror="window.isHit=1">',
    lasts: 2500,
  },
]

for (const { name, fulfil, toast, lasts } of answers) {
  test(`${name}: exactly one toast, for ${lasts} ms, and the form keeps what was typed`, async ({ page }) => {
    // By the page's clock, which waits for the test; before the page, because the shell restores natives changed later.
    await page.clock.install()
    const countToasts = await watchToasts(page)
    const login = await LoginPage.open(page)
    await page.route(loginCall, fulfil)
    await login.fillMobile(person.mobile, person.password)
    await pauseClock(page)
    await login.submit()
    await expect(findToast(page)).toHaveText(toast.trim())
    await page.clock.runFor(lasts - 1)
    await expect(findToast(page)).toHaveText(toast.trim())
    await page.clock.runFor(1)
    await expect(findToast(page)).toHaveCount(0)
    await page.clock.resume()
    expect(await countToasts()).toBe(1)
    expect(await page.evaluate(() => 'isHit' in window)).toBe(false)
    await expect(findToast(page).locator('img')).toHaveCount(0)
    await isIntact(page)
  })
}

test('too many attempts: the sentence of the service once, and the form keeps what was typed', async ({ page }) => {
  const login = await LoginPage.open(page)
  await page.route(loginCall, route =>
    route.fulfill({ json: { code: 429, msg: 'Too many attempts, please wait', data: { retry_after: 30 } } }),
  )
  await login.byMobile(person.mobile, person.password)
  await expect(page.getByText(/Too many attempts, please wait|Please wait \d+ seconds?/)).toHaveCount(1)
  await isIntact(page)
})

test('no answer within 30 seconds is a network error; the loader shows, locks the page and ends', async ({ page }) => {
  // Before the page: the shell puts natives back that are changed later.
  await page.clock.install()
  const login = await LoginPage.open(page)
  let letGo = () => {}
  const over = new Promise<void>(done => (letGo = done))
  await page.route(loginCall, () => over)
  await login.fillMobile(person.mobile, person.password)
  await pauseClock(page)
  const sent = page.waitForRequest(loginCall)
  await login.submit()
  await sent
  const loader = findLoader(page)
  await expect(loader).toBeVisible()
  await page.clock.runFor(29_900)
  await expect(loader).toBeVisible()
  await expect(findToast(page)).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(findToast(page)).toHaveText(network)
  await expect(loader).toHaveCount(0)
  await page.clock.runFor(2_000)
  await expect(findToast(page)).toHaveCount(0)
  await isIntact(page)
  letGo()
})

test('the loader blocks at once, is seen only after 120 ms, names itself, and goes', async ({ page }) => {
  const login = await LoginPage.open(page)
  await page.setViewportSize({ width: 390, height: 420 })
  let letGo = () => {}
  const over = new Promise<void>(done => (letGo = done))
  await page.route(loginCall, async route => {
    await over
    await route.fulfill({ json: { code: 5999, msg: 'No', data: null } })
  })
  await login.fillMobile(person.mobile, person.password)
  // Looked at from inside: the lock of the page as the loader is inserted, its opacity from then on in each frame. A
  // slow machine only makes the time longer.
  const seen = page.evaluate(
    selector =>
      new Promise<{ isLocked: boolean; visibleAfter: number }>(done => {
        new MutationObserver((_changes, observer) => {
          const loader = document.querySelector(selector)?.parentElement
          if (!loader) return
          observer.disconnect()
          const began = performance.now()
          const isLocked = getComputedStyle(document.documentElement).overflow === 'hidden'
          const checkFrame = () => {
            const { opacity, visibility } = getComputedStyle(loader)
            if (Number(opacity) > 0.02 && visibility === 'visible')
              done({ isLocked, visibleAfter: performance.now() - began })
            else requestAnimationFrame(checkFrame)
          }
          checkFrame()
        }).observe(document, { childList: true, subtree: true })
        document.querySelector('form')?.requestSubmit()
      }),
    screenParts.loader,
  )
  const { isLocked, visibleAfter } = await seen
  expect(isLocked).toBe(true)
  expect(visibleAfter).toBeGreaterThan(90)
  await expect(findLoader(page)).toHaveCount(1)
  const before = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, 300)
  await page.keyboard.press('End')
  expect(await page.evaluate(() => scrollY)).toBe(before)
  letGo()
  await expect(findLoader(page)).toHaveCount(0)
  await expect(findToast(page)).toHaveText('No')
  await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden')
})

async function isIntact(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Mobile number')).toHaveValue(/55\s?1234\s?5678/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled()
  await expect(findLoader(page)).toHaveCount(0)
}

/** The page's timers wait for `page.clock` from now on. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}

/** How many toasts were shown from now on. */
async function watchToasts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(selector => {
    const seenToasts = new Set<Element>()
    Object.assign(window, { seenToasts })
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll(selector)) seenToasts.add(toast)
    }).observe(document, { childList: true, subtree: true })
  }, screenParts.toast)
  return () => page.evaluate(() => (window as unknown as { seenToasts: Set<Element> }).seenToasts.size)
}
