import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../product/product.ts'
import { startCopy, type RepositoryCopy } from '../product/repository-copy.ts'
import { makeSomebody, openAs } from '../product/signed-in.ts'
import { startSite, type TestSite } from '../product/site.ts'
import { expect, test } from '../product/test.ts'

// No team has this name.
const app = 'remote-fifth'
type Refusal = { readonly rule: string; readonly says: string; readonly remedy: string }

let copy: RepositoryCopy
let site: TestSite
test.beforeEach(async ({ product }) => {
  copy = startCopy()
  site = await startSite(product)
})
test.afterEach(async () => {
  await site.stop()
  copy.remove()
})
const inCopy = (...words: string[]) => copy.run(site.dataDir, ...words)
const release = (...words: string[]) => inCopy('shared/release/src/cli/main.ts', ...words)

/** The rules that refuse a publish, with what the gate says to do about each. */
async function refusals(): Promise<readonly Refusal[]> {
  const refused: unknown = await release('publish', app, '--skip-checks', '--why', 'partner', '--json').then(
    () => undefined,
    (error: unknown) => error,
  )
  if (typeof refused !== 'object' || refused === null || !('stdout' in refused)) throw new Error('it was not refused')
  return (JSON.parse(String(refused.stdout)) as { refusals: readonly Refusal[] }).refusals
}

/** What a container's own React and runtime leave in the page when it is unmounted. */
const react = 'selectionchange listener'
const runtimeOfVite = String.raw`window\.__VUE_HMR_RUNTIME__, window\.__mf_init__virtual:\S+, window\.__mf_module_cache__`
const leftovers = { rspack: react, webpack: react, vite: `${react}, ${runtimeOfVite}` }

// Rspack's is built by what this repository has; `npm run foreign` brings the tools of the others.
for (const [tool, left] of Object.entries(leftovers)) {
  const built = join(root, 'e2e/foreign/dist', tool)
  const isThere = tool === 'rspack' || existsSync(built)

  // Skipped before a copy of the repository is made for it.
  const testOrSkip = isThere ? test : test.skip
  testOrSkip(
    `a stock container of ${tool} is published with what operators sign for, is live, and goes back`,
    async ({ context, product, operate }) => {
      // It builds three times and tries two of them: half a minute of work, more where others work too.
      test.setTimeout(600_000)
      await inCopy('shared/create/src/main.ts', app)
      await release('publish', app, '--skip-checks', '--why', 'first')

      await inCopy('shared/create/src/main.ts', 'page', `${app}/partner`, '--foreign')
      standsOnReact()
      const container = join(copy.root, app, 'foreign/partner')
      if (tool === 'rspack') execFileSync(process.execPath, [join(root, 'e2e/foreign/build.mjs'), tool, container])
      else cpSync(built, container, { recursive: true })

      // The gate says each rule with its number, and how operators sign for it.
      const lines = await refusals()
      expect(lines.length).toBeGreaterThan(0)
      const signed = new Set(
        lines.map(({ remedy }) => /release (allow \S+ \S+(?: --places \d+)?) --why/.exec(remedy)?.[1]),
      )
      expect([...signed]).not.toContain(undefined)
      for (const words of signed) await release(...(words ?? '').split(' '), '--why', 'the container of a partner')
      // Its own React listens to the document and never ends that, Vite's runtime keeps three globals, and nobody can
      // sign for either: it goes live without a smoke test, and generation, status and history say so.
      // shared/docs/measurements.md
      expect(await refusals()).toMatchObject([
        { rule: 'leaves-nothing', says: expect.stringMatching(new RegExp(`it left behind: ${left}$`)) },
      ])
      await release('publish', app, '--why', 'partner', '--skip-smoke-test', '--skip-checks')
      expect(await release('status')).toMatch(/^remote-fifth +\S+ +live, smoke test skipped/m)

      const somebody = await makeSomebody(product.url, operate)
      const page = await openAs(context, site.url, somebody, '/partner')
      await page.getByRole('button', { name: /: 0$/ }).click()
      await expect(page.getByRole('button', { name: /: 1$/ })).toBeVisible()
      await page.goto(`${site.url}/money`)
      await expect(page.getByRole('heading', { level: 1, name: 'My money' })).toBeVisible()

      await release('rollback', app, '--why', 'test')
      await page.goto(`${site.url}/partner`)
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
      await page.goto(`${site.url}/fifth`)
      await expect(page.getByRole('heading', { level: 1, name: 'Updates' })).toBeVisible()
    },
  )
}

/** What `npm install -w remote-fifth react` writes; the package itself is there. */
function standsOnReact(): void {
  const file = join(copy.root, app, 'package.json')
  const own = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }
  const money = JSON.parse(readFileSync(join(copy.root, 'remote-wallet/package.json'), 'utf8')) as typeof own
  own.dependencies['react'] = money.dependencies['react'] ?? ''
  writeFileSync(file, `${JSON.stringify(own, null, 2)}\n`)
}
