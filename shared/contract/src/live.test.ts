import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  EventRef,
  events,
  Live,
  buildReleaseFolder,
  ReleaseId,
  ReleasePath,
  RemoteManifest,
  RemoteManifestFile,
  RoutePath,
  Sha384,
  TextKey,
  Version,
} from './index.ts'

const sha = `sha384-${'A'.repeat(64)}`
const version = (changes: object = {}) => ({
  entry: 'remoteEntry.js',
  integrity: { 'remoteEntry.js': sha },
  styles: [],
  locales: Object.fromEntries(['en_US', 'zh_TW', 'pt_PT', 'hi_IN', 'es_MX', 'es_ES'].map(code => [code, `${code}.js`])),
  ...changes,
})
const live = (changes: object = {}, id = '1.0.0-0a1b2c3d') => ({
  number: 3,
  created: '2026-11-28T00:00:00.000Z',
  apps: { 'remote-wallet': { active: id, previous: [], versions: { [id]: version(changes) } } },
})
const accepts = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).success

describe('what is live', () => {
  it('is accepted as compose writes it, and may grow', () => {
    expect(accepts(Live, { ...live(), later: 1 })).toBe(true)
  })

  it.each([
    'https://evil.example/x',
    '//evil.example/releases/remote-wallet/1.0.0-0a1b2c3d',
    '../../evil',
    '..%2f..%2fevil',
    '1.0.0-0a1b2c3d/',
    '1.0.0-0a1b2c3d/..',
    '1.0.0-0A1B2C3D',
    '1.0.0\u2028-0a1b2c3d',
    '1.0.0-0a1b2c3d%00',
    '1.0.0-0a1b2c3d\n',
    '\\1.0.0-0a1b2c3d',
    'data:text/javascript,alert(1)',
    'blob:https://a.example/1',
    'javascript:alert(1)',
    '/1.0.0-0a1b2c3d',
    ' 1.0.0-0a1b2c3d',
    '',
  ])('with the forged release %j is refused', id => expect(accepts(Live, live({}, id))).toBe(false))

  it.each([
    'https://evil.example/x.js',
    '//evil.example/x.js',
    '/x.js',
    '../x.js',
    'a/../x.js',
    'a/..',
    './x.js',
    '.htaccess',
    'x\\y.js',
    'x.js?y',
    'x.js#y',
    'x%2fy.js',
    'x\u0000.js',
    'x.js\n',
    'data:,x',
    '',
    'x'.repeat(300),
  ])('with the forged file %j is refused', file => {
    expect(accepts(ReleasePath, file)).toBe(false)
    expect(accepts(Live, live({ entry: file }))).toBe(false)
    expect(accepts(Live, live({ styles: [file] }))).toBe(false)
  })

  it.each([
    `md5-${'A'.repeat(22)}==`,
    `sha256-${'A'.repeat(42)}=`,
    `${sha} ${sha}`,
    `sha384-${'A'.repeat(63)}`,
    `sha384-${'A'.repeat(62)}==`,
    `sha384-${'A'.repeat(65)}`,
    `SHA384-${'A'.repeat(64)}`,
    `${sha}?opt`,
    `${sha}\n`,
    '',
    'sha384-',
    null,
  ])('with the integrity %j is refused', hash => {
    expect(accepts(Sha384, hash)).toBe(false)
    expect(accepts(Live, live({ integrity: { 'remoteEntry.js': hash } }))).toBe(false)
  })

  it('names a container that can be written in code', () => {
    expect(accepts(Live, live({ container: 'wallet_1_0_0_0a1b2c3d' }))).toBe(true)
    for (const container of ['', 'a-b', 'Wallet', 'a;alert(1)', '__proto__\n', 'a.b', 5])
      expect(accepts(Live, live({ container }))).toBe(false)
  })

  it('with no apps, a foreign app name, or a number that is none is refused', () => {
    for (const forged of [
      {},
      { number: 3 },
      { ...live(), number: 0 },
      { ...live(), number: -1 },
      { ...live(), number: 1.5 },
      { ...live(), number: '3' },
      { ...live(), number: Number.NaN },
      null,
      [],
      'x',
    ])
      expect(accepts(Live, forged)).toBe(false)
    for (const name of ['wallet', 'remote-', 'remote-Wallet', '../shell', 'remote-x/y', ''])
      expect(accepts(Live, { ...live(), apps: { [name]: live().apps['remote-wallet'] } })).toBe(false)
  })

  it('never lets any text lead out of its own folder', () => {
    const origin = 'https://adcoin.example'
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.webPath(), fc.stringMatching(/^[a-z./@%\\]{1,20}$/)),
        file => {
          if (!accepts(ReleasePath, file)) return
          const path = buildReleaseFolder('remote-wallet', '1.0.0-0a1b2c3d')
          const url = new URL(`${path}/${file}`, origin)
          expect(url.origin).toBe(origin)
          expect(url.pathname.startsWith(`${path}/`)).toBe(true)
          expect(url.pathname).not.toContain('%')
        },
      ),
      { numRuns: 300 },
    )
  })

  it('has versions and ids of three numbers and a hash', () => {
    for (const id of ['1.0.0-0a1b2c3d', '12.34.56-0123456789abcdef']) expect(accepts(ReleaseId, id)).toBe(true)
    for (const id of [
      '1.0.0',
      '1.0-0a1b2c3d',
      '1.0.0-0a1b2c3',
      '1.0.0-xyz12345',
      '1.0.0-0a1b2c3d-canary',
      'v1.0.0-0a1b2c3d',
      '1.0.0\u2028-0a1b2c3d',
      '1.0.0-0a1b2c3d\n',
    ])
      expect(accepts(ReleaseId, id)).toBe(false)
    for (const version of ['1.0', '1.0.0-beta', '1.0.0\u2028', '1.0.0\n', '1.0.0.0', '-1.0.0'])
      expect(accepts(Version, version)).toBe(false)
  })
})

