import { violationsOf } from '../accessibility/violations.ts'
import { makeEarner } from '../product/earner.ts'
import { operator } from '../product/operator.ts'
import { startOperations } from '../product/operations.ts'
import { startProduct } from '../product/product.ts'
import { startSite } from '../product/site.ts'
import { expect, test, type Page } from '../product/test.ts'

const app = 'remote-team'

const place = (...parts: readonly string[]) => `/#/${parts.join('/')}`
/** Within a card of a list: the one that is named so. */
const card = (page: Page, name: string | RegExp) => page.getByRole('article', { name })

test('an operator links, reviews, pays and rolls back on the operations page, by touch and by keyboard', async ({
  browser,
}, info) => {
  test.setTimeout(240_000)
  // Nobody decides but the operator.
  const product = await startProduct({ env: { SANDBOX_REVIEW_SECONDS: '0' } })
  const site = await startSite(product)
  const bad = await site.publish(app, (_, text) => text)
  const operations = await startOperations(site, product)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: operations.url })
  const page = await context.newPage()
  try {
    // The person works while the operator decides: each step of theirs waits for one here.
    const earning = makeEarner(product.url, operator(product.dataDir))
    await page.goto(place('work', 'accounts'))
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByRole('button', { name: 'Link it' }).click()
    await expect(page.getByText('No account waits to be linked.')).toBeVisible()

    await page.getByRole('radio', { name: 'Proof' }).click()
    await expect(page.getByRole('button', { name: 'Pass and pay' })).toBeVisible()
    await page.screenshot({ path: info.outputPath('proof-390.png') })
    expect(await violationsOf(page, ['light', 'dark'])).toEqual([])
    await page.getByRole('button', { name: 'Pass and pay' }).click()
    await expect(page.getByText('No proof waits for a decision.')).toBeVisible()

    const { userId } = await earning
    await page.getByRole('radio', { name: 'Withdrawals' }).click()
    const withdrawal = card(page, `Withdrawal of ${userId}`)
    await withdrawal.getByRole('button', { name: 'Show the account' }).click()
    await expect(withdrawal.getByText('Ana Souza')).toBeVisible()
    await page.screenshot({ path: info.outputPath('withdrawal-390.png') })
    await withdrawal.getByRole('button', { name: 'Approve' }).click()
    await expect(withdrawal.getByText('To be paid')).toBeVisible()
    await withdrawal.getByRole('button', { name: 'Paid', exact: true }).click()
    await page.getByLabel('Reference of the bank').fill('SPEI-7301')
    await page.getByRole('button', { name: 'It was paid' }).click()
    await expect(page.getByText('No withdrawal waits.')).toBeVisible()
    const audit = (await operator(product.dataDir).ops('audit')) as { by: string; action: string }[]
    expect(audit.filter(({ by }) => by === 'olga').map(({ action }) => action)).toEqual([
      'bind pass',
      'review pass',
      'withdraw show',
      'withdraw approve',
      'withdraw pay',
    ])

    await page.goto(place('releases'))
    await page.setViewportSize({ width: 1280, height: 900 })
    const began = Date.now()
    const back = page.getByRole('button', { name: `Roll back ${app}` })
    await back.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Why').fill('the list is empty')
    await page.screenshot({ path: info.outputPath('plan-1280.png') })
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await site.active(app)).id, { intervals: [20] }).not.toBe(bad)
    const liveMs = Date.now() - began
    await expect(page.getByText(/Seen as a browser would: the page and \d+ files, all as signed/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/Rolled back by olga/).first()).toBeVisible()
    expect(await violationsOf(page, ['light', 'dark'])).toEqual([])
    await page.screenshot({ path: info.outputPath('releases-1280.png') })
    console.log(`a rollback from sight to live: ${liveMs} ms`)
    const [newest] = (await site.release('history')) as { by: string; why: string; action: string }[]
    expect(newest).toMatchObject({ by: 'olga', why: 'the list is empty', action: 'rollback' })

    // What another operator does by the command is seen without a reload.
    await site.release('promote', app, bad, '--why', 'it was the service')
    await expect(page.getByText('it was the service').first()).toBeVisible()
  } finally {
    await context.close()
    await operations.stop()
    await site.stop()
    await product.stop()
  }
})
