import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageGrowthBytes } from '@adcoin/preset/budgets'
import {
  Live,
  LiveChange,
  apiCodes,
  buildReleaseKey,
  type AppChoice,
  type LiveApp,
  type Release,
} from '@adcoin/contract'
import * as v from 'valibot'
import { createFixtureBuild, createFixtureContext } from '../../tests/fixture-apps.ts'
import { pack } from '../operations/publish.ts'
import { compose, findHeavyFiles } from './compose.ts'
import { buildFormerRegistry } from './former-registry.ts'
import { buildLive } from './live.ts'
import { messageTexts } from './page-scripts.ts'
import { formatDataBlock } from './page.ts'
import type { Prerendered } from './prerendered.ts'

const created = '2026-11-28T08:00:00.000Z'
const change = v.parse(LiveChange, { by: 'ana', why: 'test', action: 'publish' })
const fragment = (path: string, html: string, language = 'en_US') => ({ path, language, html })
const prerendered: Prerendered = {
  fragments: [
    fragment('/lanuch', '<h1>Post for brands</h1>'),
    fragment('/home', '<main>Home</main>'),
    fragment('/money', '<p>Money</p>'),
    fragment('/frame', '<nav></nav><p class="ac-desk__column"></p>'),
  ],
  sheets: ['@layer a{:root{--ink:#111}h1{color:var(--ink)}h2{margin:0}}'],
}
const routesOf: Readonly<Record<string, readonly string[]>> = {
  'remote-auth': ['/lanuch', '/login', '/appLogin'],
  'remote-tasks': ['/home', '/task/:taskId'],
  'remote-wallet': ['/money'],
}

/** Apps as they are built, each with a release before it. */
async function buildLiveWith(remotes: readonly string[], more: Partial<AppChoice> = {}) {
  const context = await createFixtureContext(undefined, ['shell'])
  const releases = new Map<string, Release>()
  const apps: Record<string, AppChoice> = {}
  for (const app of ['shell', ...remotes]) {
    const paths = routesOf[app] ?? [`/${app.slice(7).replaceAll('-', '_')}`]
    const ids = ['1.1.0', '1.0.0', '0.9.0'].map(version => {
      const files = { 'manifest.webmanifest': '{}', 'icon.svg': '<svg/>', 'apple-touch-icon-180.png': 'png' }
      const manifest = { routes: paths.map(path => ({ path, title: 'titles.one', reads: ['/app/user/setting'] })) }
      const build = { preload: Object.fromEntries(paths.map(path => [path, ['entry.js']])) }
      const built = createFixtureBuild(
        app,
        app === 'shell' ? { version, files } : { version, manifest, build, chunks: 9 },
      )
      const { release } = pack(context, built)
      releases.set(buildReleaseKey(app, release.id), release)
      return release.id
    })
    const [active = '', ...previous] = ids
    apps[app] = { active, previous, canary: undefined, ...(app === 'remote-wallet' ? more : {}) }
  }
  return { live: buildLive({ number: 7, created, apps, revoked: [], floor: {} }, releases), releases }
}

async function composeRemotes(remotes: readonly string[] = Object.keys(routesOf), more: Partial<AppChoice> = {}) {
  const { live, releases } = await buildLiveWith(remotes, more)
  const files = await compose(live, change, releases, prerendered)
  const html = (file: string) => files.get(file)?.toString('utf8') ?? ''
  const block = (file: string) => v.parse(Live, JSON.parse(between(html(file), ' id="live">', '</script>')))
  const hashes = (file: string): Readonly<Record<string, string>> =>
    JSON.parse(between(html(file), '<script type="importmap">', '</script>')).integrity
  return { live, releases, files, html, block, hashes }
}

