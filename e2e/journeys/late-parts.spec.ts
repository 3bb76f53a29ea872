import { expect, test } from '../product/test.ts'
import { closeDialog } from '../product/dialogs.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'

/** The file of the shell that talks to the service and draws the sheets; the landing is drawn without it. */
const lateFile = /\/data\.js$/
const dot = 'M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z'

test('once the landing has come to rest, help and language open without a network', async ({ page, context }) => {
  const late = page.waitForResponse(lateFile)
  await page.goto('/lanuch')
  await (await late).finished()
  await waitUntilDrawn(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog', { name: 'Contact support' }).getByText('Not loaded yet')).toBeVisible()
  await closeDialog(page)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(6)
})

test("without the late file and a remote the area's card is drawn above the tabs", async ({
  context,
  product,
  operate,
}) => {
  const somebody = await createTestAccount(product.url, operate)
  await context.route(/\/remoteEntry\.js$/, route => route.abort())
  await context.route(lateFile, route => route.abort())
  const page = await openAs(context, product.url, somebody, '/money')
  await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Home' })).toBeVisible()
  await expect(page.locator(`#root path[d="${dot}"]`)).toHaveCount(0)
})
