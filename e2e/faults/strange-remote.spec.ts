import { bounded, endless, replaced } from '@adcoin/release/mistakes'
import { runTestHooks } from '../injectors/releases.ts'
import { closeDialog } from '../product/dialogs.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { startSite, type TestSite } from '../product/site.ts'
import { createTestAccount, openAs, type TestAccount } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'

/** One release of the team's area that does whatever a test wants. */
let site: TestSite
let somebody: TestAccount
let id: string
test.beforeAll(async ({ product }) => {
  const { createOperator } = await import('../product/operator.ts')
  somebody = await createTestAccount(product.url, createOperator(product.dataDir))
  site = await startSite(product)
  id = await site.publish('remote-team', runTestHooks)
})
test.afterAll(() => site.stop())

for (const [fault, when, code] of [...bounded, endless]) {
  test(`a release that ${fault} harms no other release`, async ({ context }) => {
    const { page } = await openStrangeRemote(context, when, code)
    // A fault of leaving a screen needs a screen that is there.
    if (when === 'eachDraw') await expect(page.locator(`[data-release="${id}"]`)).toContainText('Team income')
    await expectAlive(page)
    await locateTab(page, 'Team').click()
    await expect(page.locator(`[data-release="${id}"]`)).toContainText('Team income')
  })
}
for (const [fault, when, code, report = ''] of replaced) {
  test(`a release that ${fault} is replaced in the same navigation, and at a cold start`, async ({ context }) => {
    const { page, reports } = await openStrangeRemote(context, when, code)
    await expect(page.locator('[data-area=remote-team]').getByText('Team income', { exact: true })).toBeVisible()
    await expect.poll(() => reports.join('\n')).toContain(report)
    await page.reload()
    await expect(page.locator('[data-area=remote-team]').getByText('Team income', { exact: true })).toBeVisible()
    await expectAlive(page)
  })
}

/** The person goes to the team's area, where the release does what it wants. */
async function openStrangeRemote(
  context: Parameters<typeof openAs>[0],
  when: string,
  code: string,
): Promise<{ page: Page; reports: string[] }> {
  await context.addInitScript(`globalThis.${when} = () => {console.debug("it begins");${code}}`)
  const page = await openAs(context, site.url, somebody, '/money')
  const reports: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/app/health/report'))
      reports.push((request.postDataJSON() as { reason: string }).reason)
  })
  await waitUntilDrawn(page)
  // Read from the console: the fault may break what a question to the page needs.
  const begins = page.waitForEvent('console', message => message.text() === 'it begins')
  // The release may go elsewhere at once: the event counts, not what the address is a moment later.
  const arrives = page.waitForURL(/\/team$/)
  await locateTab(page, 'Team').click()
  await arrives
  await begins
  return { page, reports }
}

/** The other areas, the tab bar, help and the way back work, and the document is the shell's. */
async function expectAlive(page: Page): Promise<void> {
  await locateTab(page, 'Money').click()
  await expect(page.getByRole('heading', { level: 1, name: 'My money' })).toBeVisible()
  await expect(page).toHaveURL(/\/money$/)
  await expect(page).toHaveTitle(/Money/i)
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await closeDialog(page)
  await locateTab(page, 'Tasks').click()
  await expect(page).toHaveTitle(/Tasks/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'My money' })).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(() => [
        document.documentElement.lang,
        document.documentElement.dir,
        getComputedStyle(document.documentElement).overflow,
      ]),
    )
    .toEqual(['en', '', 'visible'])
}

function locateTab(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
}
