import { inboxStream } from '@adcoin/contract'
import { chromium } from 'playwright'
import { createChromiumOptions, findChromiumPath } from '@adcoin/checks/chromium'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'
import { findBlock } from '../product/screen-parts.ts'

test(
  'a logout in one tab ends the other by itself, and nothing personal stays on its screen',
  { tag: '@engines' },
  async ({ context, product, operate }) => {
    const somebody = await createTestAccount(product.url, operate)
    await context.route(`**${inboxStream.path}`, route => route.abort())
    const first = await openAs(context, product.url, somebody, '/money')
    await expect(findBlock(first)).toContainText('0.00')
    await waitUntilDrawn(first)
    // By itself, not by an answer of the service: none arrives from now on.
    await first.route('**/app/**', route => route.abort())
    const second = await openAs(context, product.url, somebody, '/personalSetting')
    await second.getByRole('button', { name: 'Log out' }).click()
    await second.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect(second).toHaveURL(/\/lanuch$/)
    await expect(first).toHaveURL(/\/lanuch$/)
    await expect(findBlock(first)).toHaveCount(0)
    await expect(first.getByText('Your session has ended')).toHaveCount(0)
    // The service knows it as well.
    const headers = { 'Authorized-Key': somebody.token }
    const readCode = async () =>
      ((await (await fetch(`${product.url}/app/user/setting`, { headers })).json()) as { code: number }).code
    await expect.poll(readCode).toBe(401)
  },
)

test(
  'another person logs in by another tab: this one shows what is theirs alone',
  { tag: '@engines' },
  async ({ context, product, operate }) => {
    const [ana, ben] = [await createTestAccount(product.url, operate), await createTestAccount(product.url, operate)]
    const readInvitationCode = (page: Page) => page.getByText(/^\d{3} \d{3} \d{3}$/).textContent()
    const first = await openAs(context, product.url, ana, '/team')
    const codeOfAna = await readInvitationCode(first)
    const second = await openAs(context, product.url, ben, '/team')
    await expect.poll(() => readInvitationCode(second)).not.toBe(codeOfAna)
    const codeOfBen = await readInvitationCode(second)
    await first.bringToFront()
    await expect.poll(() => readInvitationCode(first)).toBe(codeOfBen)
    expect(await first.content()).not.toContain(codeOfAna)
  },
)

test(
  'the back/forward cache shows nothing personal after a logout, and all without one',
  { tag: '@engines' },
  async ({ browser: shared, browserName, product, operate }) => {
    const somebody = await createTestAccount(product.url, operate)
    const browser =
      browserName === 'chromium'
        ? await chromium.launch({
            // A headless shell has no such cache.
            ...createChromiumOptions([], findChromiumPath()),
            ignoreDefaultArgs: ['--disable-back-forward-cache'],
          })
        : shared
    // The cache keeps a page only over a hop to another site.
    const elsewhere = new URL('/healthz', product.url)
    elsewhere.hostname = elsewhere.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
    try {
      for (const isLoggedOut of [false, true]) {
        const context = await browser.newContext()
        await context.addInitScript(() =>
          addEventListener('pageshow', event => event.persisted && sessionStorage.setItem('cameFromCache', 'yes')),
        )
        const page = await openAs(context, product.url, somebody, '/money')
        const personal = findBlock(page)
        await waitUntilDrawn(page)
        await expect(personal).toHaveCount(1)
        await page.goto(elsewhere.href)
        const other = await context.newPage()
        await other.goto(`${product.url}/healthz`)
        if (isLoggedOut) await other.evaluate(() => localStorage.removeItem('adcoin.token'))
        // By the page: Playwright's own step back waits for a load, and a kept page has none.
        await page.evaluate(() => history.back()).catch(() => undefined)
        await expect(page).toHaveURL(isLoggedOut ? /\/lanuch$/ : /\/money$/)
        await expect(personal).toHaveCount(isLoggedOut ? 0 : 1)
        await expect.poll(() => page.evaluate(() => sessionStorage.getItem('cameFromCache'))).toBe('yes')
        await context.close()
      }
    } finally {
      if (browser !== shared) await browser.close()
    }
  },
)

test('a small phone shows the end of a session, the demonstration and the login in one view', async ({
  context,
  product,
  operate,
}) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/money')
  await page.setViewportSize({ width: 390, height: 667 })
  await waitUntilDrawn(page)
  await page.route('**/app/state/agent**', route => route.fulfill({ json: { code: 401, msg: 'over', data: null } }))
  await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click()
  const login = page.getByRole('link', { name: 'Log in', exact: true })
  for (const shown of [page.getByText(/^Your session has ended/), page.getByText(/^This is a demonstration/), login])
    await expect(shown).toBeInViewport({ ratio: 1 })
})
