import { browserKey, reportVisits, type LiveCanary } from '@adcoin/contract'
import { engine } from '../engines/engines.ts'
import { rebuildUnchanged, throwInRender } from '../injectors/releases.ts'
import { findBrowsers } from '../product/browser-reports.ts'
import { expect } from '../product/test.ts'
import type { Edit } from '../product/site.ts'
import { waitForLive } from '../product/wait-for-live.ts'
import { test, visit, type FaultVisit, type Scene } from './scene.ts'

const app = 'remote-team'
/** The judge compares browsers of one family. */
const families: Readonly<Record<string, string>> = { chromium: 'chromium', firefox: 'firefox', webkit: 'safari' }
const heading = `[data-area="${app}"] h1`

let undo = async () => {}
test.afterEach(async ({ scene }) => {
  for (const context of scene.browser.contexts()) await context.close()
  await undo()
  undo = async () => {}
})

test(
  'a browser in the canary uses and reports the candidate, and leaves it once it is stopped',
  { tag: '@engines' },
  async ({ scene }) => {
    const { active, canary } = await startCanary(scene, rebuildUnchanged)
    const { page, visits, reports } = await visitAs(scene, 'canary', canary)
    expect(reports, 'the candidate did not fail, nor stall on a slow machine').toEqual([])
    await expect(locateRelease(page, canary.release)).toBeVisible()
    await expect.poll(() => visits).toEqual([describeVisit(canary.release, 'canary', canary)])
    // By what the service gave this browser, later reports of it count.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('adcoin.seen'))).not.toBeNull()
    await page.reload()
    await expect(locateRelease(page, canary.release)).toBeVisible()
    await undo()
    undo = async () => {}
    await waitForLive(page)
    await expect(locateRelease(page, active)).toBeVisible()
  },
)

test(
  'a browser of the control group has the live release, and is reported as that',
  { tag: '@engines' },
  async ({ scene }) => {
    const { active, canary } = await startCanary(scene, rebuildUnchanged)
    const { page, visits } = await visitAs(scene, 'control', canary)
    await expect(locateRelease(page, active)).toBeVisible()
    // At the latest when the page is left.
    await page.goto('/healthz')
    await expect.poll(() => visits).toEqual([describeVisit(active, 'control', canary)])
  },
)

test(
  'a failing candidate is replaced by the live release at once, and reported with its group',
  { tag: '@engines' },
  async ({ scene }) => {
    const { active, canary } = await startCanary(scene, throwInRender)
    const { page, reports } = await visitAs(scene, 'canary', canary)
    await expect(locateRelease(page, active)).toBeVisible()
    await expect
      .poll(() => reports)
      .toEqual([
        expect.objectContaining({
          ...{ app, release: canary.release, phase: 'render', group: 'canary', trial: canary.salt },
          ...{ family: families[engine], browser: expect.stringMatching(/^[0-9a-f]{16}$/), language: 'en_US' },
        }),
      ])
  },
)

/** A staged build for half of all browsers, until `undo`. */
async function startCanary({ site }: Scene, edit: Edit): Promise<{ active: string; canary: LiveCanary }> {
  const candidate = await site.publish(app, edit, ['--skip-smoke-test', '--stage'])
  // A stopped canary marks its sources as failed, and all builds here have the same.
  await site.release('canary', app, candidate, '--share', '50', '--manual', '--even-if-unsafe', '--why', 'e2e')
  undo = async () => void (await site.release('canary', app, '--stop', '--why', 'e2e'))
  const { active, canary } = await site.liveApp(app)
  if (!canary) throw new Error(`no canary of ${app} runs`)
  return { active, canary }
}

type ReportedVisit = { readonly app: string; readonly release: string }

/** A person whose browser is on this side opens the screen; `visits` are those of its releases. */
async function visitAs(
  scene: Scene,
  side: 'canary' | 'control',
  canary: LiveCanary,
): Promise<FaultVisit & { readonly visits: ReportedVisit[] }> {
  const seen = await visit(scene, '/language')
  const visits: ReportedVisit[] = []
  scene.proxy.observe(new RegExp(`^${reportVisits.path}$`), body =>
    visits.push(...(JSON.parse(body) as { visits: ReportedVisit[] }).visits.filter(each => each.app === app)),
  )
  const [browser = ''] = findBrowsers(app, canary, side, 1)
  await seen.page.evaluate(([key, number]) => localStorage.setItem(key, number), [browserKey, browser] as const)
  await seen.page.goto('/team')
  await seen.page.locator(heading).waitFor()
  return { ...seen, visits }
}

const locateRelease = (page: FaultVisit['page'], release: string) =>
  page.locator(heading.replace(']', `][data-release="${release}"]`))

const describeVisit = (release: string, group: string, { salt }: LiveCanary) =>
  expect.objectContaining({ app, release, group, trial: salt, ms: expect.any(Number), path: '/team' })
