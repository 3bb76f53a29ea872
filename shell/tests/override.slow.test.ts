import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp, buildFixture, openChromium, type BuiltRelease } from '@adcoin/preset/fixtures'
import { startFixtureSite, type ShellSite } from './site.ts'

/** The real shell, one remote that is live, and releases of it that never were. */
const folder = mkdtempSync(join(tmpdir(), 'adcoin-override-'))
let shell: BuiltRelease
let live: BuiltRelease
let held: BuiltRelease
let browser: Browser
let site: ShellSite
let page: Page

beforeAll(async () => {
  shell = await buildApp(folder, 'shell')
  live = await buildFixture(folder, '1.0.0', 'healthy')
  held = await buildFixture(folder, '2.0.0', 'healthy')
  browser = await openChromium()
}, 120_000)

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  site = await startFixtureSite(shell)
  site.held = [held]
  site.overrides = true
  site.publish(live)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  await context.addInitScript(() => localStorage.setItem('adcoin.token', 'token-of-somebody-0123456789'))
  page = await context.newPage()
})

afterEach(async () => {
  await page.context().close()
  await site.close()
})

const expectVersionShown = (version: string) =>
  page.getByRole('heading', { name: `Fixture ${version}` }).waitFor({ timeout: 10_000 })
const readStoredChoice = () => page.evaluate(() => localStorage.getItem('adcoin.use'))
const question = () => page.getByRole('alertdialog', { name: 'Try another version of this part?' })
const badge = () => page.getByRole('complementary', { name: 'Versions being tried' })

test.each([
  ['another host', 'remote-fixture@http://evil.example:3003'],
  ['a script', 'remote-fixture@javascript:alert(1)'],
  ['the shell', 'shell@1.0.0'],
  ['two things at once', `remote-fixture@2.0.0&use=remote-fixture@3.0.0`],
  ['what is not there', 'remote-fixture@9.9.9'],
])('a link that asks for %s is refused in words and changes nothing', async (_, wish) => {
  await page.goto(`${site.url}/fixture?use=${wish}`)
  await expectVersionShown('1.0.0')
  await page.getByText('Nothing was changed.').waitFor()
  expect([await question().count(), await readStoredChoice()]).toEqual([0, null])
})

test('on a deployment that does not allow it the link does nothing, and what was kept is ignored', async () => {
  site.overrides = false
  await page.addInitScript(
    id => localStorage.setItem('adcoin.use', JSON.stringify({ 'remote-fixture': id })),
    held.material.id,
  )
  await page.goto(`${site.url}/fixture?use=remote-fixture@2.0.0&inspect`)
  await expectVersionShown('1.0.0')
  await page.keyboard.press('Control+Alt+KeyI')
  await page.waitForLoadState('networkidle')
  expect([await question().count(), await badge().count(), await page.getByRole('dialog').count()]).toEqual([0, 0, 0])
  expect(site.requests.filter(path => /published|override|inspector/.test(path))).toEqual([])
})

test('the inspector opens by keys, explains the page, sets an override, and fits both themes', async () => {
  await page.goto(`${site.url}/fixture`)
  await expectVersionShown('1.0.0')
  // The code that listens to the keys loads after the first screen.
  await page.waitForLoadState('networkidle')
  expect(site.requests.filter(path => /override|inspector/.test(path))).toEqual([])
  await page.keyboard.press('Control+Alt+KeyI')
  const inspector = page.getByRole('dialog', { name: 'Inspector' })
  await inspector.getByText(`${live.material.id}: live`).waitFor()
  await inspector.getByText('Load steps').click()
  await inspector.getByText('remote-fixture remoteEntry.js').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await inspector.getByLabel('Release', { exact: true }).selectOption(`remote-fixture ${held.material.id}`)
  await inspector.getByRole('button', { name: 'Use it here' }).click()
  await expectVersionShown('2.0.0')
  await badge().waitFor()
  await page.keyboard.press('Control+Alt+KeyI')
  await inspector.getByText('override: chosen in this browser').waitFor()
  await page.keyboard.press('Escape')
  await inspector.waitFor({ state: 'detached' })
}, 30_000)
