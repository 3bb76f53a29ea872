import { findViolations } from '../accessibility/violations.ts'
import { rebuildUnchanged, throwAtEvaluation } from '../injectors/releases.ts'
import { expect, type Page } from '../product/test.ts'
import { test, visit, type Scene } from './scene.ts'

const app = 'remote-team'
const key = 'adcoin.use'

test.afterEach(async ({ scene }) => {
  for (const context of scene.browser.contexts()) await context.close()
})

test(
  'a link asks first; without consent the live release is shown and nothing is stored',
  { tag: '@engines' },
  async ({ scene }) => {
    const { active, staged } = await stageRelease(scene)
    const { page } = await visit(scene, '/language')
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    // By its version: the newest build of that.
    await page.goto(`/team?use=${app}@${staged.split('-')[0]}&tab=1`)
    await expect(locateRelease(page, active)).toBeVisible()
    await expect(locateQuestion(page)).toContainText(staged)
    await expect(locateQuestion(page)).toContainText('may have sent you that link')
    expect(requests.filter(url => url.includes(`/releases/${app}/${staged}/`))).toEqual([])
    await locateQuestion(page).getByRole('button', { name: 'Keep my version' }).click()
    await expect(locateQuestion(page)).toHaveCount(0)
    expect([await readStoredChoice(page), new URL(page.url()).search]).toEqual([null, '?tab=1'])
    await page.reload()
    await expect(locateRelease(page, active)).toBeVisible()
    await expect(locateQuestion(page).or(locateBadge(page))).toHaveCount(0)
  },
)

test(
  'who agrees uses that release, sees so above every screen, and leaves it with one tap',
  { tag: '@engines' },
  async ({ browserName, scene }) => {
    const { active, staged } = await stageRelease(scene)
    const { page } = await visit(scene, '/language')
    await agree(page, staged)
    await expect(locateRelease(page, staged)).toBeVisible()
    expect(JSON.parse((await readStoredChoice(page)) ?? '')).toEqual({ [app]: staged })
    await expect(locateBadge(page)).toContainText(staged)
    // In the flow above the screen: nothing lies beneath it.
    const [line, screen] = [await locateBadge(page).boundingBox(), await locateRelease(page, staged).boundingBox()]
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(screen?.y ?? 0)
    if (browserName === 'chromium') expect(await findViolations(page, ['light', 'dark'])).toEqual([])
    await page.goto('/team')
    await expect(locateRelease(page, staged)).toBeVisible()
    await locateBadge(page).getByRole('button', { name: 'Leave' }).click()
    await expect(locateRelease(page, active)).toBeVisible()
    await expect(locateBadge(page)).toHaveCount(0)
    expect(await readStoredChoice(page)).toBeNull()
  },
)

test(
  'a failing override is replaced as any release; the banner shows it, and no report is sent',
  { tag: '@engines' },
  async ({ scene }) => {
    const { active, staged } = await stageRelease(scene, throwAtEvaluation)
    const { page, reports } = await visit(scene, '/language')
    await agree(page, staged)
    await expect(locateRelease(page, active)).toBeVisible()
    await expect(locateBadge(page)).toContainText('does not work. You see what everybody has.')
    await locateBadge(page).getByRole('button', { name: 'Leave' }).click()
    await expect(locateBadge(page)).toHaveCount(0)
    expect(reports).toEqual([])
  },
)

test('an override that is revoked is left at the next visit', { tag: '@engines' }, async ({ scene }) => {
  const { active, staged } = await stageRelease(scene)
  const { page } = await visit(scene, '/language')
  await agree(page, staged)
  await expect(locateRelease(page, staged)).toBeVisible()
  await scene.site.release('revoke', app, staged, '--why', 'e2e')
  await page.reload()
  await expect(locateRelease(page, active)).toBeVisible()
})

/** A build that is published and not live. */
async function stageRelease({ site }: Scene, edit = rebuildUnchanged): Promise<{ active: string; staged: string }> {
  const staged = await site.publish(app, edit, ['--skip-smoke-test', '--stage'])
  return { active: (await site.liveApp(app)).active, staged }
}

async function agree(page: Page, release: string): Promise<void> {
  await page.goto(`/team?use=${app}@${release}`)
  await locateQuestion(page).getByRole('button', { name: 'Try it' }).click()
}

const locateRelease = (page: Page, release: string) =>
  page.locator(`[data-area="${app}"][data-release="${release}"] h1`)
const locateQuestion = (page: Page) => page.getByRole('alertdialog', { name: 'Try another version of this part?' })
const locateBadge = (page: Page) => page.getByRole('complementary', { name: 'Versions being tried' })
const readStoredChoice = (page: Page) => page.evaluate(name => localStorage.getItem(name), key)
