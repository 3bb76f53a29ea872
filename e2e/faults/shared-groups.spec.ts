import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'
import { findBlock } from '../product/screen-parts.ts'

/** The files of the shell that arrive later than its core. */
const data = /\/releases\/shell\/[^/]+\/data\.js$/
const forms = /\/releases\/shell\/[^/]+\/forms\.js$/
const locateCard = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Something went wrong, please try again later' })

test('the landing is drawn before the service and the bus are there, and its links wait for them', async ({
  page,
  product,
}) => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(data, async route => {
    await held
    await route.continue()
  })
  await page.goto(`${product.url}/lanuch`)
  await waitUntilDrawn(page)
  await expect(page.locator('#root main a[href="/login"]')).toBeVisible()
  await page.getByRole('link', { name: 'I already have an account' }).click()
  // The old screen stays while the next one waits for its file.
  await expect(page.getByRole('heading', { level: 1, name: /^Post for brands/ })).toBeVisible()
  release()
  await expect(page).toHaveTitle(/Log in/)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
})

test('on the landing nothing is fetched of forms, and of data only after the first paint', async ({
  page,
  product,
}) => {
  const order: string[] = []
  page.on('request', request => order.push(request.url()))
  // Idle time would bring the next screens, which have forms.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  const late = page.waitForResponse(data)
  await page.goto(`${product.url}/lanuch`)
  await waitUntilDrawn(page)
  await (await late).finished()
  expect(order.filter(url => forms.test(url))).toEqual([])
  // The browser lists a paint or a file some time after it.
  const askedAfterPaint = () =>
    page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const file = performance.getEntriesByType('resource').find(entry => /\/data\.js$/.test(entry.name))
      return paint && file ? file.startTime - paint.startTime : undefined
    })
  await expect.poll(askedAfterPaint).toBeDefined()
  expect(await askedAfterPaint()).toBeGreaterThan(0)
})

test('without its file a screen shows its card, blames no remote, and Retry heals it', async ({
  context,
  product,
  operate,
}) => {
  const somebody = await createTestAccount(product.url, operate)
  const page = await openAs(context, product.url, null, '/healthz')
  const reports: unknown[] = []
  await page.route('**/app/health/report', route => {
    reports.push(route.request().postDataJSON())
    return route.fulfill({ json: { code: 0, msg: '', data: {} } })
  })
  await page.route(data, route => route.abort())
  await page.evaluate(token => localStorage.setItem('adcoin.token', token), somebody.token)
  await page.goto(`${product.url}/home`)
  await expect(locateCard(page)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Money' })).toBeVisible()
  await expect.poll(() => reports).toEqual([expect.objectContaining({ app: 'shell', phase: 'preload' })])
  await page.unroute(data)
  await locateCard(page).getByRole('button', { name: 'Retry' }).click()
  await expect(findBlock(page)).toBeVisible()
})
