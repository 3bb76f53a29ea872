import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listBuildFolders, hashOwnSources, computeReleaseId, hashSources } from './source-hash.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adcoin-hash-'))
  workspace('remote-a', { '@adcoin/ui': '*' })
  workspace('remote-b', {})
  workspace('shared/ui', { '@adcoin/contract': '*' })
  workspace('shared/contract', {})
  workspace('shared/http', {})
  workspace('tools/preset', {})
  lock({})
  write('tsconfig.json', '{}')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, content: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), content)
}

type Lock = Record<string, { version?: string; integrity?: string; link?: boolean; [more: string]: unknown }>

/** The lock file of this tree: remote-a and shared/ui stand on packages, a neighbour on others. */
function lock(changes: Lock): void {
  const packages: Lock = {
    'remote-a': { dependencies: { '@adcoin/ui': '*', react: '^1.0.0' } },
    'remote-b': {},
    'shared/ui': { dependencies: { '@adcoin/contract': '*', colours: '*' }, devDependencies: { tester: '*' } },
    'shared/contract': {},
    'shared/http': { dependencies: { fetcher: '*' } },
    'tools/preset': {},
    'node_modules/@adcoin/ui': { link: true },
    'node_modules/@adcoin/contract': { link: true },
    'node_modules/react': { version: '1.0.0', integrity: 'react', dependencies: { scheduler: '*' } },
    'node_modules/scheduler': { version: '1.0.0', integrity: 'scheduler' },
    'node_modules/colours': {
      version: '1.0.0',
      integrity: 'colours',
      peerDependencies: { react: '*', paint: '*' },
      peerDependenciesMeta: { paint: { optional: true } },
    },
    'shared/ui/node_modules/scheduler': { version: '2.0.0', integrity: 'other scheduler' },
    'node_modules/fetcher': { version: '1.0.0', integrity: 'fetcher' },
    'node_modules/tester': { version: '1.0.0', integrity: 'tester' },
    ...changes,
  }
  write('package-lock.json', JSON.stringify({ packages }))
}

