import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foldersOf, releaseId, sourceHash } from './source-hash.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adcoin-hash-'))
  workspace('remote-a', { '@adcoin/ui': '*' })
  workspace('remote-b', {})
  workspace('shared/ui', { '@adcoin/contract': '*' })
  workspace('shared/contract', {})
  workspace('shared/http', {})
  workspace('shared/build', {})
  write('package-lock.json', '{}')
  write('tsconfig.json', '{}')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, content: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), content)
}

function workspace(folder: string, dependencies: Record<string, string>): void {
  const name = folder.startsWith('shared/') ? folder.replace('shared/', '@adcoin/') : folder
  write(`${folder}/package.json`, JSON.stringify({ name, version: '1.2.3', dependencies }))
  write(`${folder}/src/index.ts`, `export const name = '${name}'`)
}

test('the id is the version and twelve hex digits', () => {
  expect(releaseId('remote-a', root)).toMatch(/^1\.2\.3-[0-9a-f]{12}$/)
})

test('an app consists of itself, what it depends on, however far, and the build', () => {
  expect(foldersOf('remote-a', root)).toEqual(['remote-a', 'shared/build', 'shared/contract', 'shared/ui'])
  expect(foldersOf('remote-b', root)).toEqual(['remote-b', 'shared/build'])
})

test.each([
  'remote-a/src/index.ts',
  'shared/ui/src/new.ts',
  'shared/contract/src/index.ts',
  'shared/build/src/index.ts',
  'package-lock.json',
  'remote-a/locales/en_US.json',
])('a change of %s makes another release', file => {
  const before = sourceHash('remote-a', root)
  write(file, 'changed')
  expect(sourceHash('remote-a', root)).not.toBe(before)
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
  const before = sourceHash('remote-a', root)
  write(file, 'changed')
  expect(sourceHash('remote-a', root)).toBe(before)
})

test('moving text from one file to the next makes another release', () => {
  write('remote-a/src/one.ts', 'ab')
  write('remote-a/src/two.ts', 'c')
  const before = sourceHash('remote-a', root)
  write('remote-a/src/one.ts', 'a')
  write('remote-a/src/two.ts', 'bc')
  expect(sourceHash('remote-a', root)).not.toBe(before)
})

test('the same tree elsewhere has the same hash', () => {
  const other = mkdtempSync(join(tmpdir(), 'adcoin-hash-'))
  cpSync(root, other, { recursive: true })
  expect(sourceHash('remote-a', other)).toBe(sourceHash('remote-a', root))
  rmSync(other, { recursive: true })
})

test('an app that does not exist is named', () => {
  expect(() => sourceHash('remote-z', root)).toThrow('There is no workspace remote-z')
})
