import { answerInstead } from '../injectors/wire-faults.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { expect } from '../product/test.ts'
import { go, provideFallbacks, test, visit, type FaultVisit, type Scene } from './scene.ts'

/** Failures of which no page can know whose fault they are: the previous release takes over, in this page alone. */
const app = 'remote-wallet'
const script = { 'content-type': 'text/javascript' }

test.afterEach(async ({ scene }) => {
  scene.proxy.heal()
  for (const context of scene.browser.contexts()) await context.close()
})

for (const [says, body] of [
  ['nothing', ''],
  ['the comment of a carrier', 'export {}\n/* optimised */'],
] as const)
  test(`B27 the network gives ${says} as an entry`, async ({ scene }) => {
    const { active, previous, seen } = await begin(scene)
    const { path, entry } = await scene.site.active(app)
    scene.proxy.inject(new RegExp(`^${path}/${entry}$`.replaceAll('.', '\\.')), answerInstead(200, script, body))
    for (const _time of [1, 2]) {
      await go(seen.page, '/money')
      await expect(locateShown(seen, previous)).toBeVisible()
      await go(seen.page, '/language')
      await expect(locateShown(seen, previous)).toHaveCount(0)
    }
    expect(seen.reports.map(({ release }) => release)).toEqual([active])
    scene.proxy.heal()
    await expectLiveAtNextVisit(seen, active)
  })

test('E25 a native function throws in every code of an area', async ({ scene }) => {
  const { active, seen } = await begin(scene)
  await seen.page.evaluate(name => {
    const find = Array.prototype.find
    Array.prototype.find = function (this: unknown[], ...given: Parameters<typeof find>) {
      if (new Error().stack?.includes(`/${name}/`)) throw new TypeError('not mine')
      return find.apply(this, given)
    } as typeof find
  }, app)
  for (const _time of [1, 2]) {
    await go(seen.page, '/money')
    await expect(seen.page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await go(seen.page, '/language')
    await expect(seen.page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  }
  expect(seen.reports.map(({ release }) => release)).toContain(active)
  await expectLiveAtNextVisit(seen, active)
})

test('E25 an extension hides the page while an area opens', async ({ scene }) => {
  const { active, seen } = await begin(scene)
  const hide = (value: string) =>
    seen.page.evaluate(display => document.documentElement.style.setProperty('display', display), value)
  await hide('none')
  await go(seen.page, '/money')
  await expect(locateShown(seen, active)).toHaveCount(1)
  await seen.page.waitForTimeout(1_500)
  await hide('')
  await expect(locateShown(seen, active)).toBeVisible()
  expect(seen.reports).toEqual([])
})

async function begin(scene: Scene) {
  await provideFallbacks(scene, app, 1)
  const { active, previous } = await scene.site.liveApp(app)
  return { active, previous: previous[0] ?? '', seen: await visit(scene, '/language') }
}

function locateShown({ page }: FaultVisit, release: string) {
  return page.locator(`[data-area="${app}"][data-release="${release}"] h1`)
}

async function expectLiveAtNextVisit(seen: FaultVisit, active: string): Promise<void> {
  await seen.page.goto('/money')
  await waitUntilDrawn(seen.page)
  await expect(locateShown(seen, active)).toBeVisible()
}
