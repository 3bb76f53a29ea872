import { blockStorage, fillStorage } from '../injectors/browser.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { LoginPage } from '../pages/login-page.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test, type BrowserContext, type Page } from '../product/test.ts'
import { findBlock, screenParts } from '../product/screen-parts.ts'

const notice = 'You were logged out. Please log in again.'
const encodeHandOver = (token: unknown) => encodeURIComponent(JSON.stringify({ authorized_key: token, from: 'app' }))
const readStoredToken = (page: Page) => page.evaluate(() => localStorage.getItem('adcoin.token'))

test('a logout and a login in one tab are followed by the other at once', async ({ context, product, operate }) => {
  const somebody = await createTestAccount(product.url, operate)
  const first = await openAs(context, product.url, somebody, '/money')
  const second = await openAs(context, product.url, somebody, '/personalSetting')
  await second.getByRole('button', { name: 'Log out' }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect(first).toHaveURL(/\/lanuch$/)
  await expect(first.getByText(notice)).toHaveCount(0)

  await (await LoginPage.open(second)).byMobile(somebody.mobile, somebody.password)
  await expect(second).toHaveURL(/\/home$/)
  await expect(first).not.toHaveURL(/\/lanuch$/)
  await expect(findBlock(first)).toBeVisible()
})

test('a storm of 401 answers causes one logout with one notice and no toast', async ({ context, product, operate }) => {
  const somebody = await createTestAccount(product.url, operate)
  const page = await openAs(context, product.url, somebody, '/home')
  await waitUntilDrawn(page)
  let storm = 0
  await page.route('**/app/**', route => {
    storm += 1
    return storm % 2 === 0
      ? route.fulfill({ json: { code: 401, msg: 'over', data: null } })
      : route.fulfill({ status: 401, body: 'no' })
  })
  const landings = landingsOf(page)
  const toasts = await watchToasts(page)
  await page.evaluate(() => {
    history.pushState(null, '', '/money')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByText(notice)).toHaveCount(1)
  await expect(page).toHaveURL(/\/lanuch$/)
  await expect(page.getByRole('link', { name: 'I already have an account' })).toBeInViewport({ ratio: 1 })
  expect(storm).toBeGreaterThan(1)
  expect(landings()).toBe(1)
  expect(await toasts()).toEqual([])
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => /token|person|user|money|draft/.test(key))))
    .toEqual([])
})

test('an answer that was asked for by the former session changes nothing in the next one', async ({
  context,
  product,
  operate,
}) => {
  const [ana, ben] = [await createTestAccount(product.url, operate), await createTestAccount(product.url, operate)]
  const page = await openAs(context, product.url, ana, '/home')
  await waitUntilDrawn(page)
  // Ana's balance is asked for and does not arrive until Ben is here.
  let letGo = () => {}
  const held = new Promise<void>(done => (letGo = done))
  let isAsked = () => {}
  const pending = new Promise<void>(done => (isAsked = done))
  let isAnswered = () => {}
  const answered = new Promise<void>(done => (isAnswered = done))
  await page.route('**/app/user/finance/balance**', async route => {
    if (route.request().headers()['authorized-key'] !== ana.token) return route.continue()
    isAsked()
    await held
    await route
      .fulfill({
        json: { code: 0, msg: '', data: { amount: '99999900', hold: '0', currency: 'ADC', scale: 2, version: 999 } },
      })
      .catch(() => undefined)
    isAnswered()
  })
  await page.reload()
  await pending
  const other = await context.newPage()
  await other.goto(`${product.url}/healthz`)
  await other.evaluate(token => {
    for (const key of ['adcoin.person', 'adcoin.user', 'adcoin.money']) localStorage.removeItem(key)
    localStorage.setItem('adcoin.token', token)
  }, ben.token)
  await expect(findBlock(page)).toContainText('0.00')
  letGo()
  await answered
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Money' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My money' })).toBeVisible()
  await expect(findBlock(page)).toContainText('0.00')
  await expect(page.getByText('999,999.00')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('adcoin.money') ?? '')).not.toContain('99999900')
})

test.describe('storage', () => {
  test('full: a person can log in and use the app until the reload', async ({ page, product, operate }) => {
    const somebody = await createTestAccount(product.url, operate)
    await fillStorage(page)
    await logInAndUse(page, somebody)
    await page.reload()
    await expect(page).toHaveURL(/\/lanuch$/)
  })

  test('blocked: a person can log in and use the app until the reload', async ({ page, product, operate }) => {
    const somebody = await createTestAccount(product.url, operate)
    await blockStorage(page)
    await logInAndUse(page, somebody)
  })

  test('tampered: a malformed token is anonymous, an unknown one ends with the notice', async ({
    context,
    product,
  }) => {
    for (const damaged of ['null', 'undefined', '', 'line\nbreak', 'ünïcode', 'x'.repeat(600), '{"token":1}\u0000']) {
      const page = await withToken(context, product.url, damaged)
      const requests: string[] = []
      page.on('request', request => {
        if (request.headers()['authorized-key'] !== undefined) requests.push(request.url())
      })
      await page.goto(`${product.url}/money`)
      await waitUntilDrawn(page)
      await expect(page.getByRole('link', { name: 'Join now' }), JSON.stringify(damaged)).toBeVisible()
      expect(requests, JSON.stringify(damaged)).toEqual([])
      await expect(page.getByText(notice)).toHaveCount(0)
      await page.close()
    }
    const page = await withToken(context, product.url, 'nobody-knows-this-token-0123456789')
    await page.goto(`${product.url}/money`)
    await expect(page.getByText(notice)).toHaveCount(1)
    await expect(page).toHaveURL(/\/lanuch$/)
  })

  test('tampered: saved user and money that are no such thing cost nothing', async ({ context, product, operate }) => {
    const somebody = await createTestAccount(product.url, operate)
    const page = await withToken(context, product.url, somebody.token)
    await page.evaluate(() => {
      localStorage.setItem('adcoin.user', '{"nick_name":{"a":[]},"__proto__":{"polluted":1}}')
      localStorage.setItem('adcoin.money', '[1e999')
      localStorage.setItem('adcoin.language', 'xx_XX')
      localStorage.setItem('adcoin.theme', '<b>')
    })
    const errors = errorsOf(page)
    await page.goto(`${product.url}/money`)
    await waitUntilDrawn(page)
    await expect(findBlock(page)).toContainText('0.00')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(errors).toEqual([])
  })
})

