import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lintTree } from './lint-tree.ts'

const root = join(import.meta.dirname, '..', '..', 'fixtures', 'lint')
const problems = lintTree(root)
const of = (file: string) =>
  problems.filter(problem => problem.file === file).map(({ rule, line }) => `${rule}@${line}`)
const saidOf = (file: string) =>
  problems
    .filter(problem => problem.file === file)
    .map(({ message }) => message)
    .join('\n')

describe('what must be refused, for the right reason', () => {
  test.each([
    ['remote-bad/src/layer.ts', ['layer@1', 'layer@2'], 'A remote stands on the kit alone'],
    ['remote-bad/src/undeclared.ts', ['undeclared@1'], 'npm hoists it'],
    ['remote-bad/src/deep-import.ts', ['deepImport@1'], 'reaches past the door of @adcoin/ui'],
    ['remote-bad/src/own-folder.ts', ['ownFolder@1'], 'leaves remote-bad'],
    ['remote-bad/src/carried-library.ts', ['carriedLibrary@1', 'carriedLibrary@3', 'undeclared@3'], 'Use @adcoin/http'],
    ['remote-bad/src/session-writer.ts', ['sessionWriter@1'], 'Only the shell writes the session'],
    [
      'remote-bad/src/globals.ts',
      ['forbiddenUse@2', 'forbiddenUse@4', 'forbiddenUse@6', 'forbiddenUse@3', 'forbiddenUse@5'],
      'useCall',
    ],
    ['remote-bad/src/markup.tsx', ['markup@2', 'markup@3'], 'Trusted Types'],
    ['remote-bad/src/machine-path.ts', ['machinePath@1'], 'import.meta.dirname'],
    ['remote-bad/src/unfinished.ts', ['unfinished@1'], 'finish it'],
    ['remote-bad/src/CamelCase.ts', ['name@1'], 'kebab-case'],
    ['shared/ui/src/index.ts', ['layer@2'], 'ui draws'],
    ['shared/utils/src/index.ts', ['name@1'], 'has no owner'],
    ['shell/src/imports-remote.ts', ['ownFolder@1', 'layer@2', 'undeclared@2'], 'knows remotes by name only'],
  ])('%s', (file, found, said) => {
    expect(of(file)).toEqual(found)
    expect(saidOf(file)).toContain(said)
  })
})

describe('what must pass', () => {
  test.each([
    'remote-good/src/page.tsx',
    'shell/src/allowed.ts',
    'shared/contract/src/index.ts',
    'remote-good/locales/pt_PT.json',
    'remote-good/locales/same-as-english.json',
  ])('%s', file => {
    expect(of(file)).toEqual([])
  })
})

test('every refusal is one sentence or more that ends as a sentence', () => {
  expect(problems.filter(({ message }) => !/[.]$/.test(message))).toEqual([])
})
