import { killService } from '../injectors/service.ts'
import { answerInstead, editAnswer } from '../injectors/wire-faults.ts'
import { closeDialog } from '../product/dialogs.ts'
import { createOperator } from '../product/operator.ts'
import { startProduct } from '../product/product.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, type Page } from '../product/test.ts'
import { recordMeasurement } from './fault-report.ts'
import { areas, go, test, visit, type FaultVisit } from './scene.ts'

const liveBlock = /(<script type="application\/json" id="live">)(.*?)(<\/script>)/s
const pages = /^\/(money|team|home|lanuch)$/
const locateWallet = (page: Page) => page.locator('[data-area="remote-wallet"] h1')
const locateCard = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Something went wrong, please try again later' })

test.afterEach(async ({ scene }, info) => {
  scene.proxy.heal()
  for (const context of scene.browser.contexts()) await context.close()
  expect(info.annotations, 'a fault measures its time').not.toEqual([])
})

for (const [title, edit] of [
  ['A01 the page does not say what is live', (html: string) => html.replace(liveBlock, '')],
  ['A03 one remote is missing in the page', (html: string) => html.replace(liveBlock, removeWallet)],
] as const) {
  test(title, { tag: '@engines' }, async ({ scene }) => {
    const { page, reports, ...seen } = await visit(scene, '/team')
    scene.proxy.inject(pages, editAnswer(edit))
    await expectSurvival({ page, reports, ...seen }, '/money', title, async () => {
      await page.goto('/money')
      await locateWallet(page).waitFor()
    })
    if (title.startsWith('A01')) await expect.poll(() => JSON.stringify(reports)).toContain('live_missing')
  })
}

test('B21 no remote loads', { tag: '@engines' }, async ({ scene }) => {
  const seen = await visit(scene, '/language')
  const { page } = seen
  scene.proxy.inject(/^\/releases\/remote-.*\/remoteEntry\.js$/, answerInstead(404))
  await expectSurvival(seen, '/money', 'B21 no remote loads', async () => {
    await page.goto('/money')
    await locateCard(page).waitFor()
  })
  for (const name of ['Tasks', 'Team', 'Money']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveTitle(new RegExp(name, 'i'))
    await expect(locateCard(page)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await closeDialog(page)
  scene.proxy.heal()
  await locateCard(page).getByRole('button', { name: 'Retry' }).click()
  await expect(locateWallet(page)).toBeVisible()
})

test('J21 the service is killed', async ({ context }, info) => {
  test.slow()
  // A product of its own: the other tests go on.
  const product = await startProduct()
  try {
    const operate = createOperator(product.dataDir)
    const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/money')
    await locateWallet(page).waitFor()
    const began = performance.now()
    killService(product.pid)
    await go(page, '/team')
    await page.locator('[data-area="remote-team"] h1').waitFor()
    await expect
      .poll(async () => (await page.request.get(`${product.url}/app/launch`)).ok(), { timeout: 30_000 })
      .toBe(true)
    const ms = performance.now() - began
    expect(await operate.ops('ledger:verify')).toMatchObject({ ok: true })
    recordMeasurement(info, { id: 'J21', says: 'the service is killed', where: 'page', kind: 'none', ms, lost: [] })
  } finally {
    await product.stop()
  }
})

test('M10 the gateway restarts', async ({ scene }) => {
  const seen = await visit(scene, '/money')
  await scene.site.restart()
  await expectSurvival(seen, '/team', 'M10 the gateway restarts', async () => {
    await go(seen.page, '/team')
    await seen.page.locator('[data-area="remote-team"] h1').waitFor()
  })
})

/** Times what shows content again, and looks for what was lost; a new document is allowed. */
async function expectSurvival(
  seen: FaultVisit,
  path: string,
  title: string,
  recover: () => Promise<unknown>,
): Promise<void> {
  const began = performance.now()
  await recover()
  const ms = performance.now() - began
  const lost = (await seen.findLosses(path)).filter(what => what !== 'the document')
  const [id = '', says = ''] = title.split(/ (.*)/)
  recordMeasurement(test.info(), { id, says, where: 'page', kind: 'none', ms, lost })
  expect(lost).toEqual([])
  expect(seen.sights).toEqual([])
}

/** What is live by the page, without the remote whose screen is opened. */
function removeWallet(_all: string, before: string, text: string, after: string): string {
  const { apps, ...live } = JSON.parse(text) as { apps: Record<string, unknown> }
  const { 'remote-wallet': _wallet, ...others } = apps
  if (Object.keys(others).length < areas.length) throw new Error('the page does not name five apps')
  return `${before}${JSON.stringify({ ...live, apps: others }).replaceAll('<', '\\u003c')}${after}`
}
