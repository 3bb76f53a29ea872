import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'
import { openChromium } from './open-chromium.ts'

// Inside the repository, so that the copy finds the packages; `dist` is never committed.
const dist = join(repositoryRoot, 'tools', 'preset', 'dist')
const configuration = `import { rspack } from '@rspack/core'
import { createRemoteConfig } from '@adcoin/preset'

const remote = createRemoteConfig(import.meta.dirname)
export default async environment => {
  const own = await remote(environment)
  return { ...own, plugins: [...own.plugins, new rspack.DefinePlugin({ FIXTURE_KIND: '"healthy"', FIXTURE_VERSION: '"alone"' })] }
}
`
let folder: string
let server: ChildProcess
let compiled = ''
let browser: Browser
let page: Page

beforeAll(async () => {
  mkdirSync(dist, { recursive: true })
  folder = join(mkdtempSync(join(dist, 'alone-')), 'remote-fixture')
  cpSync(join(import.meta.dirname, '..', 'fixtures', 'remote-fixture'), folder, { recursive: true })
  writeFileSync(join(folder, 'rspack.config.ts'), configuration)
  const { NODE_ENV: _test, ...environment } = process.env
  server = spawn(join(repositoryRoot, 'node_modules', '.bin', 'rspack'), ['dev'], {
    cwd: folder,
    // Where CI is set, rspack colours its words.
    env: { ...environment, PORT: '4190', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', text => {
      compiled += String(text)
      if (/compiled/.test(compiled)) resolve()
    })
    server.once('exit', code => reject(new Error(`rspack dev ended with ${code}`)))
  })
  browser = await openChromium()
  page = await browser.newPage()
}, 60_000)

afterAll(async () => {
  await browser.close()
  server.kill()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

test('a remote alone is built without a warning', () => {
  expect(compiled).toContain('compiled successfully')
})

test('a remote alone opens its screens without the shell', async () => {
  await page.goto('http://localhost:4190/fixture')
  await page.getByRole('heading', { name: 'Fixture alone' }).waitFor({ timeout: 15_000 })
})

test('an edited page is replaced in place, and what was typed stays', async () => {
  await page.goto('http://localhost:4190/fixtureForm')
  await page.getByLabel('Note').fill('half a sentence')
  const file = join(folder, 'src', 'form-page.tsx')
  writeFileSync(file, readFileSync(file, 'utf8').replace('<h1>Form', '<h1>Edited form'))
  await page.getByRole('heading', { name: 'Edited form alone' }).waitFor({ timeout: 15_000 })
  expect(await page.getByLabel('Note').inputValue()).toBe('half a sentence')
}, 40_000)

test('a changed text and a changed route are taken in place, in the same document', async () => {
  await page.goto('http://localhost:4190/fixture')
  await page.getByRole('heading', { name: 'Fixture alone' }).waitFor({ timeout: 15_000 })
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
  const edit = (path: string, from: string, to: string) => {
    const file = join(folder, path)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(from)
    writeFileSync(file, text.replace(from, to))
  }
  edit('locales/en_US.json', '"First 2"', '"Changed"')
  const readChangedText = () =>
    page.evaluate(() => {
      const { fromRemote } = globalThis as unknown as { fromRemote: { i18n: { t(key: string, of: object): string } } }
      return fromRemote.i18n.t('titles.form', { ns: 'fixture' })
    })
  await expect.poll(readChangedText, { timeout: 15_000 }).toBe('Changed')
  edit('src/remote.tsx', "'/fixtureForm'", "'/fixtureChanged'")
  await page.getByRole('link', { name: '/fixtureChanged' }).waitFor({ timeout: 15_000 })
  await page.getByRole('heading', { name: 'Fixture alone' }).waitFor()
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true)
}, 40_000)
