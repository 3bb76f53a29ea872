import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lintTree } from './lint-tree.ts'

const root = join(import.meta.dirname, '..', '..', 'fixtures', 'lint')
const folderLayers = { 'api/src': [['app.ts'], ['accounts/'], ['ledger/']] }
const problems = lintTree(root, { folderLayers, inDisorder: { circle: [], longFunction: [] } })
const of = (file: string) =>
  problems.filter(problem => problem.file === file).map(({ rule, line }) => `${rule}@${line}`)
const messagesOf = (file: string) =>
  problems
    .filter(problem => problem.file === file)
    .map(({ message }) => message)
    .join('\n')

describe('what must be refused, for the right reason', () => {
  test.each([
    ['remote-bad/src/layer.ts', ['layer@1', 'layer@2'], 'A remote uses shared packages alone'],
    ['remote-bad/src/undeclared.ts', ['undeclared@1'], 'npm hoists it'],
    ['remote-bad/src/deep-import.ts', ['deepImport@1'], 'reaches past the public API of @adcoin/ui'],
    ['remote-bad/src/own-folder.ts', ['ownFolder@1'], 'leaves remote-bad'],
    ['remote-bad/src/carried-library.ts', ['carriedLibrary@1', 'carriedLibrary@3', 'undeclared@3'], 'Use @adcoin/http'],
    ['remote-bad/src/session-writer.ts', ['reservedName@1'], 'only the shell writes the session'],
    ['remote-bad/src/own-storage.ts', ['reservedName@1', 'reservedName@1'], 'defineDraft of @adcoin/remote/pages'],
    ['remote-bad/src/markup.tsx', ['markup@2', 'markup@3'], 'Trusted Types'],
    ['remote-bad/src/field-of-address.tsx', ['fieldOfAddress@6', 'fieldOfAddress@7'], 'begins with it'],
    ['remote-bad/src/machine-path.ts', ['machinePath@1'], 'import.meta.dirname'],
    ['remote-bad/src/unfinished.ts', ['unfinished@1'], 'finish it'],
    ['remote-bad/src/joined-texts.tsx', ['locale@1', 'locale@2', 'locale@5'], 'use joined()'],
    ['remote-bad/src/CamelCase.ts', ['name@1'], 'kebab-case'],
    [
      'remote-bad/src/citations.ts',
      ['citation@1', 'citation@3', 'citation@5', 'citation@5', 'citation@7', 'citation@7', 'citation@9'],
      'Name the document',
    ],
    ['remote-bad/README.md', ['citation@3', 'citation@3', 'citation@3', 'citation@5', 'citation@5'], 'leads nowhere'],
    ['shared/ui/src/index.ts', ['layer@2'], 'ui draws'],
    ['shared/utils/src/index.ts', ['name@1'], 'has no owner'],
    ['shell/src/imports-remote.ts', ['ownFolder@1', 'layer@2', 'undeclared@2'], 'knows remotes by name only'],
    ['api/src/ledger/upward.ts', ['folderLayer@1'], 'api/src/accounts/ is above api/src/ledger/'],
    ['api/src/ledger/upward-type.ts', ['folderLayer@1'], 'types count too'],
    ['api/src/ledger/upward-by-import-type.ts', ['folderLayer@1', 'folderLayer@2'], 'runs upward'],
    ['api/src/ledger/upward-export.ts', ['folderLayer@1', 'folderLayer@2'], 'api/src/app.ts is above'],
    ['api/src/ledger/uses-test.ts', ['folderLayer@1'], 'Sources import no test'],
    ['api/src/lost/nowhere.ts', ['folderLayer@1'], 'has no layer'],
    ['api/src/accounts/circle-one.ts', ['circle@1'], 'circle-two.ts -> api/src/accounts/circle-three.ts ->'],
    ['api/src/accounts/type-circle-one.ts', ['circle@1'], 'types count too'],
    [
      'api/src/accounts/create-account.ts',
      ['circle@1'],
      'api/src/accounts -> api/src/ledger -> api/src/accounts (api/src/accounts/create-account.ts imports',
    ],
    ['shared/ui/bin/start.mjs', ['layer@2'], 'is no launcher of a package that shared/ui may import'],
    ['api/src/ledger/planted.ts', ['locale@2', 'locale@2', 'locale@2'], 'the glossary has: 提領'],
    ['api/src/accounts/long.ts', ['longFunction@63', 'longFunction@130'], 'sixtyOne has 61 lines'],
    ['api/src/accounts/long-view.tsx', ['longFunction@1'], 'LongView has 62 lines'],
  ])('%s', (file, found, output) => {
    expect(of(file)).toEqual(found)
    expect(messagesOf(file)).toContain(output)
  })
})

describe('what must pass', () => {
  test.each([
    'remote-good/src/page.tsx',
    'remote-good/src/field-with-state.tsx',
    'shell/src/allowed.ts',
    'remote-good/src/citations.ts',
    'remote-good/README.md',
    'shared/docs/faults.md',
    'api/src/app.ts',
    'api/src/accounts/name.ts',
    'api/src/ledger/entry.ts',
    'api/src/testing/asked.ts',
    'shared/contract/src/index.ts',
    'remote-good/locales/pt_PT.json',
    'remote-good/locales/same-as-english.json',
  ])('%s', file => {
    expect(of(file)).toEqual([])
  })
})

test('a folder in disorder is not yet held against the rule it is named for, and against all the others', () => {
  const lines = lintTree(root, { folderLayers, inDisorder: { circle: ['api/'], longFunction: [] } })
  expect(problems.filter(({ rule }) => rule === 'circle')).toHaveLength(3)
  expect(lines).toEqual(problems.filter(({ rule }) => rule !== 'circle'))
})

test('an exemption without a problem, and a place that is not there, are themselves refused', () => {
  const lines = lintTree(root, {
    folderLayers: { 'api/src': [...folderLayers['api/src'], ['gone/', 'gone.ts']] },
    inDisorder: { circle: ['remote-good/'], longFunction: [] },
  })
  expect(lines.slice(problems.length).map(({ message }) => message)).toEqual([
    expect.stringContaining('remote-good/ has nothing left that circle forbids'),
    expect.stringContaining('api/src/gone/ is in a layer'),
    expect.stringContaining('api/src/gone.ts is in a layer'),
  ])
})

test('every refusal is one sentence or more that ends as a sentence', () => {
  expect(problems.filter(({ message }) => !/[.]$/.test(message))).toEqual([])
})
