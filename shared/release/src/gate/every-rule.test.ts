import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { remedies } from '@adcoin/checks/forbidden-uses'
import { lawVersion } from '@adcoin/checks/law'
import { apiCodes, shapeOf, type Release, type ReleaseTab, type Shape } from '@adcoin/contract'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { builtFixture, fixtureSite, noise, publishFixture } from '../../tests/fixture-apps.ts'
import { readLiveState } from '../operations/live-state.ts'
import { pack, publishLive } from '../operations/publish.ts'
import { Refused } from '../refusal.ts'
import { memoryStore } from '../store/memory-store.ts'

type Wanted = NonNullable<Parameters<typeof builtFixture>[1]>
/** A release of remote-team that must be refused, and what is live before: another release of it, and remote-wallet. */
type Fixture = {
  readonly team?: Wanted
  readonly before?: Wanted
  readonly wallet?: Wanted
  readonly shell?: Wanted | null
  readonly entry?: string
  readonly place: string
}

const call = (request: v.GenericSchema, response: v.GenericSchema): Wanted => ({
  build: {
    uses: { calls: { 'GET /app/agent': { request: shapeOf(request), response: shapeOf(response) } }, events: {} },
  },
})
const event = (way: 'in' | 'out', shape: Shape): Wanted => ({
  card: { events: { in: [], out: [], [way]: ['wallet.balanceChanged@1'] } },
  build: { uses: { calls: {}, events: { 'wallet.balanceChanged@1': shape } } },
})
const routes = (...paths: string[]): Wanted => ({
  card: { routes: paths.map(path => ({ path, title: 'titles.one' })) },
  build: { preload: {} },
})
const tabWith = (icon: string, labels: Partial<ReleaseTab['labels']> = {}): Wanted => {
  const tab = { path: '/team', icon, label: 'tabs.team', order: 4 }
  const all = { en_US: 'T', zh_TW: 'T', pt_PT: 'T', hi_IN: 'T', es_MX: 'T', es_ES: 'T', ...labels }
  return { card: { tabs: [tab] }, build: { tabs: [{ ...tab, labels: all }] } }
}
const otherLanguages = {
  ...Object.fromEntries(apiCodes.map(code => [code, `locale.${code}.json`])),
  hi_IN: 'other.json',
} as Release['locales']
const foreignImport = {
  file: 'remote-team/src/team.tsx',
  line: 3,
  rule: 'layer',
  message: 'No import of remote-wallet.',
}
const fragments = Object.fromEntries(apiCodes.map(code => [`/team|${code}`, 'team.html']))

