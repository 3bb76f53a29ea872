import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, buildFixture, openChromium } from '@adcoin/preset/fixtures'
import { openSite, type ShellSite } from './site.ts'

/** The real shell with the four real remotes, and beside them one that none of them has heard of. */
const folder = mkdtempSync(join(tmpdir(), 'adcoin-fifth-'))
let browser: Browser
let site: ShellSite
let page: Page

beforeAll(async () => {
  const shell = await buildApp(folder, 'shell')
  const four = []
  for (const app of ['remote-auth', 'remote-tasks', 'remote-wallet', 'remote-team'])
    four.push(await buildApp(folder, app))
  site = await openSite(shell, four)
  site.publish(await buildFixture(folder, '1.0.0', 'healthy'))
  browser = await openChromium()
  page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.addInitScript(() => localStorage.setItem('adcoin.token', 'token-of-somebody-0123456789'))
}, 120_000)

afterAll(async () => {
  await browser.close()
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

test('a fifth remote brings its own route, tab, texts and title into the frame, without a word about it in the shell', async () => {
  await page.goto(`${site.url}/home`)
  await tab('Money').waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(5)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').last().click()
  await page.getByRole('heading', { name: 'Fixture 1.0.0' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/fixture')
  expect(await page.title()).toMatch(/ · Ad Coin$/)
})

test('it uses the same copies as the shell and listens to the bus', async () => {
  const shared = await page.evaluate(() => {
    const { fromRemote } = globalThis as unknown as {
      fromRemote: { bus: { on(name: string, handler: (payload: unknown) => void): void } }
    }
    return new Promise(resolve => {
      fromRemote.bus.on('shell.languageChanged', resolve)
      setTimeout(() => resolve('silence'), 10_000)
    })
  })
  // A value that replays: the shell said it before this remote was loaded.
  expect(shared).toEqual({ language: 'en_US' })
})

test('it owns and emits an event that no other app knows', async () => {
  await page.getByRole('button', { name: 'Clap' }).click()
  await expect.poll(() => page.evaluate(() => (globalThis as { clapped?: number }).clapped)).toBe(2)
})

test('from it the four are one tap away, in the same document', async () => {
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  for (const name of ['Home', 'Tasks', 'Money', 'Team']) {
    await tab(name).click()
    await page.locator(`nav a[aria-current=page]:has-text("${name}")`).waitFor()
  }
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})
