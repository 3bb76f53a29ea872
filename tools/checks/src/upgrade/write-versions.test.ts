import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { listWorkspaces, readPackageJson, repositoryRoot } from '../repository.ts'
import { describeOrder, parseUpgrades, writeVersion } from './write-versions.ts'

const root = mkdtempSync(join(tmpdir(), 'adcoin-upgrade-'))
for (const folder of ['.', ...listWorkspaces().map(workspace => workspace.folder)])
  cpSync(join(repositoryRoot, folder, 'package.json'), join(root, folder, 'package.json'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const readAll = () =>
  new Map(
    ['.', ...listWorkspaces(root).map(({ folder }) => folder)].map(folder => [
      folder,
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ]),
  )

it.each([
  ['react', ['.'], true, /shell first/],
  ['@rspack/core', ['tools/preset', 'tools/reference'], false, /in any order/],
  ['axios', ['shared/http'], false, /Publish the shell\. Remotes use it from there/],
  ['vitest', ['.'], false, /Nothing is released/],
])('%s is written into %j only, and its order follows from its users', (name, written, isOfPage, order) => {
  const before = readAll()
  const users = writeVersion({ name, version: '99.1.0' }, root)
  const changed = [...readAll()].filter(([folder, text]) => text !== before.get(folder)).map(([folder]) => folder)
  expect(changed).toEqual(written)
  expect(users).toEqual(expect.arrayContaining(written))
  const { dependencies, devDependencies } = readPackageJson(join(root, written[0] ?? '', 'package.json'))
  expect({ ...dependencies, ...devDependencies }[name]).toBe('99.1.0')
  expect(describeOrder(users, isOfPage).join('\n')).toMatch(order)
})

it.each([
  ['react', 'is no library with an exact version'],
  ['react@^19.4.0', 'is no library with an exact version'],
])('%s is refused', (word, why) => expect(() => parseUpgrades([word])).toThrow(why))

it('refuses a library that nothing uses', () =>
  expect(() => writeVersion({ name: 'left-pad', version: '1.3.0' }, root)).toThrow('No package.json has left-pad'))
