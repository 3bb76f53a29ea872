import { closeDialog } from '../product/dialogs.ts'
import { drawn } from '../product/drawn.ts'
import { startSite, type Edit, type TestSite } from '../product/site.ts'
import { makeSomebody, openAs, type TestAccount } from '../product/signed-in.ts'
import { expect, test, type BrowserContext, type Page } from '../product/test.ts'
import { measured } from './fault-report.ts'

const first =
  (words: string): Edit =>
  (path, text) =>
    path === 'shell.js' ? `${words};${text}` : text

/** What a shell may do at its start, which phase is reported, and how many pages it takes. */
const broken: readonly (readonly [says: string, edit: Edit, phase: string, pages: number])[] = [
  ['throws at its first line', first('throw new Error("first line")'), 'evaluate', 1],
  ['throws a moment later', first('setTimeout(()=>{throw new Error("later")},0)'), 'evaluate', 2],
  [
    'throws as it draws its frame',
    (path, text) =>
      path === 'shell.js' ? text.replaceAll('"frame.main"', '(()=>{throw new Error("frame")})()') : text,
    'render',
    2,
  ],
]

let site: TestSite
let somebody: TestAccount
let good: string
test.beforeAll(async ({ product }) => {
  const { operator } = await import('../product/operator.ts')
  somebody = await makeSomebody(product.url, operator(product.dataDir))
  site = await startSite(product)
  good = (await site.active('shell')).id
})
test.afterAll(() => site.stop())
test.afterEach(async () => {
  if ((await site.active('shell')).id !== good) await site.release('rollback', 'shell', '--why', 'e2e')
  expect((await site.active('shell')).id).toBe(good)
})

test('the gate refuses a shell that throws at its first line, and lets the one that is live pass', async () => {
  const before = site.files()
  const refused: unknown = await site.publish('shell', first('throw new Error("first line")'), []).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(String((refused as { stdout?: string }).stdout)).toMatch(/shell-starts[^]*first line/)
  expect([...site.files()]).toEqual([...before])
  await site.publish('shell', (_path, text) => text, [])
})

for (const [says, edit, phase, pages] of broken) {
  const id = pages === 1 ? 'A20' : 'A21'
  test(`${id} a shell that ${says} is replaced by the previous one for strangers and for people, and avoided after two failures`, async ({
    browser,
  }) => {
    const release = await site.publish('shell', edit)
    for (const [who, path, heading] of [
      [null, '/lanuch', 'Join now'],
      [somebody, '/money', 'My money'],
    ] as const) {
      const context = await browser.newContext()
      const seen = await watched(context)
      const began = performance.now()
      const page = await openAs(context, site.url, who, path)
      await expect(page.locator('[data-area]').getByText(heading, { exact: true })).toBeVisible()
      const took = Math.round(performance.now() - began)
      measured(test.info(), { id, says: `a shell that ${says}`, where: path, kind: 'hard', ms: took, lost: [] })
      expect(seen.pages()).toBe(pages)
      await expect.poll(() => runs(page)).toEqual([good])
      await expect.poll(() => seen.reports).toEqual([{ app: 'shell', release, phase }])
      // After its second failure the next visit avoids it.
      for (const [loads, reports] of [
        [2 * pages, 2],
        [2 * pages + 1, 2],
      ]) {
        await page.goto(site.url + path)
        await expect(page.locator('[data-area]').getByText(heading, { exact: true })).toBeVisible()
        await expect.poll(() => [seen.pages(), seen.reports.length]).toEqual([loads, reports])
      }
      if (who) await works(page)
      await context.close()
    }
  })
}

test('a shell that never ends at its first line is left alone from the next visit on', async ({ browser }) => {
  const id = await site.publish('shell', first('while(true);'))
  const context = await browser.newContext()
  const seen = await watched(context)
  // In a process of its own, which goes on: how old the note of the start is, which the hung one no longer renews.
  const witness = await openAs(context, site.url, null, '/healthz')
  const silentMs = () =>
    witness.evaluate(() => {
      const note = Object.keys(localStorage).find(key => key.startsWith('adcoin.start.'))
      return note === undefined ? 0 : Date.now() - Number(localStorage.getItem(note)?.split(' ')[1])
    })
  const hung = await context.newPage()
  await hung.goto(`${site.url}/lanuch`, { waitUntil: 'commit' })
  await expect.poll(silentMs).toBeGreaterThan(5_000)
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets')
  for (const { targetId, type, url } of targetInfos)
    if (type === 'page' && url.startsWith(site.url)) await session.send('Target.closeTarget', { targetId })
  const page = await context.newPage()
  await page.goto(`${site.url}/lanuch`)
  await expect(page.locator('[data-area]').getByText('Join now', { exact: true })).toBeVisible()
  await expect.poll(() => runs(page)).toEqual([good])
  await expect.poll(() => seen.reports).toEqual([{ app: 'shell', release: id, phase: 'stall' }])
  await context.close()
})

/** Every page that was asked for, but for the one without a shell on which a token is written; and every report. */
async function watched(context: BrowserContext) {
  const reports: { app: string; release: string; phase: string }[] = []
  let pages = 0
  context.on('request', request => {
    if (request.isNavigationRequest() && !request.url().endsWith('/healthz')) pages++
    if (request.method() !== 'POST' || !request.url().endsWith('/app/health/report')) return
    const { app, release, phase } = request.postDataJSON() as { app: string; release: string; phase: string }
    reports.push({ app, release, phase })
  })
  return { reports, pages: () => pages }
}

/** The shells whose texts came: which one it is that draws. */
function runs(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([data-release])')].map(
        link => new URL(link.href).pathname.split('/')[3] ?? '',
      ),
    ),
  ])
}

/** Areas of other remotes, late parts of the shell, and another language. */
async function works(page: Page): Promise<void> {
  for (const [tab, says] of [
    ['Team', 'My team'],
    ['Tasks', 'Tasks'],
    ['Home', /Hello/],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: says })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await closeDialog(page)
  await page.goto(`${site.url}/language`)
  await drawn(page)
  await page.getByText('Português', { exact: false }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^pt/)
}
