import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuildJson } from '@adcoin/contract'
import { readBuildJson } from '../src/build-json.ts'
import { runRspack } from '../src/bundles/run-rspack.ts'
import { repositoryRoot } from '@adcoin/checks/repository'
import { remoteRelease } from '../src/rspack/define-remote.ts'
import { singletons } from '../src/singletons.ts'
import { buildApp } from './fixtures.ts'

const fixture = join(import.meta.dirname, '..', 'fixtures', 'remote-fixture')
const folder = mkdtempSync(join(tmpdir(), 'adcoin-names-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The fixture with more files, of which its first page uses what `page.ts` gives. */
async function buildWith(files: Readonly<Record<string, string>>): Promise<BuildJson> {
  const copy = join(mkdtempSync(join(folder, 'copy-')), 'remote-fixture')
  cpSync(fixture, copy, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, 'src', file), text)
  const page = join(copy, 'src', 'first-page.tsx')
  const used = `import { page } from './page.ts'\nObject.assign(globalThis, { page })\n`
  writeFileSync(page, used + readFileSync(page, 'utf8'))
  const configuration = remoteRelease({
    folder: copy,
    app: 'remote-fixture',
    id: '1.0.0-0123456789ab',
    output: join(copy, 'dist', 'release'),
  })
  const modules = [join(repositoryRoot, 'node_modules')]
  await runRspack({ ...configuration, resolve: { ...configuration.resolve, modules } })
  return readBuildJson(copy)
}

/** What the fixture uses without the file that a test is about. */
let own: BuildJson['sharedNames']
beforeAll(async () => {
  own = (await buildWith({ 'page.ts': 'export const page = 1' })).sharedNames
})

async function namesOf(page: string, others: Readonly<Record<string, string>> = {}): Promise<object> {
  const { sharedNames } = await buildWith({ 'page.ts': page, ...others })
  const more = Object.entries(sharedNames).flatMap(([module, names]) => {
    const fresh = names.filter(name => !own[module]?.includes(name))
    return fresh.length > 0 ? [[module, fresh] as const] : []
  })
  return Object.fromEntries(more)
}

describe('a build reports which exports of a shared module its code uses', () => {
  test('in every page and in what is loaded later', () =>
    expect(own).toMatchObject({
      '@adcoin/events': ['bus', 'emitterFor'],
      '@adcoin/remote': ['defineRemote'],
      react: ['createElement', 'useState'],
      'react/jsx-runtime': ['jsx', 'jsxs'],
    }))

  test.each<[string, string, object]>([
    ['by name', "import { Button } from '@adcoin/ui'\nexport const page = () => Button", { '@adcoin/ui': ['Button'] }],
    [
      'under another name',
      "import { Button as Knopf } from '@adcoin/ui'\nexport const page = () => Knopf",
      { '@adcoin/ui': ['Button'] },
    ],
    [
      'of a namespace, and nothing else of it',
      "import * as ui from '@adcoin/ui'\nexport const page = () => [ui.Button, ui['Hint'], ui.iconNamed('x').length]",
      { '@adcoin/ui': ['Button', 'Hint', 'iconNamed'] },
    ],
    [
      'of React, by its default',
      "import React, { useMemo as memo } from 'react'\nexport const page = () => [React.useId, memo]",
      { react: ['useId', 'useMemo'] },
    ],
    [
      'but no type',
      "import { type ButtonProps } from '@adcoin/ui'\nexport const page = (given: ButtonProps) => given",
      {},
    ],
    [
      'but no type that is not marked as one',
      "import { ButtonProps } from '@adcoin/ui'\nexport const page = (given: ButtonProps) => given",
      {},
    ],
    ['but no unused import', "import { Button } from '@adcoin/ui'\nexport const page = 1", {}],
    [
      'but nothing that only unused code uses',
      "import { Button, Hint } from '@adcoin/ui'\nexport const unused = () => Button\nexport const page = () => (false ? Hint : 1)",
      {},
    ],
  ])('%s', async (_, page, names) => expect(await namesOf(page)).toEqual(names))

  test('through files that pass it on, and only those that a person takes', async () => {
    const page = "import { Knopf } from './passed-on.ts'\nexport const page = () => Knopf"
    const passedOn = "export { Button as Knopf, Hint } from '@adcoin/ui'\nexport { Icon as Bild } from '@adcoin/ui'"
    expect(await namesOf(page, { 'passed-on.ts': passedOn })).toEqual({ '@adcoin/ui': ['Button'] })
    const imported = "import { Button, Hint } from '@adcoin/ui'\nexport { Button as Knopf, Hint }"
    expect(await namesOf(page, { 'passed-on.ts': imported })).toEqual({ '@adcoin/ui': ['Button'] })
  })

  test('in a file that comes later by import()', async () => {
    const page = "export const page = async () => (await import('./later.ts')).later()"
    const later = "import { send } from '@adcoin/http'\nexport const later = () => send"
    expect(await namesOf(page, { 'later.ts': later })).toEqual({ '@adcoin/http': ['send'] })
  })
})

describe('a build whose uses are unknown fails, and reports what to write', () => {
  test.each([
    [
      'a namespace with a computed name',
      "import * as ui from '@adcoin/ui'\nexport const page = (key: string) => ui[key]",
    ],
    ['a namespace that is handed on', "import * as ui from '@adcoin/ui'\nexport const page = ui"],
    ['import() of the module itself', "export const page = async () => (await import('@adcoin/ui')).Button"],
    ['React as a whole', "import React from 'react'\nexport const page = React"],
  ])('%s', async (_, page) => {
    await expect(buildWith({ 'page.ts': page })).rejects.toThrow(
      /src\/page\.ts takes the whole of (@adcoin\/ui|react) \(/,
    )
  })

  test('everything that a module exports, passed on', async () => {
    const page = "import { Button } from './passed-on.ts'\nexport const page = Button"
    await expect(buildWith({ 'page.ts': page, 'passed-on.ts': "export * from '@adcoin/ui'" })).rejects.toThrow(
      'src/passed-on.ts takes the whole of @adcoin/ui',
    )
  })
})

describe('the shell reports which exports of each shared module it has', () => {
  let shell: BuildJson
  beforeAll(async () => {
    shell = (await buildApp(folder, 'shell')).material
  }, 60_000)

  test('each of the list, and exactly what the sources export', async () => {
    expect(Object.keys(shell.sharedNames)).toEqual(singletons().map(({ module }) => module))
    for (const module of [
      '@adcoin/ui',
      '@adcoin/events',
      '@adcoin/remote/forms',
      '@adcoin/router',
      '@adcoin/i18n/formats',
    ])
      expect(shell.sharedNames[module], module).toEqual(Object.keys(await import(module)).sort())
  })

  test('React as it is for production', async () => {
    expect(shell.sharedNames['react']).toEqual(expect.arrayContaining(['Suspense', 'useEffectEvent', 'useState']))
    expect(shell.sharedNames['react/jsx-runtime']).toEqual(['Fragment', 'jsx', 'jsxs'])
  })

  test('and has them in its files: nothing was pruned', () => {
    const files = join(folder, 'shell', 'dist', 'release')
    const core = readFileSync(join(files, shell.entry), 'utf8')
    for (const name of shell.sharedNames['@adcoin/ui'] ?? []) expect(core).toMatch(new RegExp(`\\b${name}\\b`))
  })
})
