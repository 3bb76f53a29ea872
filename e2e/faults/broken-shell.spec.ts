import { startFaultProxy, type FaultProxy } from '../injectors/proxy.ts'
import { closeDialog } from '../product/dialogs.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { startSite, type Edit, type TestSite } from '../product/site.ts'
import { createTestAccount, openAs, type TestAccount } from '../product/test-account.ts'
import { expect, test, type BrowserContext, type Page } from '../product/test.ts'
import { recordMeasurement } from './fault-report.ts'

const prependLine =
  (words: string): Edit =>
  (path, text) =>
    path === 'shell.js' ? `${words};${text}` : text

/** What a shell may do at its start, and which phase is reported. */
const broken: readonly (readonly [id: string, says: string, edit: Edit, phase: string])[] = [
  ['A20', 'throws at its first line', prependLine('throw new Error("first line")'), 'evaluate'],
  ['A21', 'throws a moment later', prependLine('setTimeout(()=>{throw new Error("later")},0)'), 'evaluate'],
  [
    'A21',
    'throws as it draws its frame',
    (path, text) =>
      path === 'shell.js' ? text.replaceAll('"frame.main"', '(()=>{throw new Error("frame")})()') : text,
    'render',
  ],
  ['A22', 'draws nothing', prependLine('await new Promise(()=>{})'), 'stall'],
]

let site: TestSite
let proxy: FaultProxy
let somebody: TestAccount
let good: string
test.beforeAll(async ({ product }) => {
  const { createOperator } = await import('../product/operator.ts')
  somebody = await createTestAccount(product.url, createOperator(product.dataDir))
  site = await startSite(product)
  proxy = await startFaultProxy(site.url)
  good = (await site.active('shell')).id
})
test.afterAll(async () => {
  await proxy.stop()
  await site.stop()
})
test.afterEach(async () => {
  if ((await site.active('shell')).id !== good) await site.release('rollback', 'shell', '--why', 'e2e')
  expect((await site.active('shell')).id).toBe(good)
})

test('the gate refuses a shell that throws at its first line, and lets the one that is live pass', async () => {
  const before = site.files()
  const refused: unknown = await site.publish('shell', prependLine('throw new Error("first line")'), []).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(String((refused as { stdout?: string }).stdout)).toMatch(/shell-starts[^]*first line/)
  expect([...site.files()]).toEqual([...before])
  await site.publish('shell', (_path, text) => text, [])
})

for (const [id, says, edit, phase] of broken)
  test(
    `${id} a shell that ${says} is replaced by the previous one in the same page, each time`,
    { tag: '@engines' },
    async ({ browser }) => {
      const release = await site.publish('shell', edit)
      for (const [who, path, heading] of [
        [null, '/lanuch', 'Join now'],
        [somebody, '/money', 'My money'],
      ] as const) {
        const context = await browser.newContext()
        const seen = await watchReports(context)
        const began = performance.now()
        const page = await openAs(context, proxy.url, who, path)
        await expect(page.locator('[data-area]').getByText(heading, { exact: true })).toBeVisible()
        const took = Math.round(performance.now() - began)
        recordMeasurement(test.info(), {
          id,
          says: `a shell that ${says}`,
          where: path,
          kind: 'hard',
          ms: took,
          lost: [],
        })
        await expect.poll(() => listDrawnShells(page)).toEqual([good])
        const reported = { app: 'shell', release, phase }
        await expect.poll(() => seen.reports).toEqual([reported])
        // Nothing is kept of it: the next visit tries the live one again.
        await page.goto(proxy.url + path)
        await expect(page.locator('[data-area]').getByText(heading, { exact: true })).toBeVisible()
        await expect.poll(() => [seen.pages(), seen.reports]).toEqual([2, [reported, reported]])
        if (who) await expectWorkingShell(page)
        await context.close()
      }
    },
  )

/** Every page that was asked for, but for the one without a shell on which a token is written; and every report. */
async function watchReports(context: BrowserContext) {
  const reports: { app: string; release: string; phase: string }[] = []
  let pages = 0
  proxy.observe(/^\/app\/health\/report$/, body => {
    const { app, release, phase } = JSON.parse(body) as (typeof reports)[number]
    reports.push({ app, release, phase })
  })
  context.on('request', request => {
    if (request.isNavigationRequest() && !request.url().endsWith('/healthz')) pages++
  })
  return { reports, pages: () => pages }
}

/** The shells whose texts came: which one it is that draws. */
function listDrawnShells(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([data-release])')].map(
        link => new URL(link.href).pathname.split('/')[3] ?? '',
      ),
    ),
  ])
}

/** Areas of other remotes, late parts of the shell, and another language. */
async function expectWorkingShell(page: Page): Promise<void> {
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
  await page.goto(`${proxy.url}/language`)
  await waitUntilDrawn(page)
  await page.getByText('Português', { exact: false }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^pt/)
}
