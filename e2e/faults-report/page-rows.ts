import { killService } from '../injectors/service.ts'
import { sameAgain, shellThrows, shellThrowsLater } from '../injectors/releases.ts'
import { answers, edits } from '../injectors/wire-faults.ts'
import { operator } from '../product/operator.ts'
import type { Tried } from './figures.ts'
import type { Edit } from '../product/site.ts'
import { areas, go, visit, type Scene, type Visit } from './scene.ts'
import { watchStages } from './stages.ts'

/**
 * What a row of the page or of the service does; it throws where it was not survived, and gives its ms, and what was seen
 * where the row is about that.
 */
type PageRow = {
  readonly id: string
  readonly says: string
  /** Where somebody stands before it. */
  readonly from: string
  readonly try: (scene: Scene, seen: Visit) => Promise<number | { readonly ms: number; readonly saw: string }>
  /** Where somebody stands after it. */
  readonly at: string
  /** Whether the document may be another afterwards. */
  readonly reloads?: true
}

const registryBlock = /(<script type="application\/json" id="registry">)(.*?)(<\/script>)/s
const pages = /^\/(money|team|home|lanuch)$/

export const pageRows: readonly PageRow[] = [
  {
    id: 'A01',
    says: 'the page has no data block',
    from: '/team',
    at: '/money',
    reloads: true,
    async try({ proxy }, { page, reports }) {
      proxy.inject(
        pages,
        edits(html => html.replace(registryBlock, '')),
      )
      const ms = await timed(async () => {
        await page.goto('/money')
        await page.locator('[data-area="remote-wallet"] h1').waitFor()
      })
      await until('the report registry_missing', () => JSON.stringify(reports).includes('registry_missing'))
      return ms
    },
  },
  {
    id: 'A03',
    says: 'one remote is missing in the page',
    from: '/team',
    at: '/money',
    reloads: true,
    async try({ proxy }, { page }) {
      proxy.inject(
        pages,
        edits(html => html.replace(registryBlock, withoutWallet)),
      )
      return timed(async () => {
        await page.goto('/money')
        await page.locator('[data-area="remote-wallet"] h1').waitFor()
      })
    },
  },
  {
    id: 'A13',
    says: 'no file of the shell is there',
    from: '/money',
    at: '/money',
    reloads: true,
    async try({ proxy }, { page }) {
      proxy.inject(/^\/releases\/shell\/.*\.js$/, answers(404))
      await emptyCache(page)
      await page.goto('/money', { waitUntil: 'commit' })
      const message = page.getByRole('alert').filter({ hasText: 'Ad Coin did not load' })
      const ms = await timed(() => message.waitFor({ timeout: 5_000 }))
      proxy.heal()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.locator('[data-area="remote-wallet"] h1').waitFor()
      return ms
    },
  },
  brokenShell('A20', 'a shell that throws at its first line is live', shellThrows),
  brokenShell('A21', 'a shell that throws a moment later is live', shellThrowsLater),
  {
    id: 'B21',
    says: 'no remote is there at all',
    from: '/money',
    at: '/money',
    reloads: true,
    async try({ proxy }, { page }) {
      proxy.inject(/^\/releases\/remote-.*\/remoteEntry\.js$/, answers(404))
      await emptyCache(page)
      const card = page.getByRole('alert').filter({ hasText: 'Something went wrong, please try again later' })
      const ms = await timed(async () => {
        await page.goto('/money')
        await card.waitFor()
      })
      for (const name of ['Tasks', 'Team', 'Money']) {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
        await card.waitFor()
      }
      await page.getByRole('button', { name: 'Help' }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      proxy.heal()
      await card.getByRole('button', { name: 'Retry' }).click()
      await page.locator('[data-area="remote-wallet"] h1').waitFor()
      return ms
    },
  },
  {
    id: 'J21',
    says: 'the service is killed',
    from: '/money',
    at: '/team',
    async try({ product }, { page }) {
      killService(product.pid)
      const ms = await timed(async () => {
        await go(page, '/team')
        await page.locator('[data-area="remote-team"] h1').waitFor()
        await until('the service back', async () => (await page.request.get('/app/launch')).ok(), 30_000)
      })
      const { ok } = (await operator(product.dataDir).ops('ledger:verify')) as { ok: boolean }
      if (!ok) throw new Error('the ledger does not verify')
      return ms
    },
  },
  {
    id: 'M02',
    says: 'rolled back with a half-filled form open',
    from: '/money',
    at: '/cardAdd',
    async try({ site }, { page }) {
      const before = (await site.live('remote-wallet')).active.id
      await site.publish('remote-wallet', sameAgain)
      await page.reload()
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
      await go(page, '/cardAdd')
      const holder = page.getByLabel('Account holder')
      await holder.fill('Ana Souza')
      await site.release('rollback', 'remote-wallet', '--why', 'a row of the report')
      const ms = await timed(() => learns(page, before))
      if ((await holder.inputValue()) !== 'Ana Souza') throw new Error('the form lost what was typed')
      await go(page, '/money')
      await page.locator(`[data-area="remote-wallet"][data-release="${before}"] h1`).waitFor()
      await go(page, '/cardAdd')
      await until('the draft', async () => (await holder.inputValue()) === 'Ana Souza')
      return ms
    },
  },
  {
    id: 'M10',
    says: 'the gateway is started anew',
    from: '/money',
    at: '/team',
    async try({ site }, { page }) {
      await site.restart()
      return timed(async () => {
        await go(page, '/team')
        await page.locator('[data-area="remote-team"] h1').waitFor()
      })
    },
  },
]

export async function tryInPage(scene: Scene, row: PageRow): Promise<Tried> {
  const seen = await visit(scene, row.from)
  try {
    const came = await row.try(scene, seen)
    const { ms, ...saw } = typeof came === 'number' ? { ms: came } : came
    const lost = (await seen.lost(row.at)).filter(each => !(row.reloads && each === 'the document'))
    const why = seen.sights[0] ? `${seen.sights[0].what} at ${seen.sights[0].path}` : undefined
    return { where: 'page', ms: Math.round(ms), lost, ...saw, ...(why ? { why } : {}) }
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return { where: 'page', ms: 0, lost: await seen.lost(row.at).catch(() => []), why }
  } finally {
    scene.proxy.heal()
    await seen.end()
  }
}

/** A shell that is broken is live, past the gate: what people see of it at their next visit, and for how long. */
function brokenShell(id: string, says: string, edit: Edit): PageRow {
  return {
    ...{ id, says, from: '/money', at: '/money', reloads: true },
    async try({ site }, { context, page }) {
      await site.publish('shell', edit)
      try {
        const saw = await watchStages(context)
        const ms = await timed(async () => {
          await page.goto('/money')
          await page.locator('[data-area="remote-wallet"] h1').waitFor({ timeout: 15_000 })
        })
        return { ms, saw: saw() }
      } finally {
        await site.release('rollback', 'shell', '--why', 'the row is over')
      }
    },
  }
}

/** The registry of the page without the remote whose screen is opened. */
function withoutWallet(_all: string, before: string, text: string, after: string): string {
  const { apps, ...registry } = JSON.parse(text) as { apps: Record<string, unknown> }
  const { 'remote-wallet': _wallet, ...others } = apps
  if (Object.keys(others).length < areas.length) throw new Error('the page does not name five apps')
  return `${before}${JSON.stringify({ ...registry, apps: others }).replaceAll('<', '\\u003c')}${after}`
}

/** The open tab becomes visible again, as often as it takes until it has been told of this release. */
async function learns(page: Visit['page'], wanted: string): Promise<void> {
  const told = page.waitForResponse(
    async answer =>
      answer.url().endsWith('/registry.json') &&
      answer.status() === 200 &&
      (await answer.text()).includes(`"active":{"id":"${wanted}"`),
    { timeout: 30_000 },
  )
  let isTold = false
  void told.then(
    () => (isTold = true),
    () => (isTold = true),
  )
  while (!isTold) {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.waitForTimeout(100)
  }
  await (await told).finished()
  // What arrived has been read two frames later.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** What the browser holds of an earlier screen would be used whatever the wire does. */
async function emptyCache(page: Visit['page']): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function until(what: string, isSo: () => boolean | Promise<boolean>, ms = 5_000): Promise<void> {
  const end = Date.now() + ms
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`)
    await new Promise(done => setTimeout(done, 50))
  }
}
