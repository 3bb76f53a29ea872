import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, openChromium } from '@adcoin/preset/fixtures'
import { buildAbroad, buildForeign, buildFrame, foreignFolder } from '@adcoin/create/foreign'
import { openSite, type ShellSite } from './site.ts'

const folder = mkdtempSync(join(tmpdir(), 'adcoin-foreign-'))
let browser: Browser
let site: ShellSite
let page: Page
const errors: string[] = []

beforeAll(async () => {
  site = await openSite(await buildApp(folder, 'shell'))
  browser = await openChromium()
  page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  page.on('pageerror', error => errors.push(error.message))
  await page.addInitScript(() => localStorage.setItem('adcoin.token', 'token-of-somebody-0123456789'))
}, 120_000)

afterAll(async () => {
  await browser.close()
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

// Rspack's is built by what this repository has; `npm run foreign` brings the tools of the others.
describe.each(['rspack', 'webpack', 'vite'])('a stock container of %s', tool => {
  const built = tool === 'rspack' ? join(folder, tool) : join(foreignFolder, 'dist', tool)

  test.skipIf(tool !== 'rspack' && !existsSync(built))(
    'is drawn in a frame of ours, keeps its state, and goes when it is left',
    async () => {
      if (tool === 'rspack') buildForeign(tool, built)
      site.publish(await buildFrame(folder, tool, built))
      await page.goto(`${site.url}/partner`)
      await page.getByRole('button', { name: 'Partner: 0' }).click()
      await page.getByRole('button', { name: 'Partner: 1' }).waitFor()
      await page.getByRole('button', { name: 'Back' }).click()
      await page.getByRole('heading', { name: 'Fixture 3.0.0' }).waitFor()
      expect(await page.getByRole('button', { name: /^Partner/ }).count()).toBe(0)
      expect(errors).toEqual([])
    },
    60_000,
  )
})

test('one of ours, built for the hosts of others, is drawn by a stock host; a release is not, and why is known', async () => {
  const [host, abroad] = [join(folder, 'host'), join(folder, 'abroad')]
  buildForeign('host', host)
  await buildAbroad('remote-team', abroad)
  const { files } = await buildApp(folder, 'remote-team')
  const stock = await browser.newPage()
  await serve(stock, 'http://host.test', host)
  await serve(stock, 'http://abroad.test', abroad)
  await serve(stock, 'http://release.test', files)
  const open = (origin: string, name: string, exposed: string) =>
    stock.goto(`http://host.test/?${new URLSearchParams({ entry: `${origin}/remoteEntry.js`, name, exposed })}`)

  await open('http://abroad.test', 'remote_team_abroad', 'screen')
  await stock.getByRole('heading', { level: 1, name: 'My team' }).waitFor()
  // What it runs on is the shell's; shared/docs/measurements.md says what would change that.
  await open('http://release.test', 'remote_team', 'door')
  await stock.getByText(/^failed: .*bundlerRuntime/).waitFor()
}, 120_000)

const kinds: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** A folder as a host that lets any page read it; what is no file of it is its page, where it has one. */
async function serve(stock: Page, origin: string, from: string): Promise<void> {
  await stock.route(`${origin}/**`, route => {
    const file = join(from, new URL(route.request().url()).pathname)
    const headers = { 'access-control-allow-origin': '*' }
    if (extname(file) !== '' && existsSync(file))
      return route.fulfill({ path: file, headers, contentType: kinds[extname(file)] ?? 'text/plain' })
    const index = join(from, 'index.html')
    if (extname(file) !== '' || !existsSync(index)) return route.fulfill({ status: 404, headers })
    return route.fulfill({ path: index, headers, contentType: 'text/html' })
  })
}
