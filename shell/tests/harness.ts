import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { buildApp, buildFixture, openChromium, type BuiltRelease, type FixtureKind } from '@adcoin/preset/fixtures'
import { startFixtureSite, type ShellSite } from './site.ts'

/** The fixture shell and two healthy releases of the fixture remote; the broken ones that a file asked for. */
export let good: BuiltRelease
export let better: BuiltRelease
export const bad = {} as Record<Exclude<FixtureKind, 'healthy'>, BuiltRelease>
/** Fresh for each test: a site, a page in a context of its own, and what the page complained about. */
export let site: ShellSite
export let page: Page
export let errors: string[]

/** Call it once at the top of a test file, with the broken releases that it needs. */
export function composeFixtures(...kinds: readonly Exclude<FixtureKind, 'healthy'>[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-composition-'))
  let shell: BuiltRelease
  let browser: Browser

  beforeAll(async () => {
    // The real composition, in a frame of twenty lines.
    shell = await buildApp(folder, 'shell', join(import.meta.dirname, 'fixtures', 'shell-fixture'))
    good = await buildFixture(folder, '1.0.0', 'healthy')
    better = await buildFixture(folder, '1.1.0', 'healthy')
    for (const [index, kind] of kinds.entries()) bad[kind] = await buildFixture(folder, `2.0.${index}`, kind)
    browser = await openChromium()
  }, 120_000)

  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    site = await startFixtureSite(shell)
    page = await (await browser.newContext()).newPage()
    errors = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && /Content Security Policy|TrustedScript|Trusted Type/.test(message.text()))
        errors.push(message.text())
    })
  })

  afterEach(async () => {
    await page.context().close()
    await site.close()
  })
}

export async function expectShown(version: string, timeout = 10_000): Promise<void> {
  const heading = page.getByRole('heading', { name: `Fixture ${version}`, exact: true })
  await heading.waitFor({ timeout }).catch(async () => {
    const visibleText = await page.locator('body').innerText()
    throw new Error(`${version} is not shown but ${visibleText}; reports: ${JSON.stringify(site.reports)}`)
  })
}

export async function clickLink(link: string): Promise<void> {
  await page.getByRole('link', { name: link }).click()
}

export function listRequests(release: BuiltRelease): readonly string[] {
  return site.requests.filter(path => path.includes(`/${release.material.id}/`))
}

/**
 * The open tab becomes visible again, as often as it takes until it has asked for what is live (not more than every two
 * seconds).
 */
export async function waitForLivePoll(): Promise<void> {
  let answer: Awaited<ReturnType<Page['waitForResponse']>> | undefined
  void page.waitForResponse('**/live.json').then(came => (answer = came))
  while (!answer) {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.evaluate(() => new Promise(done => setTimeout(done, 100)))
  }
  await answer.finished()
  // What arrived has been read two frames later.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}

type Response = Parameters<ShellSite['fault']>[1]

export function sendError(response: Response, status: number, headers: Record<string, string> = {}): true {
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers }).end('no')
  return true
}

/** The file of the first page that the other page does without. */
export function findPageOnlyFile({ material }: BuiltRelease): string {
  const [first = [], form = []] = [material.preload['/fixture'], material.preload['/fixtureForm']]
  return first.find(file => !form.includes(file)) ?? ''
}
