import type { BuildJson } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { builtFixture, fixtureSite, noise, publishFixture } from '../../tests/fixture-apps.ts'
import { refusalsOf } from '../../tests/refusals-of.ts'
import { readLiveState } from '../operations/live-state.ts'
import type { BuiltApp, BuiltEntry } from '../releases/built-app.ts'
import { pack, publishLive } from '../operations/publish.ts'
import { refusals, type Fixture } from '../../tests/mistaken-releases.ts'

/** The rules by which a build is refused, with the places; empty where it passes. */
const refusedBy = (built: BuiltApp) => refusalsOf(built).map(({ rule, place }) => `${rule} ${place}`)

const team = (wanted: Parameters<typeof builtFixture>[1] = {}) => builtFixture('remote-team', wanted)
const withEntry = (entry: Partial<BuiltEntry> & { path: string }): BuiltApp => {
  const built = team()
  return { ...built, entries: [...built.entries, { kind: 'file', bytes: Buffer.from('x'), ...entry }] }
}

describe('the gate for one build', () => {
  it('lets a shell and a remote pass that keep every rule', () => {
    expect(refusedBy(team())).toEqual([])
    expect(refusedBy(builtFixture('shell'))).toEqual([])
  })

  it('lets a build pass whose fields have the names of before 2026-11-26', () => {
    const { manifest, moduleVersion, ...rest } = team().build as BuildJson
    expect(refusedBy({ ...team(), build: { ...rest, card: manifest, door: moduleVersion } })).toEqual([])
  })

  it('refuses a description that does not fit the schema, and one of another app', () => {
    expect(refusedBy({ ...team(), build: { app: 'remote-team' } })[0]).toContain('build-schema remote-team: build.json')
    const { sharedNames: _, ...silent } = team().build as { sharedNames: object }
    expect(refusedBy({ ...team(), build: silent })).toEqual(['build-schema remote-team: build.json: sharedNames'])
    expect(refusedBy({ ...team(), app: 'remote-wallet' })).toEqual(['build-schema remote-wallet: build.json: app'])
  })

  it.each([
    ['a page in a folder', { path: 'deep/index.html' }],
    ['a link', { path: 'link.js', kind: 'link' as const }],
    ['a device', { path: 'device.js', kind: 'other' as const }],
    ['a way out', { path: '../../x.js' }],
    ['an absolute path', { path: '/etc/x.js' }],
    ['a signature', { path: 'release.sig' }],
    ['a description', { path: 'release.json' }],
    ['a compressed file', { path: 'entry.js.br' }],
    ['a folder with a dot', { path: 'v1.0/x.js' }],
    ['too much', { path: 'x.js', bytes: Buffer.alloc(21 * 1024 * 1024) }],
  ])('refuses %s', (_, entry) => expect(refusedBy(withEntry(entry))[0]).toContain('allowed-files remote-team'))

  it('refuses too many files and none at all', () => {
    const many = Array.from({ length: 2_001 }, (_, index): BuiltEntry => ({
      path: `f${index}.js`,
      kind: 'file',
      bytes: Buffer.from('x'),
    }))
    expect(refusedBy({ ...team(), entries: many })).toContain('allowed-files remote-team')
    expect(refusedBy({ ...team(), entries: [] })).toContain('allowed-files remote-team')
  })

  it('refuses a shell with a manifest', () => {
    const { manifest } = team().build as BuildJson
    expect(refusedBy(builtFixture('shell', { build: { manifest } as never }))).toEqual(['manifest shell: manifest'])
  })

  it('refuses a language file that holds more than texts', () => {
    for (const text of ['{"title":1}', '{"title":["one"]}', '"one"', 'export default {}'])
      expect(refusedBy(team({ files: { 'locale.pt_PT.json': text } }))).toEqual([
        'complete-texts remote-team: locales/pt_PT.json',
      ])
  })

  it('refuses more bytes than the budget, and counts only what one visit loads', () => {
    expect(refusedBy(team({ files: { 'entry.js': `'${noise(60_000)}'` } }))).toEqual(['byte-budget remote-team'])
    expect(refusedBy(team({ files: { 'rare.js': `'${noise(60_000)}'` } }))).toEqual([])
    const half = `'${noise(24_000)}'`
    expect(refusedBy(team({ files: { 'entry.js': half } }))).toEqual([])
    expect(refusedBy(team({ files: { 'page-0.js': half } }))).toEqual([])
    expect(refusedBy(team({ files: { 'entry.js': half, 'page-0.js': half } }))).toEqual(['byte-budget remote-team'])
  })
})

describe('the gate between releases', () => {
  const routes = (path: string) => ({ manifest: { routes: [{ path, title: 'titles.one' }] }, build: { preload: {} } })
  const saidOf = async (fixture: Omit<Fixture, 'place'>) =>
    (await refusals({ ...fixture, place: '' })).map(({ says }) => says).join()

  it('lets compatible remotes pass', async () => expect(await saidOf({})).toBe(''))

  it.each([
    ['/:anything', '/money', 'the address belongs to shell, by its path /faq'],
    ['/:anything/:more', '/money/:id', 'belongs to remote-wallet, by its path /money/:id'],
    ['/money/new', '/money/:id', 'belongs to remote-wallet, by its path /money/:id'],
    ['/money/:id', '/money/new', 'belongs to remote-wallet, by its path /money/new'],
    ['/team/:id', '/money/:id', ''],
    ['/money/new/:id', '/money/new', ''],
  ])('compares addresses by what they match: %s beside %s', async (mine, theirs, says) => {
    const said = await saidOf({ wallet: routes(theirs), team: routes(mine) })
    expect(said).toContain(says)
    expect(said === '').toBe(says === '')
  })

  it('refuses a shell that a previous release of a remote could not live with, because a page may fall back to it', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    await publishFixture(site, 'remote-team', { version: '1.0.0' })
    await publishFixture(site, 'remote-team', { version: '1.1.0', manifest: { contract: { from: 1, to: 2 } } })
    const shell = pack(site, builtFixture('shell', { version: '2.0.0', build: { contract: { from: 2, to: 2 } } }))
    await expect(publishLive(site, await readLiveState(site), [shell], { action: 'publish', why: '' })).rejects.toThrow(
      'remote-team/1.0.0-',
    )
  })

  it('lets such a shell pass where an operator accepts that the previous release is no fallback any more', async () => {
    const site = await fixtureSite()
    const exporting = (...names: string[]) => ({ build: { sharedNames: { '@adcoin/ui': names } } })
    await publishFixture(site, 'shell', exporting('Button', 'Hint'))
    await publishFixture(site, 'remote-team', { version: '1.0.0', ...exporting('Button') })
    const older = await publishFixture(site, 'remote-team', { version: '1.1.0', ...exporting('Hint') })
    await publishFixture(site, 'remote-team', { version: '1.2.0', ...exporting('Hint') })
    const shell = pack(site, builtFixture('shell', { version: '2.0.0', ...exporting('Hint') }))
    const change = { action: 'publish' as const, why: '' }
    await expect(publishLive(site, await readLiveState(site), [shell], change)).rejects.toThrow(
      'and a page may fall back to this release',
    )
    const next = await publishLive(site, await readLiveState(site), [shell], { ...change, acceptsLoss: true })
    expect(next.live.apps['remote-team']?.previous).toEqual([older])
    // What is live is never dropped.
    const none = pack(site, builtFixture('shell', { version: '3.0.0', ...exporting() }))
    await expect(
      publishLive(site, await readLiveState(site), [none], { ...change, acceptsLoss: true }),
    ).rejects.toThrow('@adcoin/ui: Hint')
  })
})
