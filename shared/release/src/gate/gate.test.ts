import type { BuildJson } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { builtFixture, fixtureSite, noise, publishFixture } from '../../tests/fixture-apps.ts'
import { refusalsOf } from '../../tests/refusals-of.ts'
import { readLiveState } from '../operations/live-state.ts'
import type { BuiltApp, BuiltEntry } from '../releases/built-app.ts'
import { pack, publishLive } from '../operations/publish.ts'
import { memoryStore } from '../../tests/memory-store.ts'

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
    ['a page of its own', { path: 'index.html' }],
    ['a page in a folder', { path: 'deep/index.html' }],
    ['a link', { path: 'link.js', kind: 'link' as const }],
    ['a device', { path: 'device.js', kind: 'other' as const }],
    ['a way out', { path: '../../x.js' }],
    ['an absolute path', { path: '/etc/x.js' }],
    ['a name with a space', { path: 'a b.js' }],
    ['a twin that differs in case', { path: 'Entry.js' }],
    ['a source map', { path: 'entry.js.map' }],
    ['a signature', { path: 'release.sig' }],
    ['a description', { path: 'release.json' }],
    ['a compressed file', { path: 'entry.js.br' }],
    ['a program', { path: 'run.sh' }],
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

  it('refuses a build that names a file which is not there', () => {
    expect(refusedBy(team({ build: { styles: ['styles.css', 'gone.css'] } }))).toEqual([
      'files-there remote-team: gone.css',
    ])
  })

  it('refuses an endless entry', () => {
    expect(refusedBy(team({ files: { 'entry.js': 'a'.repeat(300_000) } }))).toEqual([
      'byte-budget remote-team: entry.js',
    ])
  })

  it('refuses a manifest of another name, a route twice, and a tab without its route', () => {
    const routes = [{ path: '/team', title: 'titles.one' }]
    expect(refusedBy(team({ manifest: { name: 'remote-wallet' } }))).toEqual([
      'manifest remote-team: remote.json: name',
    ])
    expect(refusedBy(team({ manifest: { routes: [...routes, ...routes] } }))).toEqual([
      'manifest remote-team: remote.json: routes',
    ])
    expect(
      refusedBy(
        team({
          manifest: { tabs: [{ path: '/other', icon: 'team', label: 'tabs.team', order: 4 }] },
          build: {
            tabs: [
              {
                path: '/other',
                icon: 'team',
                label: 'tabs.team',
                order: 4,
                labels: { en_US: 'T', zh_TW: 'T', pt_PT: 'T', hi_IN: 'T', es_MX: 'T', es_ES: 'T' },
              },
            ],
          },
        }),
      ),
    ).toEqual(['manifest remote-team: /other'])
  })

  it('refuses a remote without manifest or container, a shell with a manifest, and a build that is not the one of its manifest', () => {
    const { manifest, container: _, ...bare } = team().build as BuildJson
    const tab = { path: '/team', icon: 'team', label: 'tabs.team', order: 4 } as const
    expect(refusedBy({ ...team(), build: bare })).toEqual(['manifest remote-team: remote.json'])
    expect(refusedBy({ ...team(), build: { ...bare, manifest } })).toEqual(['manifest remote-team: container'])
    expect(refusedBy(builtFixture('shell', { build: { manifest } as never }))).toEqual(['manifest shell: manifest'])
    expect(refusedBy(team({ build: { preload: { '/other': ['page-0.js'] } } }))).toEqual([
      'manifest remote-team: /other',
    ])
    expect(refusedBy(team({ manifest: { tabs: [tab] } }))).toEqual(['manifest remote-team: tabs'])
    expect(refusedBy(team({ build: { contract: { from: 1, to: 2 } } }))).toEqual(['manifest remote-team: contract'])
    expect(
      refusedBy(team({ manifest: { contract: { from: 1, to: 2 } }, build: { contract: { from: 2, to: 2 } } })),
    ).toEqual(['manifest remote-team: contract'])
  })

  it('refuses a path that is prerendered in some languages only', () => {
    const fragments = Object.fromEntries(
      ['en_US', 'zh_TW', 'pt_PT', 'hi_IN', 'es_MX'].map(code => [`/team|${code}`, 'team.html']),
    )
    expect(refusedBy(team({ build: { fragments }, files: { 'team.html': '<p>Team</p>' } }))).toEqual([
      'six-languages remote-team: fragment /team in es_ES',
    ])
  })

  it('refuses a manifest that asks for a public path in a word of its own', () => {
    const built = team()
    const build = built.build as { manifest: object }
    expect(
      refusedBy({ ...built, build: { ...build, manifest: { ...build.manifest, public: ['/team'] } } })[0],
    ).toContain('build-schema')
  })

  it('refuses a language that is missing, and an empty label', () => {
    const { hi_IN: _, ...five } = (team().build as { locales: Record<string, string> }).locales
    expect(refusedBy(team({ build: { locales: five as never } })).some(each => each.includes('locales'))).toBe(true)
    const tab = { path: '/team', icon: 'team', label: 'tabs.team', order: 4 }
    expect(
      refusedBy(
        team({
          manifest: { tabs: [tab] },
          build: {
            tabs: [{ ...tab, labels: { en_US: 'T', zh_TW: 'T', pt_PT: 'T', hi_IN: ' ', es_MX: 'T', es_ES: 'T' } }],
          },
        }),
      ),
    ).toEqual(['six-languages remote-team: tab /team in hi_IN'])
  })

  it('refuses a language file whose hash the entry lacks, and one that holds more than texts', () => {
    const built = team()
    const changed = built.entries.map(entry =>
      entry.path === 'locale.hi_IN.json' ? { ...entry, bytes: Buffer.from('{"title":"another"}') } : entry,
    )
    expect(refusedBy({ ...built, entries: changed })).toEqual(['languages-hashed remote-team: locale.hi_IN.json'])
    for (const text of ['{"title":1}', '{"title":["one"]}', '"one"', 'export default {}'])
      expect(refusedBy(team({ files: { 'locale.pt_PT.json': text } }))).toEqual([
        'complete-texts remote-team: locales/pt_PT.json',
      ])
  })

  it("refuses an event that the contract does not have, one of another version, and one that is another's to say", () => {
    expect(refusedBy(team({ manifest: { events: { out: ['team.inviterLost@1'], in: [] } } }))).toEqual([
      'events remote-team: remote.json: team.inviterLost@1',
    ])
    expect(refusedBy(team({ manifest: { events: { out: ['team.inviterBound@2'], in: [] } } }))).toEqual([
      'events remote-team: remote.json: team.inviterBound@2',
    ])
    expect(refusedBy(team({ manifest: { events: { out: ['wallet.balanceChanged@1'], in: [] } } }))).toEqual([
      'events remote-team: remote.json: wallet.balanceChanged@1',
    ])
    expect(
      refusedBy(team({ manifest: { events: { out: ['team.inviterBound@1'], in: ['wallet.balanceChanged@1'] } } })),
    ).toEqual([])
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
  async function refusal(wanted: {
    shell?: Parameters<typeof builtFixture>[1]
    wallet?: Parameters<typeof builtFixture>[1]
    team?: Parameters<typeof builtFixture>[1]
  }): Promise<string> {
    const store = memoryStore()
    const site = await fixtureSite(store)
    await publishFixture(site, 'shell', wanted.shell)
    await publishFixture(site, 'remote-wallet', wanted.wallet)
    const before = new Map(store.files)
    const error = await publishLive(site, await readLiveState(site), [pack(site, team(wanted.team))], {
      action: 'publish',
      why: '',
    }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (error !== undefined) expect(new Map(store.files)).toEqual(before)
    return error instanceof Error ? error.message : ''
  }

  it('lets compatible remotes pass', async () => expect(await refusal({})).toBe(''))

  it('refuses an address that another live remote answers, whatever the parameter is called, and changes nothing', async () => {
    const routes = (path: string) => ({ manifest: { routes: [{ path, title: 'titles.one' }] }, build: { preload: {} } })
    expect(await refusal({ wallet: routes('/money/:id'), team: routes('/money/:other') })).toContain(
      'the address belongs to remote-wallet, by its path /money/:id',
    )
  })

  it.each([
    ['/:anything', '/money', 'the address belongs to shell, by its path /faq'],
    ['/:anything/:more', '/money/:id', 'belongs to remote-wallet, by its path /money/:id'],
    ['/money/new', '/money/:id', 'belongs to remote-wallet, by its path /money/:id'],
    ['/money/:id', '/money/new', 'belongs to remote-wallet, by its path /money/new'],
    ['/team/:id', '/money/:id', ''],
    ['/money/new/:id', '/money/new', ''],
  ])('compares addresses by what they match: %s beside %s', async (mine, theirs, says) => {
    const routes = (path: string) => ({ manifest: { routes: [{ path, title: 'titles.one' }] }, build: { preload: {} } })
    const output = await refusal({ wallet: routes(theirs), team: routes(mine) })
    if (says === '') expect(output).toBe('')
    else expect(output).toContain(says)
  })

  it('refuses an address that the shell keeps, and a public one that is not given to this app', async () => {
    const routes = (path: string) => ({ manifest: { routes: [{ path, title: 'titles.one' }] }, build: { preload: {} } })
    expect(await refusal({ team: routes('/help') })).toContain('the address belongs to shell')
    expect(await refusal({ team: routes('/lanuch') })).toContain('the address belongs to remote-auth')
  })

  it('refuses a contract that the live shell does not know', async () => {
    expect(await refusal({ team: { manifest: { contract: { from: 2, to: 3 } } } })).toContain(
      'it lives with contract 2 to 3',
    )
  })

  it('refuses a shared module that the shell does not provide in this range', async () => {
    expect(await refusal({ team: { build: { shared: { provides: {}, needs: { react: '^20.0.0' } } } } })).toContain(
      'it needs ^20.0.0, the shell 1.0.0-',
    )
    expect(await refusal({ team: { build: { shared: { provides: {}, needs: { vue: '*' } } } } })).toContain(
      'does not provide',
    )
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
    const next = await publishLive(site, await readLiveState(site), [shell], change, true)
    expect(next.apps['remote-team']?.previous).toEqual([older])
    // What is live is never dropped.
    const none = pack(site, builtFixture('shell', { version: '3.0.0', ...exporting() }))
    await expect(publishLive(site, await readLiveState(site), [none], change, true)).rejects.toThrow('@adcoin/ui: Hint')
  })

  it('refuses to listen to an event that the live owner does not emit, and to stop emitting one that others need', async () => {
    const says = { manifest: { events: { out: ['wallet.balanceChanged@1'], in: [] } } }
    const listens = { manifest: { events: { out: [], in: ['wallet.balanceChanged@1'] } } }
    expect(await refusal({ wallet: says, team: listens })).toBe('')
    expect(await refusal({ team: listens })).toContain('the live release of remote-wallet does not emit this event')
  })

  it('refuses a newer release that gives an address up, unless an operator accepts it', async () => {
    const site = await fixtureSite()
    const routes = (...paths: string[]) => ({
      manifest: { routes: paths.map(path => ({ path, title: 'titles.one' })) },
      build: { preload: {} },
    })
    await publishFixture(site, 'shell')
    await publishFixture(site, 'remote-team', routes('/team', '/invite'))
    const fewer = pack(site, team({ version: '1.1.0', ...routes('/team') }))
    const change = { action: 'publish' as const, why: '' }
    await expect(publishLive(site, await readLiveState(site), [fewer], change)).rejects.toThrow(
      '/invite: the live release',
    )
    await publishLive(site, await readLiveState(site), [fewer], change, true)
    expect((await readLiveState(site)).generation?.apps['remote-team']?.active).toBe(fewer.release.id)
  })

  it('refuses a remote before the first shell', async () => {
    const site = await fixtureSite()
    await expect(
      publishLive(site, await readLiveState(site), [pack(site, team())], { action: 'publish', why: '' }),
    ).rejects.toThrow('Publish the shell before')
  })
})
