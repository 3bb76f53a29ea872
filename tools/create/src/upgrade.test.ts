import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeChanges } from './describe-changes.ts'
import { fetchPlatform } from './fetch-platform.ts'
import { updateSettings } from './finish-upgrade.ts'
import { completeLock } from './install-packages.ts'
import { namePackages } from './name-packages.ts'
import { computeIntegrity } from './pack-platform.ts'
import { formatPlatformRecord, type PlatformRecord } from './platform-record.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'adcoin-upgrade-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const version = (hash: string) => `1.2.0-sha${hash.repeat(12)}`
const tarball = (hash: string) => `adcoin-i18n-${version(hash)}.tgz`
const bytes = Buffer.from('packed')

const createRecord = (hash: string, more: Partial<PlatformRecord> = {}): PlatformRecord => ({
  version: version(hash),
  packages: [{ name: '@adcoin/i18n', file: tarball(hash), integrity: computeIntegrity(bytes) }],
  tools: { development: { vitest: '5.1.1' }, optional: {} },
  names: { calls: { 'GET /app/a': '1', 'GET /app/b': '1' }, events: {} },
  languages: ['en_US'],
  files: {},
  changelog: '# Changes\n\n- **One**: first\n  line.\n',
  ...more,
})

describe('a platform is fetched', () => {
  const give = (record: PlatformRecord) => {
    const [name, text] = formatPlatformRecord(record)
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, tarball('a')), bytes)
  }

  it('from a folder and from an address, with each package as it was packed', async () => {
    give(createRecord('a'))
    expect((await fetchPlatform(folder)).files).toEqual(new Map([[tarball('a'), bytes]]))
    const server = createServer((request, response) => response.end(readFileSync(join(folder, request.url ?? ''))))
    await once(server.listen(0, 'localhost'), 'listening')
    const address = server.address()
    const url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
    expect((await fetchPlatform(url)).record).toEqual(createRecord('a'))
    server.close()
    await expect(fetchPlatform(`${url}/`)).rejects.toThrow(/cannot be read \(.+\); nothing was changed/)
  })

  it.each([
    [
      'a package has other bytes',
      { packages: [{ ...createRecord('a').packages[0], integrity: 'sha512-x' }] },
      'differs',
    ],
    ['a setting is outside the repository', { files: { '../x': '' } }, 'is no record of a platform'],
    ['the version has no hash', { version: '1.2.0' }, 'is no record of a platform'],
  ])('not where %s', async (_, more, why) => {
    give(createRecord('a', more as Partial<PlatformRecord>))
    await expect(fetchPlatform(folder)).rejects.toThrow(why)
  })

  it('not over http from another machine, and not from an unpacked repository', async () => {
    await expect(fetchPlatform('http://platform.example')).rejects.toThrow('Use https')
    mkdirSync(join(folder, 'tools/create'), { recursive: true })
    await expect(fetchPlatform(folder)).rejects.toThrow('npm run new -- platform FOLDER')
  })
})

describe('what changed is described', () => {
  it('by names, languages and entries of the changelog', () => {
    const now = createRecord('b', {
      names: { calls: { 'GET /app/a': '2', 'GET /app/c': '1' }, events: { 'team.joined@1': '1' } },
      languages: ['en_US', 'fr_FR'],
      changelog: '# Changes\n\n- **Two**: second.\n- **One**: first\n  line.\n',
    })
    expect(describeChanges(createRecord('a'), now)).toEqual([
      `Platform ${version('a')} → ${version('b')}`,
      'calls: new GET /app/c; changed GET /app/a; gone GET /app/b',
      'events: new team.joined@1',
      'New language fr_FR: each remote needs locales/fr_FR.json; npm run check lists the texts.',
      'From the changelog:',
      '- **Two**: second.',
    ])
  })

  it('also where only tools changed', () =>
    expect(describeChanges(createRecord('a'), createRecord('b'))[1]).toContain('no call and no event changed'))
})

it('settings that the team left alone are replaced; changed and deleted ones stay', () => {
  const before = { same: '1', edited: '1', deleted: '1', untouched: '1' }
  for (const [name, text] of Object.entries({ same: '1', edited: 'mine', untouched: '1' }))
    writeFileSync(join(folder, name), text)
  const now = { same: '2', edited: '2', deleted: '2', untouched: '1', '.github/new.yml': '2' }
  expect(updateSettings(folder, now, before)).toEqual({ written: ['same', '.github/new.yml'], kept: ['edited'] })
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  expect(['same', 'edited', 'edited.platform', '.github/new.yml'].map(read)).toEqual(['2', 'mine', '2', '2'])
  expect(() => read('deleted')).toThrow()
})

it('package.json names what the new platform has, and keeps what the team added', () => {
  const file = join(folder, 'package.json')
  writeFileSync(file, JSON.stringify({ name: 'news', version: '', devDependencies: { prettier: '1' } }))
  const before = createRecord('a', { tools: { development: { vitest: '5.1.1', jsdom: '1' }, optional: {} } })
  namePackages(folder, before)
  namePackages(folder, createRecord('b'), before)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    dependencies: { '@adcoin/i18n': `file:platform/${tarball('b')}` },
    devDependencies: { prettier: '1', vitest: '5.1.1' },
  })
  expect(readFileSync(file, 'utf8')).not.toContain('jsdom')
})

it('a lock file names no optional package that the registry does not have', () => {
  const file = join(folder, 'package-lock.json')
  const optionalDependencies = { near: '1', above: '1', missing: '1' }
  const packages = {
    '': { optionalDependencies: { ours: '1' } },
    'node_modules/a/node_modules/b': { optionalDependencies },
    'node_modules/a/node_modules/near': {},
    'node_modules/above': {},
  }
  writeFileSync(file, JSON.stringify({ packages }))
  completeLock(folder)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    packages: { ...packages, 'node_modules/a/node_modules/b': { optionalDependencies: { near: '1', above: '1' } } },
  })
})
