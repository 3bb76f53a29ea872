import { deepStrictEqual } from 'node:assert'
import { apiCodes, type Release, type ReleaseTab } from '@adcoin/contract'
import { readLiveState } from '../src/operations/live-state.ts'
import { pack, publishLive } from '../src/operations/publish.ts'
import { Refused, type ReleaseRefusal } from '../src/refusal.ts'
import { createMemoryStore } from './memory-store.ts'
import { createFixtureBuild, createFixtureContext, createNoise, publishFixture } from './fixture-apps.ts'

type WantedRelease = NonNullable<Parameters<typeof createFixtureBuild>[1]>
/** A release of remote-team that must be refused, and what is live before: another release of it, and remote-wallet. */
export type MistakenRelease = {
  readonly team?: WantedRelease
  readonly before?: WantedRelease
  readonly wallet?: WantedRelease
  readonly shell?: WantedRelease | null
  readonly entry?: string
  readonly place: string
}

const routes = (...paths: string[]): WantedRelease => ({
  manifest: { routes: paths.map(path => ({ path, title: 'titles.one' })) },
  build: { preload: {} },
})
const tabWith = (icon: string, labels: Partial<ReleaseTab['labels']> = {}, path = '/team'): WantedRelease => {
  const tab = { path, icon, label: 'tabs.team', order: 4 }
  const all = { en_US: 'T', zh_TW: 'T', pt_PT: 'T', hi_IN: 'T', es_MX: 'T', es_ES: 'T', ...labels }
  return { manifest: { tabs: [tab] }, build: { tabs: [{ ...tab, labels: all }] } }
}
const takes = (platform: string): WantedRelease => ({ build: { platform } })
const copyText = (): WantedRelease => ({
  files: Object.fromEntries(apiCodes.map(code => [`locale.${code}.json`, '{"title":"Your whole team of people"}'])),
})
const localesOf = (codes: readonly string[]) => Object.fromEntries(codes.map(code => [code, `locale.${code}.json`]))
const otherLanguages = { ...localesOf(apiCodes), hi_IN: 'other.json' } as Release['locales']
const onlyFive = apiCodes.filter(code => code !== 'es_ES')
const fragments = Object.fromEntries(apiCodes.map(code => [`/team|${code}`, 'team.html']))

/** One release for each rule of the gate. */
export const fixtures: Readonly<Record<string, MistakenRelease>> = {
  'allowed-files': { entry: 'run.sh', place: 'remote-team: run.sh' },
  'build-schema': { team: { build: { id: 'latest' as Release['id'] } }, place: 'remote-team: build.json: id' },
  'byte-budget': { team: { files: { 'entry.js': `'${createNoise(60_000)}'` } }, place: 'remote-team' },
  manifest: { team: { manifest: { name: 'remote-wallet' } }, place: 'remote-team: remote.json: name' },
  'complete-texts': {
    team: { files: { 'locale.hi_IN.json': '{}' } },
    place: 'remote-team: locales/hi_IN.json: title',
  },
  'events-have-speakers': {
    team: { manifest: { events: { out: [], in: ['wallet.balanceChanged@1'] } } },
    place: 'wallet.balanceChanged@1',
  },
  'files-there': { team: { build: { styles: ['styles.css', 'gone.css'] } }, place: 'remote-team: gone.css' },
  'languages-hashed': {
    team: { build: { locales: otherLanguages }, files: { 'other.json': '{"title":"another"}' } },
    place: 'remote-team: other.json',
  },
  platform: { team: takes('1.1.0'), place: 'remote-team/1.0.0' },
  'routes-collide': { wallet: routes('/money'), team: routes('/money'), place: '/money' },
  'routes-kept': {
    before: routes('/team', '/invite'),
    team: { version: '1.1.0', ...routes('/team') },
    place: '/invite',
  },
  'shell-first': { shell: null, place: 'shell' },
  'six-languages': { team: tabWith('team', { hi_IN: ' ' }), place: 'hi_IN' },
}