test.describe('a hand-over from the native app', () => {
  test('by fragment, by query and by the bridge is a login; the address and the history forget it', async ({
    browser,
    product,
    operate,
  }) => {
    const somebody = await createTestAccount(product.url, operate)
    for (const way of ['#data=', '?data=', 'bridge']) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`${product.url}/healthz`)
      if (way === 'bridge') {
        await page.goto(`${product.url}/appLogin`)
        await page.waitForFunction(() => 'adcoinAppLogin' in window)
        await page.evaluate(
          json => (window as unknown as { adcoinAppLogin(json: string): void }).adcoinAppLogin(json),
          JSON.stringify({ authorized_key: somebody.token }),
        )
      } else await page.goto(`${product.url}/appLogin${way}${encodeHandOver(somebody.token)}`)
      await expect(page, way).toHaveURL(`${product.url}/home`)
      await expect(findBlock(page), way).toBeVisible()
      await expect.poll(() => readStoredToken(page)).toBe(somebody.token)
      await expect(page, way).not.toHaveURL(/data=/)
      await page.goBack()
      await expect(page, way).not.toHaveURL(/data=/)
      await context.close()
    }
  })

  test('that is malformed stores nothing, shows it, and leads to the start', async ({ context, product }) => {
    const page = await openAs(context, product.url, null, '/lanuch')
    for (const data of ['', '{', encodeHandOver(7), '%E0%A4%A']) {
      await page.goto('about:blank')
      await page.goto(`${product.url}/appLogin#data=${data}`)
      await expect(
        page.getByRole('heading', { name: 'Sign-in from the app failed', level: 2 }),
        data.slice(0, 40),
      ).toBeVisible()
      await expect(page.getByRole('alert').filter({ hasText: 'Nothing was changed' }), data.slice(0, 40)).toBeVisible()
      expect(await readStoredToken(page), data.slice(0, 40)).toBeNull()
      await expect(page, data.slice(0, 40)).toHaveURL(`${product.url}/appLogin`)
    }
    await page.getByRole('link', { name: 'To the start page' }).click()
    await expect(page).toHaveURL(/\/lanuch$/)
  })

  test('for another account asks before it replaces the session; staying keeps it', async ({
    context,
    product,
    operate,
  }) => {
    const [ana, ben] = [await createTestAccount(product.url, operate), await createTestAccount(product.url, operate)]
    const page = await openAs(context, product.url, ana, `/appLogin#data=${encodeHandOver(ben.token)}`)
    await expect(page.getByRole('alertdialog', { name: 'Switch to another account?' })).toBeVisible()
    expect(await readStoredToken(page)).toBe(ana.token)
    await page.getByRole('button', { name: 'Stay logged in as I am' }).click()
    await expect(page).toHaveURL(/\/home$/)
    expect(await readStoredToken(page)).toBe(ana.token)

    await page.goto(`${product.url}/appLogin#data=${encodeHandOver(ben.token)}`)
    await page.getByRole('button', { name: 'Switch account' }).click()
    await expect(page).toHaveURL(/\/home$/)
    await expect.poll(() => readStoredToken(page)).toBe(ben.token)
  })
})

async function logInAndUse(page: Page, somebody: { mobile: string; password: string }): Promise<void> {
  const errors = errorsOf(page)
  await (await LoginPage.open(page)).byMobile(somebody.mobile, somebody.password)
  await expect(page).toHaveURL(/\/home$/)
  for (const name of ['Money', 'Team']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(name, 'i') })).toBeVisible()
  }
  expect(errors).toEqual([])
}

async function withToken(context: BrowserContext, url: string, token: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/healthz`)
  await page.evaluate(value => {
    localStorage.clear()
    localStorage.setItem('adcoin.token', value)
  }, token)
  return page
}

function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  return errors
}

function landingsOf(page: Page): () => number {
  const paths: string[] = []
  page.on('framenavigated', frame => paths.push(new URL(frame.url()).pathname))
  return () => paths.filter(path => path === '/lanuch').length
}

/** Every toast that appeared since, however short. */
async function watchToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(selector => {
    const seen: string[] = []
    Object.assign(window, { seenToasts: seen })
    new MutationObserver(() =>
      document.querySelectorAll(selector).forEach(toast => {
        const text = toast.textContent ?? ''
        if (seen.at(-1) !== text) seen.push(text)
      }),
    ).observe(document.body, { childList: true, subtree: true })
  }, screenParts.toast)
  return () => page.evaluate(() => (window as unknown as { seenToasts: string[] }).seenToasts)
}
