import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { iconNames } from './icons.ts'
import { sourceChecks } from './source-checks.ts'
import { repositoryRoot } from '@adcoin/checks/repository'
import { appProblems } from '@adcoin/checks/app-rules'
import { bundledProblems } from '@adcoin/checks/bundled-rules'
import { rulesVersion } from '@adcoin/checks/rules'

const bad = join(repositoryRoot, 'shared/checks/fixtures/lint/remote-bad')
const at = (path: string) => join(repositoryRoot, path)

describe('what a build is made from is held against the rules', () => {
  it('where it imports what is not its own, and touches what is the shell’s', () => {
    const found = appProblems(bad, 'remote-bad').map(({ file, line, rule }) => `${file}:${line} ${rule}`)
    expect(found).toEqual(
      expect.arrayContaining([
        'remote-bad/src/deep-import.ts:1 deepImport',
        'remote-bad/src/own-folder.ts:1 ownFolder',
        'remote-bad/src/carried-library.ts:1 carriedLibrary',
        'remote-bad/src/globals.ts:2 forbiddenUse',
      ]),
    )
  })

  it('and where a bundle holds a piece of another person, whichever way it came there', () => {
    const files = [
      'remote-team/src/remote.tsx',
      'shared/contract/src/events.ts',
      'shared/preset/src/rspack/pure-calls.ts',
      'node_modules/valibot/dist/index.mjs',
      'node_modules/@module-federation/runtime/dist/index.js',
      'shared/ui/package.json',
    ]
    const strange = [
      'remote-wallet/src/money/money.module.css',
      'shell/src/boot.tsx',
      'shared/ui/src/styles/base.css',
      'node_modules/axios/index.js',
      'node_modules/a/node_modules/rxjs/index.js',
    ]
    expect(bundledProblems(files.map(at), 'remote-team')).toEqual([])
    const again = 'node_modules/axios/lib/axios.js'
    expect(bundledProblems([...files, ...strange, again].map(at), 'remote-team').map(({ file }) => file)).toEqual(
      strange.toSorted(),
    )
    expect(bundledProblems(strange.map(at), 'shell')).toEqual([])
  })

  it('and reports it in build.json, with the version of the rules and what may be as in English', () => {
    const checks = sourceChecks(at('remote-auth'), 'remote-auth', [at('shell/src/boot.tsx')])
    expect(checks.law).toBe(rulesVersion)
    expect(checks.problems).toMatchObject([{ file: 'shell/src/boot.tsx', line: 1, rule: 'ownFolder' }])
    expect(Object.keys(checks.sameAsEnglish)).toContain('account.email')
  })

  it('which the shell and the four remotes keep, texts included', () => {
    for (const app of ['shell', 'remote-auth', 'remote-tasks', 'remote-wallet', 'remote-team'])
      expect(sourceChecks(at(app), app, []).problems, app).toEqual([])
  })
})

it('the icons of a tab are those of the two tables of @adcoin/ui', () => {
  expect(iconNames()).toEqual(expect.arrayContaining(['home', 'team', 'money', 'dot', 'trash']))
  expect(iconNames()).not.toContain('bell')
  expect(() => iconNames(bad)).toThrow()
})
