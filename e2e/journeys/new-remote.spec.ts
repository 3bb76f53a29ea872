import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiCodes } from '@adcoin/contract'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { waitForLive } from '../product/wait-for-live.ts'
import { createRepositoryCopy, type RepositoryCopy } from '../product/repository-copy.ts'
import { startSite, type TestSite } from '../product/site.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'

// No team has this name.
const app = 'remote-fifth'
let copy: RepositoryCopy
let site: TestSite
test.beforeEach(async ({ product }) => {
  copy = createRepositoryCopy()
  site = await startSite(product)
})
test.afterEach(async () => {
  await site.stop()
  copy.remove()
})

const runInCopy = (...words: string[]) => copy.run(site.dataDir, ...words)
const publish = (...words: string[]) => runInCopy('release/src/cli/main.ts', 'publish', app, ...words)

test('a fifth remote is created, published, visited, rolled back, removed; other apps stay', async ({
  context,
  product,
  operate,
}) => {
  // It copies a repository, installs, builds twice, checks and tries once: 40 s, more beside other tests.
  test.setTimeout(600_000)
  const somebody = await createTestAccount(product.url, operate)
  const before = site.files()
  expect(await runInCopy('tools/create/src/main.ts', app)).toContain(`npm run release -- publish ${app}`)
  await publish('--why', 'first')

  expect(await (await fetch(`${site.url}/fifth`)).text()).toContain('data-slots="0.list"')
  const page = await openAs(context, site.url, somebody, '/home')
  await waitUntilDrawn(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await locateTab(page, 'Updates').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Updates' })).toBeVisible()
  await expect(page).toHaveTitle(/^Updates/)
  await expect(page.getByText('Nothing has happened yet')).toBeVisible()
  await triggerNotification(somebody, product.url)
  await expect(page.locator(`[data-area=${app}]`).getByText('Something in your account changed')).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)

  for (const code of apiCodes) {
    const { titles, tabs } = textsOf(code)
    await page.evaluate(chosen => localStorage.setItem('adcoin.language', chosen), code)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: titles.fifth, exact: true })).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('link', { name: tabs.fifth, exact: true })).toBeVisible()
  }
  await page.evaluate(() => localStorage.setItem('adcoin.language', 'en_US'))

  writeFileSync(localeFile('en_US'), readFileSync(localeFile('en_US'), 'utf8').replace('"Updates"', '"Latest"'))
  await publish('--why', 'second', '--skip-smoke-test', '--skip-checks')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Latest' })).toBeVisible()
  await site.release('rollback', app, '--why', 'test')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Updates' })).toBeVisible()

  // In an open page its tab and its screen disappear without a reload.
  await waitUntilDrawn(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await site.release('promote', app, '--none', '--why', 'test')
  await waitForLive(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  await page.goto(`${site.url}/money`)
  await expect(page.getByRole('heading', { level: 1, name: 'My money' })).toBeVisible()
  await expect(locateTab(page, 'Team')).toBeVisible()
  await expect(locateTab(page, 'Updates')).toHaveCount(0)

  const after = site.files()
  const touched = [...before.keys()].filter(file => before.get(file) !== after.get(file))
  expect(touched.filter(file => file.startsWith('releases/'))).toEqual([])
})

const locateTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

const localeFile = (code: string) => join(copy.root, app, 'locales', `${code}.json`)

function textsOf(code: string): { titles: { fifth: string }; tabs: { fifth: string } } {
  return JSON.parse(readFileSync(localeFile(code), 'utf8')) as ReturnType<typeof textsOf>
}

/** Sets a trading password, of which the service notifies every open page. */
async function triggerNotification(
  { token, password }: { token: string; password: string },
  url: string,
): Promise<void> {
  const answer = await fetch(`${url}/app/user/pay_passwd`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      lang: 'en_US',
      'authorized-key': token,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      pay_passwd: 'battery staple',
      confirm_pay_passwd: 'battery staple',
      passwd: password,
    }),
  })
  expect(((await answer.json()) as { code: number }).code).toBe(0)
}