/** One release for each rule of the gate. */
const fixtures: Readonly<Record<string, Fixture>> = {
  'allowed-files': { entry: 'run.sh', place: 'remote-team: run.sh' },
  'build-schema': { team: { build: { id: 'latest' as Release['id'] } }, place: 'remote-team: build.json: id' },
  'byte-budget': { team: { files: { 'entry.js': `'${noise(60_000)}'` } }, place: 'remote-team' },
  card: { team: { card: { name: 'remote-wallet' } }, place: 'remote-team: remote.json: name' },
  'complete-texts': {
    team: { files: { 'locale.hi_IN.json': '{}' } },
    place: 'remote-team: locales/hi_IN.json: title',
  },
  'contract-additive': {
    wallet: event('out', shapeOf(v.object({}))),
    team: event('in', shapeOf(v.object({ amount: v.string() }))),
    place: 'wallet.balanceChanged@1: amount',
  },
  'contract-range': { team: { card: { contract: { from: 2, to: 3 } } }, place: 'remote-team/1.0.0' },
  'document-stays': {
    team: { files: { 'page-0.js': 'document.open()' } },
    place: 'remote-team: page-0.js:1:1: document.open()',
  },
  door: { team: { build: { door: 2 } }, place: 'remote-team/1.0.0' },
  'entry-size': { team: { files: { 'entry.js': 'a'.repeat(300_000) } }, place: 'remote-team: entry.js' },
  events: {
    team: { card: { events: { out: ['team.inviterLost@1'], in: [] } } },
    place: 'remote-team: remote.json: team.inviterLost@1',
  },
  'event-owners': {
    team: { files: { 'page-0.js': 'bus.emitterFor("wallet")' } },
    place: 'remote-team: page-0.js:1:1: bus.emitterFor("wallet")',
  },
  'events-have-speakers': {
    team: { card: { events: { out: [], in: ['wallet.balanceChanged@1'] } } },
    place: 'wallet.balanceChanged@1',
  },
  'files-there': { team: { build: { styles: ['styles.css', 'gone.css'] } }, place: 'remote-team: gone.css' },
  'fragment-size': {
    team: { build: { fragments }, files: { 'team.html': `<p>${'a'.repeat(300_000)}</p>` } },
    place: 'remote-team: team.html (/team|en_US)',
  },
  fragments: {
    team: { build: { fragments }, files: { 'team.html': '<script>x</script>' } },
    place: 'remote-team: team.html',
  },
  'heard-events': {
    team: { files: { 'page-0.js': 'bus.on("wallet.lost", heard)' } },
    place: 'remote-team: page-0.js:1:1: bus.on("wallet.lost", heard)',
  },
  'languages-vouched': {
    team: { build: { locales: otherLanguages }, files: { 'other.json': '{"title":"another"}' } },
    place: 'remote-team: other.json',
  },
  law: {
    team: { build: { sources: { law: lawVersion, problems: [foreignImport], sameAsEnglish: {} } } },
    place: 'remote-team: remote-team/src/team.tsx:3',
  },
  'location-stays': {
    team: { files: { 'page-0.js': '\n  location.href = "/money"' } },
    place: 'remote-team: page-0.js:2:3: location.href = "/money"',
  },
  'no-evaluation': {
    team: { files: { 'page-0.js': 'eval("1")' } },
    place: 'remote-team: page-0.js:1:1: eval("1")',
  },
  'own-hosts': {
    team: { files: { 'page-0.js': 'fetch("https://evil.example")' } },
    place: 'remote-team: page-0.js:1:1: fetch("https://evil.example")',
  },
  'own-storage': {
    team: { files: { 'page-0.js': 'localStorage.setItem("adcoin.token", "")' } },
    place: 'remote-team: page-0.js:1:1: localStorage',
  },
  'plain-globals': {
    team: { files: { 'page-0.js': 'const w = window' } },
    place: 'remote-team: page-0.js:1:11: window',
  },
  'routes-collide': { wallet: routes('/money'), team: routes('/money'), place: '/money' },
  'routes-kept': {
    before: routes('/team', '/invite'),
    team: { version: '1.1.0', ...routes('/team') },
    place: '/invite',
  },
  scripts: { team: { files: { 'page-0.js': 'export const = 1' } }, place: 'remote-team: page-0.js' },
  'shared-modules': { team: { build: { shared: { provides: {}, needs: { react: '^20.0.0' } } } }, place: 'react' },
  'shared-names-fit': {
    shell: { build: { sharedNames: { '@adcoin/ui': ['Button'] } } },
    wallet: { build: { sharedNames: {} } },
    team: { build: { sharedNames: { '@adcoin/ui': ['Button', 'newThing'] } } },
    place: ': @adcoin/ui: newThing',
  },
  'shell-first': { shell: null, place: 'shell' },
  'six-languages': { team: tabWith('team', { hi_IN: ' ' }), place: 'hi_IN' },
  'tab-icons': { team: tabWith('bell'), place: 'remote.json: tab /team' },
  'styles-inside': { team: { files: { 'styles.css': 'body{margin:0}' } }, place: 'remote-team: styles.css' },
}

async function refusals({ team = {}, before, wallet, shell = {}, entry }: Fixture) {
  const store = memoryStore()
  const site = await fixtureSite(store)
  if (shell) await publishFixture(site, 'shell', { ...shell, build: { door: 1, ...shell.build } })
  if (shell) await publishFixture(site, 'remote-wallet', wallet)
  if (before) await publishFixture(site, 'remote-team', before)
  const was = new Map(store.files)
  const built = builtFixture('remote-team', team)
  const whole = entry
    ? { ...built, entries: [...built.entries, { path: entry, kind: 'file' as const, bytes: Buffer.from('x') }] }
    : built
  const publish = async () =>
    publishLive(site, await readLiveState(site), [pack(site, whole)], { action: 'publish', why: '' })
  const thrown: unknown = await publish().then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(new Map(store.files), 'a refused publish changes nothing').toEqual(was)
  return thrown instanceof Refused ? thrown.refusals : []
}

