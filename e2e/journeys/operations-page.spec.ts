import { findViolations } from '../accessibility/violations.ts'
import { throwAtEvaluation } from '../injectors/releases.ts'
import { createEarner } from '../product/earner.ts'
import { sendFilmProof } from '../product/film-proof.ts'
import { createOperator } from '../product/operator.ts'
import { startProduct, type Product } from '../product/product.ts'
import { findBrowsers, sendBrowserReports } from '../product/browser-reports.ts'
import { openTestStore } from '../product/site.ts'
import { expect, test, type Browser, type Page } from '../product/test.ts'

const app = 'remote-team'
/** Of an operation: its checks are seconds of work, many more on a busy machine. */
const patience = { timeout: 90_000 }

const buildPath = (...parts: readonly string[]) => `/#/${parts.join('/')}`
/** Within a card of a list: the one that is named so. */
const locateCard = (page: Page, name: string | RegExp) => page.getByRole('article', { name })

test('an operator links, reviews, pays, rolls back and runs a canary on the operations page', async ({
  browser,
}, info) => {
  test.setTimeout(600_000)
  // Only the operator decides.
  const product = await startProduct({
    env: { SANDBOX_REVIEW_SECONDS: '0', OPERATIONS_PORT: '0', RELEASE_BY: 'olga' },
  })
  try {
    const site = openTestStore(product.url, product.dataDir)
    const bad = await site.publish(app, (_, text) => text)
    const baseURL = await readPrintedUrl(product)
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL })
    const page = await context.newPage()
    // The person works while the operator decides: each step of theirs waits for one here.
    const earning = createEarner(product.url, createOperator(product.dataDir))
    await page.goto(buildPath('work', 'accounts'))
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByRole('button', { name: 'Link it' }).click()
    await expect(page.getByText('No account waits to be linked.')).toBeVisible()

    await page.getByRole('radio', { name: 'Proof' }).click()
    await expect(page.getByRole('button', { name: 'Pass and pay' })).toBeVisible()
    await page.screenshot({ path: info.outputPath('proof-390.png') })
    expect(await findViolations(page, ['light', 'dark'])).toEqual([])
    await page.getByRole('button', { name: 'Pass and pay' }).click()
    await page.getByRole('button', { name: 'Pass it and pay' }).click()
    await expect(page.getByText('No proof waits for a decision.')).toBeVisible()
    await sendFilmProof(product.url, createOperator(product.dataDir))
    await playFilm(page)

    const { userId, mobile } = await earning
    await findAndDisable(page, `+52 ${mobile}`, userId)
    await page.goto(buildPath('work', 'withdrawals'))
    const withdrawal = locateCard(page, `Withdrawal of ${userId}`)
    await withdrawal.getByRole('button', { name: 'Show the account' }).click()
    await expect(withdrawal.getByText('Ana Souza')).toBeVisible()
    await page.screenshot({ path: info.outputPath('withdrawal-390.png') })
    await withdrawal.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('dialog')).toContainText(/MX\$\d/)
    await page.getByRole('button', { name: 'Approve it' }).click()
    await expect(withdrawal.getByText('To be paid')).toBeVisible()
    await withdrawal.getByRole('button', { name: 'Paid', exact: true }).click()
    await page.getByLabel('Reference of the bank').fill('SPEI-7301')
    await page.getByRole('button', { name: 'It was paid' }).click()
    await expect(page.getByText('No withdrawal waits.')).toBeVisible()
    const audit = (await createOperator(product.dataDir).ops('audit')) as { by: string; action: string }[]
    expect(audit.filter(({ by }) => by === 'olga').map(({ action }) => action)).toEqual([
      'bind pass',
      'review pass',
      'user show',
      'user disable',
      'user show',
      'user enable',
      'user show',
      'withdraw show',
      'withdraw approve',
      'withdraw pay',
    ])

    await page.goto(buildPath('releases'))
    await page.setViewportSize({ width: 1280, height: 900 })
    const began = Date.now()
    const back = page.getByRole('button', { name: `Roll back ${app}` })
    await back.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Why').fill('the list is empty')
    await page.screenshot({ path: info.outputPath('plan-1280.png') })
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await site.active(app)).id, { ...patience, intervals: [20] }).not.toBe(bad)
    const liveMs = Date.now() - began
    await expect(page.getByText(/Read back: the page and \d+ files, all as signed/)).toBeVisible(patience)
    await page.keyboard.press('Escape')
    await expect(page.getByText(/Rolled back by olga/).first()).toBeVisible()
    expect(await findViolations(page, ['light', 'dark'])).toEqual([])
    await page.screenshot({ path: info.outputPath('releases-1280.png') })
    console.log(`a rollback from sight to live: ${liveMs} ms`)
    const [newest] = (await site.release('history')) as { by: string; why: string; action: string }[]
    expect(newest).toMatchObject({ by: 'olga', why: 'the list is empty', action: 'rollback' })

    // What another operator does by the command is seen without a reload.
    await site.release('promote', app, bad, '--even-if-unsafe', '--why', 'it was the service')
    await expect(page.getByText('it was the service').first()).toBeVisible()

    await judgeByHand(page, product, info.outputPath('canary-1280.png'))
    await expectAutomaticJudgement(page, product, browser)
    await context.close()
  } finally {
    await product.stop()
  }
})

