import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageGrowthBytes } from '@adcoin/preset/budgets'
import { PageRegistry, Registry, apiCodes } from '@adcoin/contract'
import * as v from 'valibot'
import { builtFixture, fixtureSite, publishFixture } from '../../tests/fixture-apps.ts'
import { readLiveState, type LiveState } from '../operations/live-state.ts'
import { pack, publishLive } from '../operations/publish.ts'
import { compose } from './compose.ts'
import { dataBlock } from './page.ts'
import { carriedApps } from './registry.ts'
import { formerRegistry } from './former-registry.ts'
import { liveOf } from './live.ts'
import { bootTexts } from './boot-source.ts'

const prerendered = {
  fragments: [{ path: '/lanuch', language: 'en_US', html: '<h1>Post for brands</h1>' }],
  sheets: ['@layer a{:root{--ink:#111}h1{color:var(--ink)}h2{margin:0}}'],
}

async function composed(remotes: readonly string[] = ['remote-team'], chunks = 1) {
  const site = await fixtureSite(undefined, ['shell', ...remotes])
  await publishFixture(site, 'shell', {
    files: { 'manifest.webmanifest': '{}', 'icon.svg': '<svg/>', 'apple-touch-icon-180.png': 'png' },
  })
  const built = remotes.map(remote => {
    const path = `/${remote.slice(7).replaceAll('-', '_')}`
    return builtFixture(remote, {
      chunks,
      manifest: { routes: [{ path, title: 'titles.one' }] },
      build: { preload: { [path]: ['entry.js'] }, groups: { [path]: [] } },
    })
  })
  await publishLive(
    site,
    await readLiveState(site),
    built.map(each => pack(site, each)),
    { action: 'publish', why: '' },
  )
  const state = await readLiveState(site)
  const files = await composedOf(state, prerendered)
  return { state, files, html: files.get('index.html')?.toString('utf8') ?? '' }
}

function composedOf({ live, change, releases }: LiveState, given?: Parameters<typeof compose>[3]) {
  return compose(liveOf(live ?? expect.fail(), releases), change ?? expect.fail(), releases, given)
}