describe('every rule of the gate refuses its release, names the place and the remedy, and changes nothing', () => {
  it.each(Object.entries(fixtures))('%s', async (rule, fixture) => {
    const found = (await refusals(fixture)).filter(each => each.rule === rule)
    expect(found.map(({ place }) => place).join('\n')).toContain(fixture.place)
    for (const { says, remedy } of found) expect([says, remedy]).not.toContain('')
  })

  it('and no rule is without a release, or without a line in the README', () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter(file => /^[^.]+\.ts$/.test(file))
      .map(file => readFileSync(join(import.meta.dirname, file), 'utf8'))
    const written = new Set([
      ...Object.keys(remedies),
      ...sources.flatMap(source =>
        [...source.matchAll(/\b(?:rule = |refuse\(\s*)'(?<rule>[a-z-]+)'/g)].map(({ groups }) => groups?.['rule']),
      ),
    ])
    expect([...written].sort()).toEqual(Object.keys(fixtures).sort())
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    const table = readme.slice(readme.indexOf('## What the gate refuses'), readme.indexOf('## Add a rule'))
    expect([...table.matchAll(/^\| `(?<rule>[a-z-]+)` \|/gm)].map(({ groups }) => groups?.['rule'])).toEqual(
      Object.keys(fixtures).sort(),
    )
  })
})

describe('the contract grows', () => {
  const old = call(
    v.strictObject({ page: v.optional(v.string()) }),
    v.object({ list: v.array(v.string()), total: v.number() }),
  )
  const refusedBeside = async (team: Wanted) =>
    (await refusals({ before: old, team: { version: '1.1.0', ...team }, place: '' })).map(
      ({ rule, place, says }) => `${rule} ${place.split(': ').slice(1).join(': ')}: ${says.split(' (')[0]}`,
    )

  it('by an optional input and one more field of the answer, beside releases that know neither', async () => {
    const store = memoryStore()
    const site = await fixtureSite(store)
    await publishFixture(site, 'shell')
    await publishFixture(site, 'remote-team', old)
    const more = call(
      v.strictObject({ page: v.optional(v.string()), sort: v.optional(v.string()) }),
      v.object({ list: v.array(v.string()), total: v.number(), next: v.string() }),
    )
    expect(await publishFixture(site, 'remote-team', { version: '1.1.0', ...more })).toMatch(/^1\.1\.0-/)
  })

  it.each([
    [
      'a removed field',
      call(v.strictObject({ page: v.optional(v.string()) }), v.object({ list: v.array(v.string()) })),
      'contract-additive GET /app/agent response: total: the field is required, and is not sent',
    ],
    [
      'a narrower type',
      call(
        v.strictObject({ page: v.optional(v.pipe(v.string(), v.maxLength(2))) }),
        v.object({ list: v.array(v.string()), total: v.number() }),
      ),
      'contract-additive GET /app/agent request: page: the rule "max_length 2" is not kept',
    ],
    [
      'a new required input',
      call(
        v.strictObject({ page: v.optional(v.string()), sort: v.string() }),
        v.object({ list: v.array(v.string()), total: v.number() }),
      ),
      'contract-additive GET /app/agent request: sort: the field is required, and is not sent',
    ],
    [
      'an input that is no longer taken',
      call(v.strictObject({}), v.object({ list: v.array(v.string()), total: v.number() })),
      'contract-additive GET /app/agent request: page: the field is sent, and no longer taken',
    ],
    [
      'another type in an answer',
      call(
        v.strictObject({ page: v.optional(v.string()) }),
        v.object({ list: v.array(v.number()), total: v.number() }),
      ),
      'contract-additive GET /app/agent response: list[]: number where string is expected',
    ],
  ])('and never by %s', async (_, team, refused) => expect(await refusedBeside(team)).toEqual([refused]))

  it('nor by an event that a standing-by release of its speaker sends otherwise', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    await publishFixture(site, 'remote-wallet', event('out', shapeOf(v.object({}))))
    await publishFixture(site, 'remote-wallet', {
      version: '1.1.0',
      ...event('out', shapeOf(v.object({ amount: v.string() }))),
    })
    const listens = pack(site, builtFixture('remote-team', event('in', shapeOf(v.object({ amount: v.string() })))))
    await expect(
      publishLive(site, await readLiveState(site), [listens], { action: 'publish', why: '' }),
    ).rejects.toThrow('remote-wallet/1.0.0-')
  })
})