const between = (text: string, from: string, to: string) => text.split(from)[1]?.split(to)[0] ?? ''
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('composing', () => {
  it('gives the same bytes for the same releases', async () => {
    const { live, releases, files } = await composeRemotes()
    const again = await compose(live, change, releases, prerendered)
    expect([...again]).toEqual([...files])
    expect(brotliDecompressSync(files.get('money/index.html.br') ?? Buffer.alloc(0))).toEqual(
      files.get('money/index.html'),
    )
  })

  it('makes a page for each route with a fragment, one for the rest, with what is live as data', async () => {
    const { live, files } = await composeRemotes()
    const made = [...files.keys()].filter(path => !/\.(br|gz)$/.test(path)).sort()
    expect(made).toEqual([
      'change.json',
      'files.json',
      'home/index.html',
      'index.html',
      'lanuch/index.html',
      'live.json',
      'money/index.html',
      'registry.json',
    ])
    expect(v.parse(Live, JSON.parse(String(files.get('live.json'))))).toEqual(v.parse(Live, live))
    expect(v.parse(LiveChange, JSON.parse(String(files.get('change.json'))))).toEqual(change)
  })

  it.each<[file: string, own: string, other: string, shown: readonly string[]]>([
    ['money/index.html', 'remote-wallet', '', ['/money']],
    ['lanuch/index.html', 'remote-auth', '', ['/lanuch']],
    ['home/index.html', 'remote-tasks', '', ['/home']],
    ['index.html', 'remote-tasks', 'remote-auth', ['/home', '/lanuch']],
  ])('%s describes the shell, %s and %s, names the others, and has their screens', async (file, own, other, shown) => {
    const { live, html, block, hashes } = await composeRemotes()
    const drawn = [...html(file).matchAll(/<template data-path="([^"]+)"/g)].map(([, path]) => path)
    expect(drawn.sort()).toEqual(shown)
    for (const [name, { active, previous, routes, versions }] of Object.entries(block(file).apps)) {
      const whole = live.apps[name] ?? expect.fail(name)
      const isOwn = ['shell', own, other].includes(name)
      const carried = isOwn ? [whole.active, ...(name === other ? [] : whole.previous.slice(0, 1))] : []
      expect([active, Object.keys(versions)]).toEqual([whole.active, carried])
      expect(previous).toEqual(isOwn ? whole.previous : [])
      expect(routes).toEqual(whole.routes.map(({ path, reads }) => (isOwn ? { path, reads } : { path })))
      for (const id of carried) {
        const { integrity, ...version } = whole.versions[id] ?? expect.fail(id)
        expect({ ...versions[id], integrity: undefined }).toEqual({ ...version, integrity: undefined })
        // Each hash once: those of scripts are in the import map.
        const scripts = Object.entries(integrity).filter(([path]) => path.endsWith('.js'))
        for (const [path, hash] of scripts) expect(hashes(file)[`/releases/${name}/${id}/${path}`]).toBe(hash)
        expect(Object.keys(versions[id]?.integrity ?? {})).toEqual(['styles.css'])
      }
    }
    const mapped = Object.keys(hashes(file)).map(url => url.split('/')[2] ?? '')
    expect([...new Set(mapped)].sort()).toEqual([other, own, 'shell'].filter(Boolean).sort())
    expect(html(file)).toMatch(/<noscript>(<h1>Post for brands<\/h1>|<h1>Ad Coin<\/h1>).*JavaScript/)
  })

  it('gives the previous shell remotes of its own, whose bytes are compared too', async () => {
    const { live, html, hashes } = await composeRemotes()
    const { scopes } = JSON.parse(between(html('money/index.html'), '<script type="importmap">', '</script>'))
    const { active, previous } = live.apps['remote-wallet'] ?? expect.fail()
    const [shell = ''] = live.apps['shell']?.previous ?? []
    for (const id of [active, previous[0] ?? '']) {
      const entry = `/releases/remote-wallet/${id}/entry.js`
      expect(scopes[`/releases/shell/${shell}/`]).toMatchObject({ [entry]: `${entry}?again` })
      expect(hashes('money/index.html')[`${entry}?again`]).toBe(hashes('money/index.html')[entry])
    }
  })

  it('describes both sides of a canary in the page of its route', async () => {
    const canary = { release: '', share: 10, salt: 'abcdefgh', since: created, number: 6, manual: false }
    const plain = await composeRemotes()
    const { active, previous } = plain.live.apps['remote-wallet'] ?? expect.fail()
    const [first = '', second = ''] = previous
    const tried = { active: first, previous: [second], canary: { ...canary, release: active } }
    const { block, hashes } = await composeRemotes(undefined, tried)
    expect(Object.keys(block('money/index.html').apps['remote-wallet']?.versions ?? {})).toEqual([
      first,
      active,
      second,
    ])
    expect(hashes('money/index.html')).toHaveProperty([`/releases/remote-wallet/${active}/page-8.js`])
    expect(block('home/index.html').apps['remote-wallet']).toMatchObject({ canary: { release: active }, versions: {} })
  })

  it('requests the shell before the scripts that start it, and behind the map with its hash', async () => {
    const { html } = await composeRemotes()
    const at = (part: string) => html('index.html').indexOf(part)
    expect(at('<script type="importmap">')).toBeLessThan(at('<link rel="modulepreload"'))
    expect(at('<link rel="modulepreload"')).toBeLessThan(at('<script>'))
    expect(html('index.html')).not.toContain('type="module"')
  })

  it('allows its own four inline scripts, its one style sheet, empty ones, and no other', async () => {
    const { html } = await composeRemotes()
    const page = html('lanuch/index.html')
    const policy = between(page, 'http-equiv="Content-Security-Policy" content="', '"')
    const early = between(page, '<script>', '</script>')
    const [, , old = '', start = ''] = page.split('<script>').map(part => part.split('</script>')[0])
    const map = between(page, '<script type="importmap">', '</script>')
    const style = between(page, '<style>', '</style>')
    expect(style).toBe('@layer a{:root{--ink:#111}h1{color:var(--ink)}}')
    expect(policy).toBe(
      `script-src 'self' ${sha256(early)} ${sha256(old)} ${sha256(start)} ${sha256(map)}; style-src 'self' ${sha256(style)} ${sha256('')}`,
    )
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'))
    // Scripts, not only texts: they parse.
    for (const text of [early, start]) expect(() => new Script(text)).not.toThrow()
  })

  it.each<[what: string, root: object, says: RegExp]>([
    ['too old', {}, /^Your browser is too old/],
    ['new enough (nothing)', { popover: null }, /^$/],
  ])('shows what is missing to a browser that is %s, by syntax that each can parse', async (_, root, says) => {
    const { html } = await composeRemotes()
    const [, , text = ''] = html('index.html')
      .split('<script>')
      .map(part => part.split('</script>')[0])
    let shown = ''
    const element = { ...root, setAttribute: () => {}, appendChild: (node: string) => (shown = node) }
    const [getElementById, createElement] = [() => ({ ...root, insertBefore: () => {} }), () => element]
    new Script(text).runInNewContext({ document: { getElementById, createElement, createTextNode: String } })
    expect(shown).toMatch(says)
    // No syntax after 2009.
    expect(text).not.toMatch(/=>|\?\.|\b(const|let)\b|`/)
  })

  it('names entry, styles, manifest and icons of the shell', async () => {
    const { html, releases, live } = await composeRemotes()
    const page = html('index.html')
    const shell = releases.get(buildReleaseKey('shell', live.apps['shell']?.active ?? ''))
    const at = `/releases/shell/${shell?.id}`
    const hash = shell?.files.find(file => file.path === 'entry.js')?.sha256
    expect(page).toContain(`<link rel="modulepreload" href="${at}/entry.js" integrity="${hash}">`)
    expect(page).toMatch(/<link rel="preload" as="style" href="[^"]+styles\.css" integrity="sha256-/)
    expect(page).not.toContain('rel="stylesheet"')
    expect(page).toContain(`<link rel="manifest" href="${at}/manifest.webmanifest">`)
    expect(page).toContain(`<link rel="icon" href="${at}/icon.svg" type="image/svg+xml">`)
    expect(page).toContain(`<link rel="apple-touch-icon" href="${at}/apple-touch-icon-180.png">`)
    expect(page).toContain('viewport-fit=cover,interactive-widget=resizes-content')
    expect(page).toContain('<div id="root"></div>')
  })

  it('lists the hash of each file that it made', async () => {
    const { files } = await composeRemotes()
    const { number, files: hashes } = JSON.parse(String(files.get('files.json')))
    for (const [path, hash] of Object.entries(hashes))
      expect(
        `sha384-${createHash('sha384')
          .update(files.get(path) ?? '')
          .digest('base64')}`,
      ).toBe(hash)
    expect(number).toBe(7)
    expect(Object.keys(hashes).sort()).toEqual([...files.keys()].filter(path => path !== 'files.json').sort())
  })
})

describe('one more remote', () => {
  const listAreas = (count: number) =>
    Array.from({ length: count }, (_, at) => `remote-a${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`)
  const pages = ['index.html', 'home/index.html', 'lanuch/index.html', 'money/index.html']

  it('costs other routes only its name, routes and tabs, and takes nothing from them', async () => {
    const own = Object.keys(routesOf)
    const few = await composeRemotes([...own, ...listAreas(1)])
    const bytes = (files: ReadonlyMap<string, Buffer>, page: string) => files.get(`${page}.br`)?.length ?? 0
    for (const count of [2, 13, 61]) {
      const many = await composeRemotes([...own, ...listAreas(count)])
      for (const page of pages) {
        const withoutAreas = (live: Live): readonly (readonly [string, LiveApp])[] =>
          Object.entries(live.apps).filter(([name]) => !listAreas(count).includes(name))
        expect(withoutAreas(many.block(page))).toEqual(withoutAreas(few.block(page)))
        expect(many.hashes(page)).toEqual(few.hashes(page))
        // The id of a release does not compress.
        expect((bytes(many.files, page) - bytes(few.files, page)) / (count - 1)).toBeLessThanOrEqual(pageGrowthBytes)
      }
      expect(findHeavyFiles(many.live, many.files)).toEqual([])
    }
  }, 60_000)

  it('names the page that grew too large, with its bytes', async () => {
    const { live, releases } = await buildLiveWith(['remote-auth'])
    const noise = Array.from({ length: 9_000 }, (_, at) => createHash('md5').update(String(at)).digest('hex')).join('')
    const files = await compose(live, change, releases, { fragments: [fragment('/login', noise)], sheets: [] })
    expect(findHeavyFiles(live, files)).toEqual([
      { file: 'login/index.html', bytes: expect.any(Number), most: expect.any(Number) },
    ])
  })
})

it('writes the registry of older shells, with every field that they know a release by', async () => {
  const { live } = await composeRemotes()
  const registry = buildFormerRegistry({ ...live, overrides: true, floor: { 'remote-wallet': '1.0.0' } })
  const { active, previous, tabs, routes, versions } = live.apps['remote-wallet'] ?? expect.fail()
  const at = (id: string) => ({ id, version: id.split('-')[0], path: `/releases/remote-wallet/${id}`, ...versions[id] })
  expect(registry).toMatchObject({
    generation: 7,
    expires: '2027-02-26T08:00:00.000Z',
    revoked: [],
    overrides: true,
    floor: { 'remote-wallet': '1.0.0' },
    apps: { 'remote-wallet': { active: at(active), previous: previous.map(at), tabs, routes } },
  })
})

describe('data in the page', () => {
  it('never ends its script element, whatever it contains', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        const block = formatDataBlock({ text, end: '</script><!--' })
        expect(block).not.toContain('<')
        expect(JSON.parse(block)).toEqual({ text, end: '</script><!--' })
      }),
    )
  })
})

it('has the texts of its message in six languages', () => {
  for (const code of apiCodes) for (const word of Object.values(messageTexts[code] ?? {})) expect(word).not.toBe('')
  expect(Object.keys(messageTexts).sort()).toEqual([...apiCodes].sort())
})