function workspace(folder: string, dependencies: Record<string, string>): void {
  const name = folder.replace(/^(?:shared|tools)\//, '@adcoin/')
  write(`${folder}/package.json`, JSON.stringify({ name, version: '1.2.3', dependencies }))
  write(`${folder}/src/index.ts`, `export const name = '${name}'`)
}

test('the id is the version and twelve hex digits', () => {
  expect(computeReleaseId('remote-a', root)).toMatch(/^1\.2\.3-[0-9a-f]{12}$/)
})

test('an app consists of itself, what it depends on, however far, and the build', () => {
  expect(listBuildFolders('remote-a', root)).toEqual(['remote-a', 'shared/contract', 'shared/ui', 'tools/preset'])
  expect(listBuildFolders('remote-b', root)).toEqual(['remote-b', 'tools/preset'])
})

test.each([
  'remote-a/src/index.ts',
  'shared/ui/src/new.ts',
  'shared/contract/src/index.ts',
  'tools/preset/src/index.ts',
  'remote-a/locales/en_US.json',
])('a change of %s makes another release', file => {
  const before = hashSources('remote-a', root)
  write(file, 'changed')
  expect(hashSources('remote-a', root)).not.toBe(before)
})

test.each([
  'remote-b/src/index.ts',
  'shared/http/src/index.ts',
  'remote-a/src/page.test.tsx',
  'remote-a/README.md',
  'remote-a/dist/build.json',
  'remote-a/node_modules/x/index.js',
  'remote-a/.DS_Store',
])('a change of %s does not', file => {
  const before = hashSources('remote-a', root)
  write(file, 'changed')
  expect(hashSources('remote-a', root)).toBe(before)
})

test.each<[string, Lock]>([
  ['a package of its own', { 'node_modules/react': { version: '1.0.1', integrity: 'react 1.0.1' } }],
  [
    'the same version with other bytes',
    { 'node_modules/react': { version: '1.0.0', integrity: 'forged', dependencies: { scheduler: '*' } } },
  ],
  ['a package of a package', { 'node_modules/scheduler': { version: '1.0.1', integrity: 'scheduler 1.0.1' } }],
  ['a package of a shared package', { 'node_modules/colours': { version: '1.0.1', integrity: 'colours 1.0.1' } }],
  ['another version nested where it is needed', { 'node_modules/react/node_modules/scheduler': { version: '3.0.0' } }],
])('%s, changed in the lock file, makes another release', (_, changes) => {
  const before = hashSources('remote-a', root)
  lock(changes)
  expect(hashSources('remote-a', root)).not.toBe(before)
})

test.each<[string, Lock]>([
  [
    'a new workspace with its own packages',
    {
      'remote-c': { dependencies: { bells: '*' } },
      'node_modules/remote-c': { link: true },
      'node_modules/bells': { version: '1.0.0' },
    },
  ],
  ['a package that only a neighbour stands on', { 'node_modules/fetcher': { version: '2.0.0', integrity: 'new' } }],
  ['a package for tests', { 'node_modules/tester': { version: '2.0.0', integrity: 'new' } }],
  ['an optional peer that a neighbour brought', { 'node_modules/paint': { version: '1.0.0' } }],
  [
    'the same package at another place',
    { 'node_modules/react/node_modules/scheduler': { version: '1.0.0', integrity: 'scheduler' } },
  ],
])('%s in the lock file does not', (_, changes) => {
  const before = hashSources('remote-a', root)
  lock(changes)
  expect(hashSources('remote-a', root)).toBe(before)
})

test("the hash of an app's own folder changes with it alone", () => {
  const before = hashOwnSources(join(root, 'remote-a'))
  write('shared/ui/src/new.ts', 'changed')
  write('tools/preset/src/index.ts', 'changed')
  lock({ 'node_modules/react': { version: '2.0.0' } })
  write('remote-a/src/page.test.tsx', 'changed')
  expect(hashOwnSources(join(root, 'remote-a'))).toBe(before)
  write('remote-a/src/index.ts', 'changed')
  expect(hashOwnSources(join(root, 'remote-a'))).not.toBe(before)
})

test('moving text from one file to the next makes another release', () => {
  write('remote-a/src/one.ts', 'ab')
  write('remote-a/src/two.ts', 'c')
  const before = hashSources('remote-a', root)
  write('remote-a/src/one.ts', 'a')
  write('remote-a/src/two.ts', 'bc')
  expect(hashSources('remote-a', root)).not.toBe(before)
})

test('the same tree elsewhere has the same hash', () => {
  const other = mkdtempSync(join(tmpdir(), 'adcoin-hash-'))
  cpSync(root, other, { recursive: true })
  expect(hashSources('remote-a', other)).toBe(hashSources('remote-a', root))
  rmSync(other, { recursive: true })
})

test('an app that does not exist is named', () => {
  expect(() => hashSources('remote-z', root)).toThrow('There is no workspace remote-z')
})

test('a package inside an app, of which nothing is in its build, does not count', () => {
  const before = [hashSources('remote-a', root), hashOwnSources(join(root, 'remote-a'))]
  write('remote-a/page/early.ts', '')
  expect([hashSources('remote-a', root), hashOwnSources(join(root, 'remote-a'))]).not.toEqual(before)
  write('remote-a/page/package.json', '{}')
  expect([hashSources('remote-a', root), hashOwnSources(join(root, 'remote-a'))]).toEqual(before)
})

test('a call makes another release of the apps that name it, however far, and of no other', () => {
  write('shared/contract/src/calls/team.ts', 'export const teamList = defineCall(Member)')
  write('shared/contract/src/calls/people.ts', 'export const Member = 1')
  const unnamed = hashSources('remote-a', root)
  write('shared/contract/src/calls/team.ts', 'export const teamList = 2')
  expect(hashSources('remote-a', root)).toBe(unnamed)
  write('shared/ui/src/list.ts', 'teamList')
  write('shared/contract/src/calls/team.ts', 'export const teamList = defineCall(Member)')
  const named = hashSources('remote-a', root)
  write('shared/contract/src/calls/people.ts', 'export const Member = 2')
  expect(hashSources('remote-a', root)).not.toBe(named)
})

const platform = (version: string, names: object) =>
  write('tools/preset/platform.json', JSON.stringify({ version, names }))
const button = { '@adcoin/ui': { Button: '1.0.0' } }

test('a remote counts names of the platform, and its version if it takes a module whole', () => {
  workspace('shell', {})
  const hashBoth = () => [hashSources('remote-a', root), hashSources('shell', root)]
  platform('1.0.0', button)
  write('remote-a/src/other.ts', "import * as v from 'valibot'")
  const [remote, shell] = hashBoth()
  platform('1.1.0', { ...button, calls: { teamList: '1.1.0' } })
  expect(hashBoth()).toEqual([remote, expect.not.stringMatching(shell ?? '')])
  platform('1.1.0', { '@adcoin/ui': { Button: '1.1.0' } })
  expect(hashSources('remote-a', root)).not.toBe(remote)
  write('remote-a/src/whole.ts', "import * as ui from '@adcoin/ui'")
  const whole = hashSources('remote-a', root)
  platform('1.2.0', { '@adcoin/ui': { Button: '1.1.0' } })
  expect(hashSources('remote-a', root)).not.toBe(whole)
})
