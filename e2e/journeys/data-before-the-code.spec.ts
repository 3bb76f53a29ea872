import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'
import { findAmount, findSkeleton } from '../product/screen-parts.ts'

test('a late answer: the skeleton until then, the shell takes it without asking twice', async ({
  context,
  product,
  operate,
}) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/healthz')
  let [arrive, answer] = [() => {}, () => {}]
  const held = new Promise<void>(done => (arrive = done))
  const late = new Promise<void>(done => (answer = done))
  let requestCount = 0
  await page.route('**/releases/shell/**/shell.js', async route => {
    await held
    await route.continue()
  })
  // It brings a balance too.
  await page.route('**/app/inbox/stream**', route => route.abort())
  await page.route('**/app/user/finance/balance?fw=true', async route => {
    requestCount += 1
    await late
    const data = { amount: '123456', hold: '0', currency: 'ADC', scale: 2, version: 1 }
    await route.fulfill({ json: { code: 0, msg: '', data } })
  })
  await page.goto(`${product.url}/money`, { waitUntil: 'commit' })
  arrive()
  await expect(page.locator('#root h1[tabindex]')).toBeVisible()
  await expect(findSkeleton(page).first()).toBeVisible()
  answer()
  await expect(findAmount(page)).toHaveText(/1,234\.56/)
  expect(requestCount).toBe(1)
})

test('an old browser gets a sentence, and the app in its place where it runs all the same', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'popover'))
  const sentence = page.getByText('Your browser is too old for Ad Coin')
  await page.route('**/releases/shell/**/shell.js', route => route.abort())
  await page.goto(`${product.url}/lanuch`)
  await expect(sentence).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  await expect(page.locator('#root h1[tabindex]')).toBeVisible()
  await expect(sentence).toHaveCount(0)
})

test('without JavaScript: what the page is, and no empty amounts', async ({ browser, product }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${product.url}/money`)
  await expect(page.locator('noscript > p').last()).toContainText('needs JavaScript')
  expect(await page.locator('body').innerText()).not.toMatch(/NaN|undefined/)
  await page.close()
})
