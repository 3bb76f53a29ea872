import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test, type Page, type Route } from '../product/test.ts'
import { findAmount, findBlock, findSkeleton } from '../product/screen-parts.ts'

/** What is on the screen while the shell's code is held back, whatever the first answers are. */
const balance = '**/app/user/finance/balance?fw=true'

/**
 * Opens `/money` without the shell's code, with this answer to the read of the balance.
 *
 * @returns `release` lets the code arrive; `waitForAnswer` resolves two frames after the read has ended
 */
async function openHeld(page: Page, url: string, answer: (route: Route) => Promise<void>) {
  let release = () => {}
  const held = new Promise<void>(done => (release = done))
  await page.route('**/releases/shell/**/shell.js', async route => {
    await held
    await route.continue()
  })
  await page.route(balance, answer)
  const isBalance = (request: ReturnType<Route['request']>) => request.url().includes('/app/user/finance/balance')
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isBalance),
    page.waitForEvent('requestfailed', isBalance),
  ])
  await page.goto(`${url}/money`, { waitUntil: 'commit' })
  const waitForAnswer = async () => {
    await ended
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  return { release, waitForAnswer }
}
const createAnswer = (amountOf: unknown) => ({
  code: 0,
  msg: '',
  data: { amount: amountOf, hold: '0', currency: 'ADC', scale: 2, version: 1 },
})

test('a wrong answer: the skeleton stays, and the shell asks what to make of it', async ({
  context,
  product,
  operate,
}) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/healthz')
  const { release, waitForAnswer } = await openHeld(page, product.url, route =>
    route.fulfill({ json: createAnswer('12.5e3') }),
  )
  await waitForAnswer()
  expect(await findBlock(page).innerText()).not.toMatch(/\d|NaN/)
  await page.unroute(balance)
  release()
  await expect(page.locator('#root h1[tabindex]')).toBeVisible()
})

test('a late answer: the skeleton until then, the shell takes it without asking twice', async ({
  context,
  product,
  operate,
}) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/healthz')
  let answer = () => {}
  let requestCount = 0
  const late = new Promise<void>(done => (answer = done))
  // It brings a balance too.
  await page.route('**/app/inbox/stream**', route => route.abort())
  const { release } = await openHeld(page, product.url, async route => {
    requestCount += 1
    await late
    await route.fulfill({ json: createAnswer('123456') })
  })
  release()
  await expect(page.locator('#root h1[tabindex]')).toBeVisible()
  await expect(findSkeleton(page).first()).toBeVisible()
  answer()
  await expect(findAmount(page)).toHaveText(/1,234\.56/)
  expect(requestCount).toBe(1)
})

test('without a connection: the skeleton, then the screen that shows it', async ({ context, product, operate }) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/healthz')
  await page.route('**/app/**', route => route.abort('internetdisconnected'))
  const { release, waitForAnswer } = await openHeld(page, product.url, route => route.abort('internetdisconnected'))
  await waitForAnswer()
  expect(await findBlock(page).innerText()).not.toMatch(/\d|NaN/)
  release()
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
})

test('without JavaScript: what the page is, and no empty amounts', async ({ browser, product }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${product.url}/money`)
  await expect(page.locator('noscript > p').last()).toContainText('needs JavaScript')
  expect(await page.locator('body').innerText()).not.toMatch(/NaN|undefined/)
  await page.close()
})