const between = (text: string, from: string, to: string) => text.split(from)[1]?.split(to)[0] ?? ''
const withoutHashes = ({ apps, ...rest }: Registry) => ({
  ...rest,
  apps: Object.fromEntries(
    Object.entries(apps).map(
      ([
        app,
        {
          active: { integrity: _, ...active },
          routes,
          ...entry
        },
      ]) => [app, { ...entry, active, routes: routes.map(({ path }) => path) }],
    ),
  ),
})
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('composing', () => {
  it('gives the same bytes for the same input', async () => {
    const { state, files } = await composed()
    const again = await composedOf(state, prerendered)
    expect([...again]).toEqual([...files])
    expect(brotliDecompressSync(files.get('index.html.br') ?? Buffer.alloc(0))).toEqual(files.get('index.html'))
  })

  it('puts the same registry into the page and beside it, but for titles and the hashes of scripts, which the import map has; both fit the contract', async () => {
    const { files, html } = await composed()
    const block = v.parse(
      PageRegistry,
      JSON.parse(between(html, '<script type="application/json" id="registry">', '</script>')),
    )
    const registry = v.parse(Registry, JSON.parse(files.get('registry.json')?.toString() ?? ''))
    expect(withoutHashes(block)).toEqual(withoutHashes(registry))
    expect(registry.apps['remote-team']).toMatchObject({
      active: { version: '1.0.0', entry: 'entry.js' },
      previous: [],
      routes: [{ path: '/team' }],
    })
    expect(Object.keys(registry.apps['remote-team']?.active.integrity ?? {})).toContain('locale.hi_IN.json')
    expect(Object.keys(block.apps['remote-team']?.active.integrity ?? {})).toEqual(['styles.css'])
  })

  it('leaves what only a failure needs out of the page, and reports it', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    await publishFixture(site, 'remote-team', { version: '1.0.0' })
    await publishFixture(site, 'remote-team', { version: '1.1.0' })
    const files = await composedOf(await readLiveState(site))
    const block = v.parse(
      PageRegistry,
      JSON.parse(between(files.get('index.html')?.toString() ?? '', 'id="registry">', '</script>')),
    )
    const whole = v.parse(Registry, JSON.parse(files.get('registry.json')?.toString() ?? ''))
    expect(block).toMatchObject({ brief: true, apps: { 'remote-team': { previous: [] } } })
    expect(whole.brief).toBeUndefined()
    expect(whole).toMatchObject({
      generation: block.generation,
      apps: { 'remote-team': { active: { version: '1.1.0' }, previous: [{ version: '1.0.0' }] } },
    })
  })

  it('asks for the file of the shell before the boot script, which starts it, and behind the map that has its hash', async () => {
    const { html } = await composed()
    const at = (part: string) => html.indexOf(part)
    expect(at('<script type="importmap">')).toBeLessThan(at('<link rel="modulepreload"'))
    expect(at('<link rel="modulepreload"')).toBeLessThan(at('<script>'))
    expect(html).not.toContain('type="module"')
  })

  it('names the previous good shell, with the hashes of what it starts with', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    const spare = async () => {
      const html = (await composedOf(await readLiveState(site))).get('index.html')?.toString('utf8') ?? ''
      return JSON.parse(between(html, 'id="registry">', '</script>')).apps.shell.spare as unknown
    }
    expect(await spare()).toBeUndefined()
    const former = (await readLiveState(site)).live?.apps['shell']?.active
    await publishFixture(site, 'shell', { version: '1.0.1' })
    const hash = expect.stringMatching(/^sha256-/)
    expect(await spare()).toEqual({
      path: `/releases/shell/${former}`,
      entry: 'entry.js',
      styles: ['styles.css'],
      integrity: { 'entry.js': hash, 'styles.css': hash },
    })
  })

  it('has a fragment once for the languages in which it is the same, and the frame before the others', async () => {
    const { state } = await composed()
    const [lanuch, frame] = ['<h1>x</h1>', '<nav></nav>']
    const fragments = ['es_ES', 'es_MX'].flatMap(language => [
      { path: '/lanuch', language, html: lanuch },
      { path: '/frame', language, html: frame },
    ])
    const html = (await composedOf(state, { fragments, sheets: [] })).get('index.html')
    expect(html?.toString('utf8').match(/<template.*<\/template>/g)).toEqual([
      `<template data-path="/frame" data-language="es_ES es_MX">${frame}</template>`,
      `<template data-path="/lanuch" data-language="es_ES es_MX">${lanuch}</template>`,
    ])
  })

  it('allows exactly its own three inline scripts and its one style sheet, and no other', async () => {
    const { html } = await composed()
    const policy = between(html, 'http-equiv="Content-Security-Policy" content="', '"')
    const early = between(html, '<script>', '</script>')
    const start = between(html.slice(html.lastIndexOf('<script>')), '<script>', '</script>')
    const map = between(html, '<script type="importmap">', '</script>')
    const style = between(html, '<style>', '</style>')
    expect(style).toBe('@layer a{:root{--ink:#111}h1{color:var(--ink)}}')
    expect(policy).toBe(
      `script-src 'self' ${sha256(early)} ${sha256(start)} ${sha256(map)}; style-src 'self' ${sha256(style)}`,
    )
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script'))
    // Scripts, not only texts: they parse.
    for (const text of [early, start]) expect(() => new Script(text)).not.toThrow()
  })

  it('gives the browser the hash of every script of every live release, and the entry and style of the shell', async () => {
    const { html, state } = await composed()
    const map = JSON.parse(between(html, '<script type="importmap">', '</script>')) as {
      integrity: Record<string, string>
    }
    expect(Object.keys(map.integrity).filter(url => !url.endsWith('.js'))).toEqual([])
    for (const { app, id, files } of state.releases.values()) {
      for (const { path, sha256 } of files.filter(file => file.path.endsWith('.js')))
        expect(map.integrity[`/releases/${app}/${id}/${path}`]).toBe(sha256)
    }
    const shell = [...state.releases.values()].find(release => release.app === 'shell')
    expect(html).toContain(
      `<link rel="modulepreload" href="/releases/shell/${shell?.id}/entry.js" integrity="${shell?.files.find(file => file.path === 'entry.js')?.sha256}">`,
    )
    expect(html).toMatch(/<link rel="preload" as="style" href="[^"]+styles\.css" integrity="sha256-/)
    expect(html).not.toContain('rel="stylesheet"')
  })

  it('links manifest and icons where the shell brings them, and serves people without scripts', async () => {
    const { html } = await composed()
    expect(html).toMatch(/<link rel="manifest" href="\/releases\/shell\/[^"]+\/manifest\.webmanifest">/)
    expect(html).toMatch(/<link rel="icon" href="[^"]+icon\.svg" type="image\/svg\+xml">/)
    expect(html).toMatch(/<link rel="apple-touch-icon" href="[^"]+180\.png">/)
    expect(html).toContain('viewport-fit=cover,interactive-widget=resizes-content')
    expect(html).toMatch(/<noscript><h1>Post for brands<\/h1>.*JavaScript/)
    expect(html).toContain('<div id="root"></div>')
    expect(html).toContain('<template data-path="/lanuch" data-language="en_US"><h1>Post for brands</h1></template>')
  })

  const areas = (count: number) =>
    Array.from({ length: count }, (_, index) => `remote-area-${String.fromCharCode(97 + index)}a`)
  const bytes = ({ files }: { files: Map<string, Buffer> }) => files.get('index.html.br')?.length ?? 0

  it('grows by at most three quarters of its goal per remote of ten scripts, compressed', async () => {
    const [few, more] = [await composed(areas(1), 9), await composed(areas(3), 9)]
    expect((bytes(more) - bytes(few)) / 2).toBeLessThanOrEqual(0.75 * pageGrowthBytes)
  })

  it('only names the remotes for which it has no room, and reports that the registry has the rest', async () => {
    const [few, many] = [await composed(areas(3), 9), await composed(areas(12), 9)]
    expect((bytes(many) - bytes(few)) / 9).toBeLessThan(80)
    const page = JSON.parse(between(many.html, 'id="registry">', '</script>')) as PageRegistry
    const named = Object.entries(page.apps).filter(([, app]) => 'named' in app)
    expect(named.map(([app]) => app)).toEqual(areas(12).slice(3))
    const map = between(many.html, '"importmap">', '</script>')
    for (const [app] of Object.entries(page.apps))
      expect([app, map.includes(`/releases/${app}/`)]).toEqual([app, !areas(12).slice(3).includes(app)])
    const read = v.parse(PageRegistry, page)
    expect(read.brief).toBe(true)
    const whole = v.parse(Registry, JSON.parse(many.files.get('registry.json')?.toString() ?? ''))
    for (const [app, { active, routes }] of Object.entries(whole.apps))
      expect(read.apps[app]).toMatchObject({
        active: { id: active.id, version: active.version, path: active.path },
        routes: routes.map(({ path }) => ({ path })),
      })
  })

  it('carries whole what people come in by and what has a tab, and both sides of a canary', async () => {
    const { state } = await composed(areas(6), 9)
    if (!state.live) throw new Error('nothing is live')
    const registry = formerRegistry(liveOf(state.live ?? expect.fail(), state.releases))
    const carried = () => [...carriedApps(registry)].sort()
    expect(carried()).toEqual([...areas(3), 'shell'])
    const [, , , fourth, fifth, sixth] = areas(6).map(app => registry.apps[app] ?? expect.fail(app))
    Object.assign(fourth ?? {}, { tabs: [{}] })
    Object.assign(fifth ?? {}, { routes: [{ path: '/login' }] })
    expect(carried()).toEqual([...areas(6).slice(3, 5), areas(1)[0], 'shell'].sort())
    Object.assign(sixth ?? {}, { canary: {} })
    expect(carried()).toContain(areas(6)[5])
  })

  it('lists the hash of each file that it made', async () => {
    const { files } = await composed()
    const { files: hashes } = JSON.parse(files.get('files.json')?.toString() ?? '{}') as {
      files: Record<string, string>
    }
    for (const [path, hash] of Object.entries(hashes))
      expect(
        `sha384-${createHash('sha384')
          .update(files.get(path) ?? '')
          .digest('base64')}`,
      ).toBe(hash)
    expect(Object.keys(hashes).sort()).toEqual([...files.keys()].filter(path => path !== 'files.json').sort())
  })
})

describe('data in the page', () => {
  it('never ends its script element, whatever it contains', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        const block = dataBlock({ text, end: '</script><!--' })
        expect(block).not.toContain('<')
        expect(JSON.parse(block)).toEqual({ text, end: '</script><!--' })
      }),
    )
  })
})

describe('the texts of the boot script', () => {
  it('are there in six languages', () => {
    for (const code of apiCodes) for (const word of Object.values(bootTexts[code] ?? {})) expect(word).not.toBe('')
    expect(Object.keys(bootTexts).sort()).toEqual([...apiCodes].sort())
  })
})
