import type { BuildJson } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { createFixtureBuild, createFixtureContext, createNoise, publishFixture } from '../../tests/fixture-apps.ts'
import { listBuildRefusals } from '../../tests/list-build-refusals.ts'
import { readLiveState } from '../operations/live-state.ts'
import type { BuiltApp, BuiltEntry } from '../releases/built-app.ts'
import { pack, publishLive } from '../operations/publish.ts'
import { findRefusals, type MistakenRelease } from '../../tests/mistaken-releases.ts'

/** The rules by which a build is refused, with the places; empty if it passes. */
const listRefusedRules = (built: BuiltApp) => listBuildRefusals(built).map(({ rule, place }) => `${rule} ${place}`)

const team = (wanted: Parameters<typeof createFixtureBuild>[1] = {}) => createFixtureBuild('remote-team', wanted)
const withEntry = (entry: Partial<BuiltEntry> & { path: string }): BuiltApp => {
  const built = team()
  return { ...built, entries: [...built.entries, { kind: 'file', bytes: Buffer.from('x'), ...entry }] }
}

describe('the gate for one build', () => {
  it('lets a shell and a remote pass that keep every rule', () => {
    expect(listRefusedRules(team())).toEqual([])
    expect(listRefusedRules(createFixtureBuild('shell'))).toEqual([])
  })

  it('refuses a description that does not fit the schema, and one of another app', () => {
    expect(listRefusedRules({ ...team(), build: { app: 'remote-team' } })[0]).toContain(
      'build-schema remote-team: build.json',
    )
    const { platform: _, ...silent } = team().build as { platform: string }
    expect(listRefusedRules({ ...team(), build: silent })).toEqual(['build-schema remote-team: build.json: platform'])
    expect(listRefusedRules({ ...team(), app: 'remote-wallet' })).toEqual([
      'build-schema remote-wallet: build.json: app',
    ])
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
  ])('refuses %s', (_, entry) => expect(listRefusedRules(withEntry(entry))[0]).toContain('allowed-files remote-team'))

  it('refuses too many files and none at all', () => {
    const many = Array.from({ length: 2_001 }, (_, index): BuiltEntry => ({
      path: `f${index}.js`,
      kind: 'file',
      bytes: Buffer.from('x'),
    }))
    expect(listRefusedRules({ ...team(), entries: many })).toContain('allowed-files remote-team')
    expect(listRefusedRules({ ...team(), entries: [] })).toContain('allowed-files remote-team')
  })

  it('refuses a shell with a manifest', () => {
    const { manifest } = team().build as BuildJson
    expect(listRefusedRules(createFixtureBuild('shell', { build: { manifest } as never }))).toEqual([
      'manifest shell: manifest',
    ])
  })

  it('refuses a language file that holds more than texts', () => {
    for (const text of ['{"title":1}', '{"title":["one"]}', '"one"', 'export default {}'])
      expect(listRefusedRules(team({ files: { 'locale.pt_PT.json': text } }))).toEqual([
        'complete-texts remote-team: locales/pt_PT.json',
      ])
  })

  it('refuses more bytes than the budget, and counts only what one visit loads', () => {
    expect(listRefusedRules(team({ files: { 'entry.js': `'${createNoise(60_000)}'` } }))).toEqual([
      'byte-budget remote-team',
    ])
    expect(listRefusedRules(team({ files: { 'rare.js': `'${createNoise(60_000)}'` } }))).toEqual([])
    const half = `'${createNoise(24_000)}'`
    expect(listRefusedRules(team({ files: { 'entry.js': half } }))).toEqual([])
    expect(listRefusedRules(team({ files: { 'page-0.js': half } }))).toEqual([])
    expect(listRefusedRules(team({ files: { 'entry.js': half, 'page-0.js': half } }))).toEqual([
      'byte-budget remote-team',
    ])
  })
})

describe('the gate between releases', () => {
  const routes = (path: string) => ({ manifest: { routes: [{ path, title: 'titles.one' }] }, build: { preload: {} } })
  const readMessages = async (fixture: Omit<MistakenRelease, 'place'>) =>
    (await findRefusals({ ...fixture, place: '' })).map(({ says }) => says).join()

  it('lets compatible remotes pass', async () => expect(await readMessages({})).toBe(''))

  it.each([
    ['/:anything', '/money', 'the address belongs to shell (its path /faq)'],
    ['/:anything/:more', '/money/:id', 'belongs to remote-wallet (its path /money/:id)'],
    ['/money/new', '/money/:id', 'belongs to remote-wallet (its path /money/:id)'],
    ['/money/:id', '/money/new', 'belongs to remote-wallet (its path /money/new)'],
    ['/team/:id', '/money/:id', ''],
    ['/money/new/:id', '/money/new', ''],
  ])('compares addresses by what they match: %s beside %s', async (mine, theirs, says) => {
    const said = await readMessages({ wallet: routes(theirs), team: routes(mine) })
    expect(said).toContain(says)
    expect(said === '').toBe(says === '')
  })

  const change = { action: 'publish' as const, why: '' }
  const withPlatform = (version: string, platform: string) => ({ version, build: { platform } })

  it('refuses a shell that an older release of a remote cannot use, unless an operator allows it', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell', withPlatform('1.0.0', '1.4.0'))
    await publishFixture(context, 'remote-team', withPlatform('1.0.0', '1.4.0'))
    const older = await publishFixture(context, 'remote-team', withPlatform('1.1.0', '1.2.0'))
    await publishFixture(context, 'remote-team', withPlatform('1.2.0', '1.2.0'))
    const shell = pack(context, createFixtureBuild('shell', withPlatform('2.0.0', '1.3.0')))
    await expect(publishLive(context, await readLiveState(context), [shell], change)).rejects.toThrow(
      'remote-team/1.0.0-',
    )
    const next = await publishLive(context, await readLiveState(context), [shell], {
      ...change,
      accepts: { loss: true },
    })
    expect(next.live.apps['remote-team']?.previous).toEqual([older])
    // What is live is never dropped.
    const none = pack(context, createFixtureBuild('shell', withPlatform('3.0.0', '2.0.0')))
    await expect(
      publishLive(context, await readLiveState(context), [none], { ...change, accepts: { loss: true } }),
    ).rejects.toThrow('platform 2.0.0')
  })

  it('refuses a remote with no release for a shell that may return, unless an operator allows', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell', withPlatform('1.0.0', '1.3.0'))
    await publishFixture(context, 'remote-team', withPlatform('1.0.0', '1.3.0'))
    await publishFixture(context, 'shell', withPlatform('1.1.0', '1.4.0'))
    await publishFixture(context, 'remote-team', withPlatform('1.1.0', '1.4.0'))
    const wallet = pack(context, createFixtureBuild('remote-wallet', withPlatform('1.0.0', '1.4.0')))
    await expect(publishLive(context, await readLiveState(context), [wallet], change)).rejects.toThrow(
      'a fallback that no other release',
    )
    const next = await publishLive(context, await readLiveState(context), [wallet], {
      ...change,
      accepts: { loss: true },
    })
    expect([next.live.apps['shell']?.previous, next.live.apps['remote-team']?.previous.length]).toEqual([[], 1])
  })
})
