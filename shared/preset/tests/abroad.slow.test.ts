import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { rspack } from '@rspack/core'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'
import { runRspack } from '../src/bundles/run-rspack.ts'
import { defineRemoteAbroad } from '../src/rspack/define-remote-abroad.ts'
import { buildApp, openChromium } from './fixtures.ts'

const folder = mkdtempSync(join(tmpdir(), 'adcoin-abroad-'))
let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 60_000)

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a remote built for other hosts is drawn by a stock host; a release is not, and the error names why', async () => {
  const [host, abroad] = [join(folder, 'host'), join(folder, 'abroad')]
  await buildHost(host)
  const configuration = defineRemoteAbroad(join(repositoryRoot, 'remote-team'))
  await runRspack({ ...configuration, output: { ...configuration.output, path: abroad } })
  const { files } = await buildApp(folder, 'remote-team')
  const stock = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await serve(stock, 'http://host.test', host)
  await serve(stock, 'http://abroad.test', abroad)
  await serve(stock, 'http://release.test', files)
  const open = (origin: string, name: string, exposed: string) =>
    stock.goto(`http://host.test/?${new URLSearchParams({ entry: `${origin}/remoteEntry.js`, name, exposed })}`)

  await open('http://abroad.test', 'remote_team_abroad', 'screen')
  await stock.getByRole('heading', { level: 1, name: 'My team' }).waitFor()
  // It takes the federation runtime and the shared modules from our shell.
  await open('http://release.test', 'remote_team', 'door')
  await stock.getByText(/^failed: .*bundlerRuntime/).waitFor()
}, 120_000)

/** A page with the published runtime of Module Federation; its address names the container. */
async function buildHost(path: string): Promise<void> {
  await runRspack({
    mode: 'production',
    context: join(import.meta.dirname, '..', 'fixtures'),
    entry: './stock-host.js',
    output: { path, clean: true, publicPath: '/' },
    plugins: [new rspack.HtmlRspackPlugin({ title: 'Host' })],
  })
}

const kinds: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** Serves a folder with CORS to any page; a path without a file is answered by its index.html, if it has one. */
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
