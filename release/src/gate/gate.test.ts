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

  it('refuses a description that does not fit the schema, and one of another app', () => {
    expect(refusedBy({ ...team(), build: { app: 'remote-team' } })[0]).toContain('build-schema remote-team: build.json')
    const { platform: _, ...silent } = team().build as { platform: string }
    expect(refusedBy({ ...team(), build: silent })).toEqual(['build-schema remote-team: build.json: platform'])
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

  const change = { action: 'publish' as const, why: '' }
  const taking = (version: string, platform: string) => ({ version, build: { platform } })

  it('refuses a shell that a previous release of a remote cannot live with, unless an operator gives that up', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell', taking('1.0.0', '1.4.0'))
    await publishFixture(site, 'remote-team', taking('1.0.0', '1.4.0'))
    const older = await publishFixture(site, 'remote-team', taking('1.1.0', '1.2.0'))
    await publishFixture(site, 'remote-team', taking('1.2.0', '1.2.0'))
    const shell = pack(site, builtFixture('shell', taking('2.0.0', '1.3.0')))
    await expect(publishLive(site, await readLiveState(site), [shell], change)).rejects.toThrow('remote-team/1.0.0-')
    const next = await publishLive(site, await readLiveState(site), [shell], { ...change, acceptsLoss: true })
    expect(next.live.apps['remote-team']?.previous).toEqual([older])
    // What is live is never dropped.
    const none = pack(site, builtFixture('shell', taking('3.0.0', '2.0.0')))
    await expect(
      publishLive(site, await readLiveState(site), [none], { ...change, acceptsLoss: true }),
    ).rejects.toThrow('platform 2.0.0')
  })

  it('refuses a remote of which no release fits a shell that may come back, unless an operator gives that up', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell', taking('1.0.0', '1.3.0'))
    await publishFixture(site, 'remote-team', taking('1.0.0', '1.3.0'))
    await publishFixture(site, 'shell', taking('1.1.0', '1.4.0'))
    await publishFixture(site, 'remote-team', taking('1.1.0', '1.4.0'))
    const wallet = pack(site, builtFixture('remote-wallet', taking('1.0.0', '1.4.0')))
    await expect(publishLive(site, await readLiveState(site), [wallet], change)).rejects.toThrow('which may come back')
    const next = await publishLive(site, await readLiveState(site), [wallet], { ...change, acceptsLoss: true })
    expect([next.live.apps['shell']?.previous, next.live.apps['remote-team']?.previous.length]).toEqual([[], 1])
  })
})