/** A person is found by their number, shown, disabled, and let in again. */
async function findAndDisable(page: Page, mobile: string, userId: string): Promise<void> {
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel(/mobile number/).fill(mobile)
  await page.getByRole('button', { name: 'Find' }).click()
  const person = locateCard(page, `Person ${userId}`)
  await expect(person.getByText('Active', { exact: true })).toBeVisible()
  await expect(person.getByText('1 passed, 0 refused, 0 waiting')).toBeVisible()
  await person.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Disable the account' }).click()
  await expect(person.getByText('Disabled', { exact: true })).toBeVisible()
  await person.getByRole('button', { name: 'Let in again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Let in again' }).click()
  await expect(person.getByText('Active', { exact: true })).toBeVisible()
}

/** A film that was sent as proof plays, and one can jump in it. */
async function playFilm(page: Page): Promise<void> {
  const film = page.getByLabel('Proof 1 of 1')
  await expect(film).toBeVisible()
  const jumpedTo = await film.evaluate(async element => {
    const video = element as HTMLVideoElement
    const waitForEvent = (name: string) => new Promise(done => video.addEventListener(name, done, { once: true }))
    video.muted = true
    const moves = waitForEvent('timeupdate')
    await video.play()
    await moves
    const jumped = waitForEvent('seeked')
    video.currentTime = video.duration / 2
    await jumped
    return video.currentTime / video.duration
  })
  expect(jumpedTo).toBeGreaterThan(0.4)
}

const tried = 'remote-auth'

/** A held release that throws at once is tried on a share, seen to fail, and ended, by hand. */
async function judgeByHand(page: Page, product: Product, picture: string): Promise<void> {
  const site = openTestStore(product.url, product.dataDir)
  const candidate = await site.publish(tried, throwAtEvaluation, ['--skip-smoke-test', '--stage'])
  await page.getByRole('button', { name: `Start a canary of ${tried} ${candidate}` }).click()
  await page.getByLabel(/^A person decides/).check()
  await expect(page.getByText(`10 % of browsers get ${candidate}`)).toBeVisible()
  await page.getByLabel('Why').fill('look at it first')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Read back/)).toBeVisible(patience)
  await page.keyboard.press('Escape')

  const canary = page.getByRole('region', { name: `Canary of ${tried}` })
  await expect(canary.getByText('too few browsers to tell')).toBeVisible()
  await sendBrowserReports(product.url, tried, await site.live(), { works: 24, fails: 6 })
  await expect(canary.getByText('The judge recommends: stop')).toBeVisible()
  await expect(canary.getByText(/^6 with it, 0 without, evidence/)).toBeVisible()
  await expect(canary.getByText(/^failures: 6 with it among 6 browsers, 0 without it among 24, by luck/)).toBeVisible()
  expect(await findViolations(page, ['light', 'dark'])).toEqual([])
  await page.screenshot({ path: picture, fullPage: true })
  await canary.getByRole('button', { name: 'Stop' }).click()
  await page.getByLabel('Why').fill('it fails wherever it is tried')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Read back/)).toBeVisible(patience)
  await page.keyboard.press('Escape')
  await expect(canary).toHaveCount(0)
}

/**
 * The same release once more, begun by the command: a handful of browsers meet it, and the judge of npm start ends it.
 */
async function expectAutomaticJudgement(page: Page, product: Product, browser: Browser): Promise<void> {
  const site = openTestStore(product.url, product.dataDir)
  const candidate = (await site.liveApp(tried)).stopped ?? ''
  const again = ['--share', '10', '--even-if-unsafe', '--why', 'once more']
  await site.release('canary', tried, candidate, ...again)
  const live = await site.live()
  const { canary } = live.apps[tried] ?? {}
  if (!canary) throw new Error('the canary does not run')
  await sendBrowserReports(product.url, tried, live, { works: 24, fails: 0 })
  for (const number of findBrowsers(tried, canary, 'canary', 6)) {
    const context = await browser.newContext({ baseURL: product.url })
    await context.addInitScript(value => localStorage.setItem('adcoin.browser', value), number)
    const visitor = await context.newPage()
    // The judge may have ended it before the last of them came: then there is nothing to report.
    const reported = visitor.waitForResponse('**/app/health/report', { timeout: 30_000 }).catch(() => undefined)
    await visitor.goto('/login')
    await expect(visitor.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await reported
    await context.close()
    if ((await site.liveApp(tried)).canary === undefined) break
  }
  await expect.poll(async () => (await site.liveApp(tried)).stopped, patience).toBe(candidate)
  const [newest] = (await site.release('history')) as { action: string; why: string }[]
  expect(newest).toMatchObject({ action: 'stop', why: expect.stringMatching(/^judge: failures: \d with it among/) })
  await expect(page.getByText(newest?.why ?? '').first()).toBeVisible()
}

/** The address that npm start prints, some moments after the product answers. */
async function readPrintedUrl(product: Product): Promise<string> {
  const findUrl = () => /^\s*Operations: (http\S+)/m.exec(product.output())?.[1]
  await expect.poll(findUrl, { timeout: 60_000 }).toBeDefined()
  return findUrl() ?? ''
}