const team = (wanted: WantedRelease): MistakenRelease => ({ team: wanted, place: '' })
/** More mistakes, each with the rule that refuses it and what is said. */
export const moreMistakes: readonly (readonly [
  mistake: string,
  rule: string,
  says: string,
  fixture: MistakenRelease,
])[] = [
  ['2 MB of images', 'byte-budget', 'images, fonts', team({ files: { 'hero.png': createNoise(2_000_000) } })],
  ['a film of 300 KB', 'byte-budget', 'images, fonts', team({ files: { 'intro.mp4': createNoise(300_000) } })],
  ['its own font of 200 KB', 'byte-budget', 'images, fonts', team({ files: { 'Inter.woff2': createNoise(200_000) } })],
  ['a route that takes every word', 'routes-collide', 'belongs to shell', team(routes('/:anything'))],
  ['a route that differs in case', 'routes-collide', 'belongs to remote-auth', team(routes('/Login'))],
  ['a catch-all route', 'build-schema', 'manifest.routes.0.path', team(routes('/*'))],
  ['the route of the login', 'routes-collide', 'belongs to remote-auth', team(routes('/login'))],
  ['the route of the language screen', 'routes-collide', 'belongs to shell', team(routes('/language'))],
  [
    'an address that a route of another remote takes',
    'routes-collide',
    'its path /money/:kind',
    { wallet: routes('/money/:kind'), team: routes('/money/new'), place: '' },
  ],
  ['a tab without a route', 'manifest', 'no route of the manifest', team(tabWith('team', {}, '/elsewhere'))],
  ['what a newer shell has', 'platform', 'the shell 1.0.0-', team(takes('1.4.0'))],
  [
    'what an older major had',
    'platform',
    'has platform 2.0.0',
    { ...team({}), shell: takes('2.0.0'), wallet: takes('2.0.0') },
  ],
  [
    'an entry of 300 KB',
    'byte-budget',
    'entry.js: the entry has',
    team({ files: { 'entry.js': 'a'.repeat(300_000) } }),
  ],
  [
    'a fragment of 300 KB',
    'byte-budget',
    'team.html (/team|en_US)',
    team({ build: { fragments }, files: { 'team.html': `<p>${'a'.repeat(300_000)}</p>` } }),
  ],
  ['a source map beside the script', 'allowed-files', 'source maps', { entry: 'page-0.js.map', place: '' }],
  ['an .env file', 'allowed-files', '', { entry: '.env', place: '' }],
  ['a name with a space', 'allowed-files', 'characters', { entry: 'my page.js', place: '' }],
  ['a name that differs only in case', 'allowed-files', 'in case', { entry: 'ENTRY.js', place: '' }],
  ['a page of its own', 'allowed-files', 'index.html', { entry: 'index.html', place: '' }],
  ['a translation that was copied from English', 'complete-texts', 'English', team(copyText())],
  ['no manifest', 'manifest', 'missing', team({ build: { manifest: undefined } })],
  ['a word of its own in the manifest', 'build-schema', 'public', team({ manifest: { public: ['/team'] } as never })],
  ['no container', 'manifest', 'no container name', team({ build: { container: undefined } })],
  ['a route twice', 'manifest', 'listed twice', team(routes('/team', '/Team'))],
  ['chunks of no route', 'manifest', 'no route', team({ build: { preload: { '/other': ['page-0.js'] } } })],
  ['a tab that was not built', 'manifest', 'tabs', team({ manifest: { tabs: tabWith('team').manifest?.tabs ?? [] } })],
  [
    'a language less',
    'six-languages',
    'es_ES.json',
    team({ build: { locales: localesOf(onlyFive) as Release['locales'] } }),
  ],
  [
    'a path that is prerendered in five languages',
    'six-languages',
    'fragment /team in es_ES',
    team({
      build: { fragments: Object.fromEntries(onlyFive.map(code => [`/team|${code}`, 'team.html'])) },
      files: { 'team.html': '<p>Team</p>' },
    }),
  ],
]

/** Why such a release is refused, beside what is live before; nothing of the store changes. */
export async function findRefusals({
  team = {},
  before,
  wallet,
  shell = {},
  entry,
}: MistakenRelease): Promise<readonly ReleaseRefusal[]> {
  const store = createMemoryStore()
  const context = await createFixtureContext(store)
  if (shell) await publishFixture(context, 'shell', shell)
  if (shell) await publishFixture(context, 'remote-wallet', wallet)
  if (before) await publishFixture(context, 'remote-team', before)
  const was = new Map(store.files)
  const built = createFixtureBuild('remote-team', team)
  const whole = entry
    ? { ...built, entries: [...built.entries, { path: entry, kind: 'file' as const, bytes: Buffer.from('x') }] }
    : built
  const publish = async () =>
    publishLive(context, await readLiveState(context), [pack(context, whole)], { action: 'publish', why: '' })
  const thrown: unknown = await publish().then(
    () => undefined,
    (error: unknown) => error,
  )
  if (thrown === undefined) return []
  if (!(thrown instanceof Refused)) throw thrown
  deepStrictEqual(new Map(store.files), was, 'a refused publish changes nothing')
  return thrown.refusals
}
