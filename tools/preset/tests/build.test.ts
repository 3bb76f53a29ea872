import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Configuration } from '@rspack/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'
import { hashRules } from '@adcoin/checks/rules-version'
import { readBuildJson } from '../src/build-json.ts'
import { runRspack } from '../src/bundles/run-rspack.ts'
import { describeAppBuild, buildContainerName } from '../src/rspack/app-build.ts'
import { createRemoteReleaseConfig } from '../src/rspack/remote-config.ts'
import { buildSharedModulesSource } from '../src/rspack/shared-modules.ts'
import { readPlatform } from '../src/platform/platform.ts'
import { listLaterGroups, sharedModules } from '../src/singletons.ts'
import { buildApp, buildFixture, fixtureRemote as fixture, type BuiltRelease } from './fixtures.ts'

const folder = mkdtempSync(join(tmpdir(), 'adcoin-build-'))
let remote: BuiltRelease
let shell: BuiltRelease

beforeAll(async () => {
  remote = await buildFixture(folder, '1.0.0', 'healthy')
  shell = await buildApp(folder, 'shell')
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A copy outside of the repository finds the packages as the original does. */
function fromAnywhere(configuration: Configuration): Configuration {
  return {
    ...configuration,
    resolve: { ...configuration.resolve, modules: ['node_modules', join(repositoryRoot, 'node_modules')] },
  }
}

const readReact = () => readFileSync(join(repositoryRoot, 'node_modules/react/cjs/react.production.js'), 'utf8')

function textOf(release: BuiltRelease): string {
  return readdirSync(release.files)
    .filter(file => /\.(js|css|html)$/.test(file))
    .map(file => readFileSync(join(release.files, file), 'utf8'))
    .join('\n')
}

describe('a remote', () => {
  test('reports what publish needs to know', () => {
    expect(remote.material).toMatchObject({
      app: 'remote-fixture',
      version: '1.0.0',
      container: buildContainerName('remote-fixture', remote.material.id),
      entry: 'remoteEntry.js',
      storage: ['fixture.note@1'],
      sources: { rules: hashRules(), sameAsEnglish: {} },
      tabs: [{ path: '/fixture', label: 'tabs.first', labels: { en_US: 'First', zh_TW: '首頁', hi_IN: 'पहला' } }],
    })
    expect(Object.keys(remote.material.locales)).toHaveLength(6)
    expect(Object.keys(remote.material.preload)).toEqual(['/fixture', '/fixtureForm'])
  })

  test('names only files that are there, and each page its own chunk', () => {
    const { entry, styles, locales, preload } = remote.material
    const files = readdirSync(remote.files)
    const named = [entry, ...styles, ...Object.values(locales), ...Object.values(preload).flat()]
    expect(named.filter(file => !files.includes(file))).toEqual([])
    expect(preload['/fixture']).not.toEqual(preload['/fixtureForm'])
  })

  test('has its languages as data, whose hashes its entry contains, and no script for them', () => {
    const { entry, locales } = remote.material
    const code = readFileSync(join(remote.files, entry), 'utf8')
    for (const [language, file] of Object.entries(locales)) {
      const bytes = readFileSync(join(remote.files, file))
      expect(JSON.parse(bytes.toString('utf8'))).toEqual(
        JSON.parse(readFileSync(join(fixture, 'locales', `${language}.json`), 'utf8')),
      )
      expect(code).toContain(`sha256-${createHash('sha256').update(bytes).digest('base64')}`)
    }
    // Entry, module and languages are one script; the others are its two pages and what is the remote's as long as it
    // is mounted.
    expect(readdirSync(remote.files).filter(file => file.endsWith('.js'))).toHaveLength(4)
  })

  test('lists for each page the shared modules beyond the core it needs', () => {
    expect(remote.material.groups).toEqual({ '/fixture': ['data'], '/fixtureForm': ['data'] })
  })

  test('asks for the singletons in the version that it lives with, and carries none of them', () => {
    const { platform } = remote.material
    const entry = readFileSync(join(remote.files, 'remoteEntry.js'), 'utf8')
    const asked = [...entry.matchAll(/shareKey:"(?<module>[^"]+)"[^}]*?requiredVersion:"(?<range>[^"]+)"/g)]
    expect(asked.length).toBeGreaterThan(5)
    for (const { groups: { module = '', range } = {} } of asked)
      if (module.startsWith('@adcoin/')) expect([module, range]).toEqual([module, `^${platform}`])
      else expect([module, range]).toEqual([module, expect.stringMatching(/^\^19\./)])
    expect(textOf(remote)).not.toMatch(/react\.transitional\.element|useLayoutEffect/)
  })

  test('has entry and module in one small file', () => {
    expect(readFileSync(join(remote.files, 'remoteEntry.js'), 'utf8')).toContain('titles.first')
    expect(readFileSync(join(remote.files, 'remoteEntry.js')).length).toBeLessThan(12_000)
  })

  test('has one style sheet that others load, and nothing in its scripts that would', () => {
    expect(remote.material.styles).toHaveLength(1)
    expect(textOf(remote) + textOf(shell)).not.toContain('data-rspack-loading')
  })

  test('has no source maps and no place of this machine in it', () => {
    expect(readdirSync(remote.files).filter(file => file.endsWith('.map'))).toEqual([])
    expect(textOf(remote)).not.toMatch(/sourceMappingURL/)
    expect(textOf(remote)).not.toContain(repositoryRoot)
    expect(textOf(shell)).not.toContain(repositoryRoot)
  })

  test('never makes code from text outside the path that a module container does not take', () => {
    expect(textOf(remote)).not.toMatch(/\beval\(|new Function\(/)
  })

  test('has other class names in another version, so that two live in one page', async () => {
    const other = await buildFixture(folder, '1.1.0', 'healthy')
    const classOf = (release: BuiltRelease) =>
      /\.([\w-]+)\{/.exec(readFileSync(join(release.files, release.material.styles[0] ?? ''), 'utf8'))?.[1]
    expect(classOf(remote)).toBeTruthy()
    expect(classOf(other)).not.toBe(classOf(remote))
  })
})

describe('the shell', () => {
  test('carries the licence texts of the packages whose code is in it', () => {
    const notices = readFileSync(join(shell.files, 'third-party.txt'), 'utf8')
    expect(notices).toMatch(/^react 19\.\d+\.\d+ \(MIT\)\n\nMIT License\n\nCopyright \(c\) Meta/m)
    for (const name of ['rxjs', '@module-federation/runtime', '@tanstack/query-core', 'valibot'])
      expect(notices).toMatch(new RegExp(`^${name} [0-9.]+ \\(`, 'm'))
    expect(notices).not.toContain('@adcoin')
  })

  test('brings the platform: every export of the list is in its files', () => {
    const { version, names } = readPlatform()
    expect(shell.material.platform).toBe(version)
    expect(buildSharedModulesSource()).toContain(`'@adcoin/router': { version: '${version}'`)
    expect(buildSharedModulesSource()).toMatch(/'react\/jsx-runtime': { version: '19\./)
    const text = textOf(shell)
    const modules = sharedModules.map(({ module }) => module).filter(module => module.startsWith('@adcoin/'))
    for (const name of modules.flatMap(module => Object.keys(names[module] ?? {})))
      expect(new RegExp(`\\b${name}\\b`).test(text), name).toBe(true)
  })

  test('brings all of React: a library in a remote may use any name of it', () => {
    const core = readFileSync(join(shell.files, shell.material.entry), 'utf8')
    for (const file of ['react/cjs/react.production.js', 'react-dom/cjs/react-dom.production.js']) {
      const source = readFileSync(join(repositoryRoot, 'node_modules', file), 'utf8')
      const names = [...source.matchAll(/^exports\.(\w+) =/gm)].map(([, name]) => name)
      expect(names.length).toBeGreaterThan(10)
      for (const name of names) expect(new RegExp(`\\.${name}=`).test(core), name).toBe(true)
    }
  })

  test('has a file for each group that arrives later, and no library of it in its core', () => {
    expect(Object.keys(shell.material.preload)).toEqual(listLaterGroups())
    for (const [group, files] of Object.entries(shell.material.preload))
      expect(
        files.some(file => file.startsWith(`${group}.`)),
        group,
      ).toBe(true)
    const core = readFileSync(join(shell.files, shell.material.entry), 'utf8')
    expect(core).not.toMatch(/useFormContext|defaultShouldUnregister|shouldUnregister/)
  })

  test('knows no remote', () => {
    expect(
      /remoteEntry\.js|remote_[a-z]+_\d|remote-(tasks|wallet|team|fixture)\b/.exec(textOf(shell))?.[0],
    ).toBeUndefined()
  })
})

describe('a build that cannot become a release fails and reports what to mend', () => {
  async function failureOf(change: (copy: string) => void): Promise<string> {
    const copy = join(mkdtempSync(join(folder, 'changed-')), 'remote-fixture')
    cpSync(fixture, copy, { recursive: true })
    change(copy)
    const build = {
      ...describeAppBuild(join(repositoryRoot, 'shell')),
      folder: copy,
      app: 'remote-fixture',
      id: '1.0.0-0123456789ab',
      output: join(copy, 'dist', 'release'),
    }
    return runRspack(fromAnywhere(createRemoteReleaseConfig(build))).then(
      () => 'built',
      (error: Error) => error.message,
    )
  }
  const edit = (file: string, from: string, to: string) => (copy: string) =>
    writeFileSync(join(copy, file), readFileSync(join(copy, file), 'utf8').replace(from, to))

  test.each<[string, (copy: string) => void, string]>([
    ['no manifest', copy => rmSync(join(copy, 'remote.json')), 'there is no remote.json'],
    ['a manifest with an unknown field', edit('remote.json', '"tabs"', '"taps"'), 'remote.json: taps'],
    [
      'a manifest with a path that is no route',
      edit('remote.json', '"path": "/fixtureForm"', '"path": "/../evil"'),
      'remote.json: routes.1.path',
    ],
    [
      'a manifest of another remote',
      edit('remote.json', 'remote-fixture', 'remote-other'),
      'its folder is remote-fixture',
    ],
    [
      'a route in the manifest only',
      edit('src/remote.tsx', "path: '/fixtureForm'", 'path: formPath'),
      'remote.json has the route /fixtureForm',
    ],
    [
      'a route in the sources only',
      edit('remote.json', '/fixtureForm', '/fixtureOther'),
      'src has the routes /fixtureForm',
    ],
    [
      'a tab without its label in one language',
      edit('locales/hi_IN.json', 'tabs', 'taps'),
      'locales/hi_IN.json has no text "tabs.first"',
    ],
    ['an icon that the platform does not have', edit('remote.json', '"home"', '"bell"'), 'no icons: bell'],
    [
      'an event that the contract does not have',
      edit('remote.json', 'shell.language', 'shell.speech'),
      'no event shell',
    ],
    [
      'a language that nothing loads',
      edit('src/remote.tsx', "  hi_IN: () => import('../locales/hi_IN.json'),\n", ''),
      'no texts for hi_IN',
    ],
    [
      'a style for the whole page',
      copy => writeFileSync(join(copy, 'src/page.module.css'), 'h1 { margin: 0; }'),
      'pure',
    ],
  ])('%s', async (_name, change, text) => {
    expect(await failureOf(change)).toContain(text)
  })

  /** The first page imports a library that is installed for the remote. */
  const useLibrary = (source: string) => (copy: string) => {
    const place = join(copy, 'node_modules', 'tried')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'index.js'), source)
    const use = "import * as tried from '../node_modules/tried/index.js'\nObject.assign(globalThis, { tried })\n"
    edit('src/first-page.tsx', "import { useState } from 'react'", `${use}import { useState } from 'react'`)(copy)
  }

  test.each([
    ['a library that holds React', readReact(), 'tried carries a second copy of react:'],
    [
      'a library that draws a root of its own',
      "const React = require('react')\nexports.draw = element => require('react-dom/client').createRoot(element).render(React)",
      'tried carries a second copy of react-dom:',
    ],
    [
      'a library with another router',
      "export * from '@adcoin/router/memory'",
      'tried carries a second copy of @adcoin/router',
    ],
    [
      'a library that takes all of React',
      "import * as React from 'react'\nexport const all = () => ({ ...React })",
      'built',
    ],
    ['a library that requires React', "const React = require('react')\nexports.all = () => ({ ...React })", 'built'],
    ['a library that was compiled by React', "export { c } from 'react/compiler-runtime'", 'built'],
  ])('%s', async (_name, source, text) => {
    expect(await failureOf(useLibrary(source))).toContain(text)
  })

  test('a module that reaches a shared module which arrives later', async () => {
    const text = await failureOf(
      edit(
        'src/remote.tsx',
        'import { defineRemote }',
        "import { emitterFor } from '@adcoin/events'\nemitterFor('shell')\nimport { defineRemote }",
      ),
    )
    expect(text).toContain('src/remote.tsx reaches @adcoin/events by static imports')
    expect(text).toContain("start: () => import('./events.ts')")
  })

  test('a first screen becomes six files with its texts escaped', async () => {
    const copy = join(mkdtempSync(join(folder, 'fragment-')), 'remote-fixture')
    cpSync(fixture, copy, { recursive: true })
    symlinkSync(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'))
    const [texts] = /export const texts[^]*?\n\}\)/.exec(readFileSync(join(copy, 'src', 'remote.tsx'), 'utf8')) ?? []
    writeFileSync(join(copy, 'src', 'texts.ts'), `import { createTexts } from '@adcoin/i18n'\n${texts}`)
    writeFileSync(
      join(copy, 'src', 'fragments.ts'),
      "import { texts } from './texts.ts'\nexport const fragments = { '/fixture': () => texts.t('titles.first') }",
    )
    edit('locales/en_US.json', '"first": "First"', '"first": "<b>First</b> & only"')(copy)
    await runRspack(
      fromAnywhere(
        createRemoteReleaseConfig({
          folder: copy,
          app: 'remote-fixture',
          id: '1.0.0-0123456789ab',
          output: join(copy, 'dist', 'release'),
        }),
      ),
    )
    const { fragments } = readBuildJson(copy)
    expect(Object.keys(fragments)).toHaveLength(6)
    expect(readFileSync(join(copy, 'dist', 'release', fragments['/fixture|en_US'] ?? ''), 'utf8')).toBe(
      '&lt;b&gt;First&lt;/b&gt; &amp; only',
    )
    expect(readFileSync(join(copy, 'dist', 'release', fragments['/fixture|zh_TW'] ?? ''), 'utf8')).toBe('首頁')
  })
})