describe("a remote's manifest", () => {
  const manifest = {
    name: 'remote-wallet',
    routes: [{ path: '/money', title: 'titles.money' }],
    events: { out: ['wallet.balanceChanged@1'], in: [] },
  }

  it('is accepted as a remote writes it, with nothing else in it', () => {
    expect(accepts(RemoteManifest, manifest)).toBe(true)
    expect(accepts(RemoteManifest, { ...manifest, public: ['/money'] })).toBe(false)
    expect(
      [RemoteManifest, RemoteManifestFile].map(schema => accepts(schema, { ...manifest, $schema: '../x.json' })),
    ).toEqual([false, true])
    expect(
      accepts(RemoteManifest, { ...manifest, routes: [{ path: '/money', title: 'titles.money', access: 'public' }] }),
    ).toBe(false)
  })

  it('has at most forty routes and four tabs, and at least one route', () => {
    const routes = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ path: `/money${at}`, title: 'titles.money' }))
    const tabs = (count: number) =>
      Array.from({ length: count }, (_, order) => ({ path: '/money', icon: 'wallet', label: 'tabs.money', order }))
    expect([0, 1, 40, 41].map(count => accepts(RemoteManifest, { ...manifest, routes: routes(count) }))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([0, 4, 5].map(count => accepts(RemoteManifest, { ...manifest, tabs: tabs(count) }))).toEqual([
      true,
      true,
      false,
    ])
  })

  it.each([
    '/',
    '',
    'money',
    '//money',
    '/money/',
    '/*',
    '/money/*',
    '/money?',
    '/task/:id?',
    '/a/../b',
    '/a b',
    '/ä',
    '/money#x',
    '/:',
    `/${'x'.repeat(100)}`,
  ])('declares no route %j', path => {
    expect(accepts(RoutePath, path)).toBe(false)
  })

  it.each(['/money', '/task/:taskId', '/resetPwd/:findType', '/google_auth'])('may declare the route %s', path =>
    expect(accepts(RoutePath, path)).toBe(true),
  )

  it('names texts and events that can exist', () => {
    expect(accepts(TextKey, 'titles.money')).toBe(true)
    for (const key of ['', '1', '<b>', 'a b', 'a/b', 'ключ']) expect(accepts(TextKey, key)).toBe(false)
    for (const [name, { version }] of Object.entries(events)) expect(accepts(EventRef, `${name}@${version}`)).toBe(true)
    for (const ref of ['wallet.balanceChanged', 'balanceChanged@1', 'wallet.balanceChanged@', 'Wallet.x@1'])
      expect(accepts(EventRef, ref)).toBe(false)
  })
})
