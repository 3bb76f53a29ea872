import { rebuildUnchanged, replaceEnglishText } from '../injectors/releases.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { waitForLive } from '../product/wait-for-live.ts'
import { startSite, type TestSite } from '../product/site.ts'
import { createTestAccount, openAs, type TestAccount } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'

const app = 'remote-team'
const others = new RegExp(`^releases/(?!${app}/)`)

// Each test has a site of its own, and this is the last file: one worker alone would keep the others waiting.
test.describe.configure({ mode: 'parallel' })
let site: TestSite
let somebody: TestAccount
test.beforeAll(async ({ product }) => {
  const { createOperator } = await import('../product/operator.ts')
  somebody = await createTestAccount(product.url, createOperator(product.dataDir))
})
test.beforeEach(async ({ product }) => {
  site = await startSite(product)
})
test.afterEach(() => site.stop())

test(
  'a remote is published and rolled back while people use it; the other apps stay',
  { tag: '@core' },
  async ({ context }) => {
    const page = await openAs(context, site.url, somebody, '/team')
    await expect(page.locator('[data-area=remote-team]').getByText('Team income', { exact: true })).toBeVisible()

    const before = site.files()
    const published = await measureTime(() => site.publish(app, replaceEnglishText('Team income', 'Crew income')))
    const afterPublish = site.files()
    await page.reload()
    await expect(page.locator('[data-area=remote-team]').getByText('Crew income', { exact: true })).toBeVisible()
    const changedByPublish = listDifferences(before, afterPublish)
    expect(changedByPublish.filter(file => others.test(file))).toEqual([])
    expect(changedByPublish.filter(file => file.startsWith(`releases/${app}/`)).length).toBeGreaterThan(10)

    const rolledBack = await measureTime(() => site.release('rollback', app, '--why', 'test'))
    const changedByRollback = listDifferences(afterPublish, site.files())
    await page.reload()
    await expect(page.locator('[data-area=remote-team]').getByText('Team income', { exact: true })).toBeVisible()
    expect(changedByRollback.filter(file => file.startsWith('releases/'))).toEqual([])
    expect(changedByRollback.map(file => file.replace(/\d+/g, 'N'))).toEqual(
      expect.arrayContaining(['current', 'live/N/files.sig', 'live/N/index.html', 'live/N/live.json']),
    )
    console.log(
      `publish: ${published} ms, ${changedByPublish.length} files; rollback: ${rolledBack} ms, ${changedByRollback.length} files (${changedByRollback.slice(0, 3).join(', ')} …)`,
    )
  },
)

test(
  'an open tab uses a release or its rollback at the next navigation; typed text survives',
  { tag: '@core' },
  async ({ context }) => {
    const page = await openAs(context, site.url, somebody, '/money')
    await waitUntilDrawn(page)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await go(page, '/cardAdd')
    await page.getByLabel('Account holder').fill('Ana Souza')
    await site.publish('remote-wallet', replaceEnglishText('"My money"', '"My purse"'))
    await waitForLive(page)
    await expect(page.getByLabel('Account holder')).toHaveValue('Ana Souza')
    await go(page, '/money')
    await expect(page.getByRole('heading', { level: 1, name: 'My purse' })).toBeVisible()
    await go(page, '/cardAdd')
    await expect(page.getByLabel('Account holder')).toHaveValue('Ana Souza')
    await site.release('rollback', 'remote-wallet', '--why', 'e2e')
    await waitForLive(page)
    await expect(page.getByLabel('Account holder')).toHaveValue('Ana Souza')
    await go(page, '/money')
    await expect(page.getByRole('heading', { level: 1, name: 'My money' })).toBeVisible()
    await go(page, '/cardAdd')
    await expect(page.getByLabel('Account holder')).toHaveValue('Ana Souza')
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  },
)

test(
  'a revoked release is replaced after a refused form, and the next one has what was typed',
  { tag: '@engines' },
  async ({ context }) => {
    const revoked = await site.publish('remote-wallet', rebuildUnchanged)
    const page = await openAs(context, site.url, somebody, '/tradingSetting')
    const fields = ['Trading password', 'Confirm trading password', 'Login password'].map(label =>
      page.getByLabel(label, { exact: true }),
    )
    const typed = ['battery staple', 'battery', 'correct horse']
    for (const [index, field] of fields.entries()) await field.fill(typed[index] ?? '')
    await site.release('revoke', 'remote-wallet', revoked, '--why', 'e2e')
    await waitForLive(page)
    const area = page.locator('[data-area=remote-wallet]')
    await expect(area).toHaveAttribute('data-release', revoked)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(area).not.toHaveAttribute('data-release', revoked)
    for (const [index, field] of fields.entries()) await expect(field).toHaveValue(typed[index] ?? '')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
  },
)

function listDifferences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(file => before.get(file) !== after.get(file)).sort()
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return Math.round(performance.now() - began)
}

/** To another screen without a reload, wherever its link may stand. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
