// @vitest-environment jsdom
import { afterEach, expect, describe, test, vi } from 'vitest'
import { inPage, type Registry, type RegistryRelease } from '@adcoin/contract'
import { fallbackOrder } from './fallback-order.ts'
import { fetchRegistry, readRegistry, registryInPage, routeOf, routesOf, tabsOf } from './registry.ts'

const labels = { en_US: 'a', zh_TW: 'a', pt_PT: 'a', hi_IN: 'a', es_MX: 'a', es_ES: 'a' }

function release(app: string, version: string, paths: readonly string[] = []): RegistryRelease {
  const id = `${version}-0a1b2c3d4e5f`
  return {
    id,
    version,
    path: `/releases/${app}/${id}`,
    container: 'x',
    entry: 'remoteEntry.js',
    integrity: {},
    styles: [],
    locales: {},
    preload: Object.fromEntries(paths.map(path => [path, ['page.js']])),
    groups: Object.fromEntries(paths.map(path => [path, ['data']])),
  }
}

function registry(
  change: (draft: { apps: Record<string, { active: Record<string, unknown>; previous: unknown[] }> }) => void = () =>
    undefined,
): unknown {
  const draft = structuredClone({
    generation: 7,
    revoked: [],
    apps: {
      'remote-wallet': {
        active: release('remote-wallet', '1.1.0', ['/money']),
        previous: [release('remote-wallet', '1.0.0')],
        routes: [{ path: '/money', title: 'titles.money' }],
        tabs: [{ path: '/money', icon: 'money', label: 'tabs.money', order: 30, labels }],
      },
      'remote-tasks': {
        active: release('remote-tasks', '1.0.0', ['/task/:taskId', '/task/new']),
        previous: [],
        routes: [
          { path: '/task/:taskId', title: 'titles.task' },
          { path: '/task/new', title: 'titles.new' },
        ],
        tabs: [{ path: '/home', icon: 'home', label: 'tabs.home', order: 10, labels }],
      },
    },
  })
  change(draft as never)
  return draft
}

describe('reading a registry', () => {
  test('a whole one has no problem', () => {
    expect(readRegistry(registry())).toMatchObject({ problems: [], registry: { generation: 7 } })
  })

  test.each([
    'https://evil.example/x',
    '//evil.example',
    '/releases/../../etc',
    '/releases/remote-auth/1.1.0-0a1b2c3d4e5f',
    '/releases/remote-wallet/..%2f',
    'data:text/javascript,1',
    'blob:x',
    '/releases/remote-wallet/1.1.0-ffffffffffff',
    42,
    null,
  ])('the forged path %j costs its own entry only', path => {
    const { registry: read, problems } = readRegistry(
      registry(({ apps }) => {
        apps['remote-wallet']!.active['path'] = path
      }),
    )
    expect(Object.keys(read?.apps ?? {})).toEqual(['remote-tasks'])
    expect(problems).toEqual(['entry_refused remote-wallet'])
  })

  test.each(['../evil.js', '/evil.js', 'https://evil.example/x.js', ''])('the forged entry %j is refused', entry => {
    expect(
      readRegistry(
        registry(({ apps }) => {
          apps['remote-wallet']!.active['entry'] = entry
        }),
      ).problems,
    ).toEqual(['entry_refused remote-wallet'])
  })

  test('a forged previous release is refused as well', () => {
    expect(
      readRegistry(
        registry(({ apps }) => {
          apps['remote-wallet']!.previous = [
            { ...release('remote-wallet', '1.0.0'), path: '/releases/remote-team/1.0.0-0a1b2c3d4e5f' },
          ]
        }),
      ).problems,
    ).toEqual(['entry_refused remote-wallet'])
  })

  test.each([null, [], 'x', 7, {}, { generation: 0, apps: {} }, { generation: 1.5, apps: {} }, { generation: 1 }])(
    '%j is no registry',
    value => {
      expect(readRegistry(value)).toEqual({ registry: undefined, problems: ['registry_invalid'] })
    },
  )

  test('an app with a name that is none is refused', () => {
    expect(
      readRegistry(
        registry(({ apps }) => {
          apps['__proto__x'] = apps['remote-wallet']!
        }),
      ).problems,
    ).toEqual(['entry_refused __proto__x'])
  })
})

describe('the registry of the page', () => {
  const pageOf = (map: string) =>
    new DOMParser().parseFromString(
      `<script type="application/json" id="registry">${JSON.stringify(inPageForm())}</script><script type="importmap">${map}</script>`,
      'text/html',
    )
  const inPageForm = () => {
    const whole = registry() as Registry
    return { ...whole, apps: Object.fromEntries(Object.entries(whole.apps).map(([app, each]) => [app, inPage(each)])) }
  }
  const hash = `sha256-${'a'.repeat(43)}=`
  const path = '/releases/remote-wallet/1.1.0-0a1b2c3d4e5f'

  test('has the hashes of the live scripts from the import map, each release its own', () => {
    const { registry: read } = registryInPage(
      pageOf(
        JSON.stringify({
          integrity: { [`${path}/remoteEntry.js`]: hash, '/releases/remote-tasks/9.9.9-0a1b2c3d/x.js': hash },
        }),
      ),
    )
    expect(read?.apps['remote-wallet']?.active.integrity).toEqual({ 'remoteEntry.js': hash })
    expect(read?.apps['remote-tasks']?.active.integrity).toEqual({})
  })

  test('is as the whole registry would have it, but for previous releases and titles', () => {
    const { apps } = registry() as Registry
    const { registry: read } = registryInPage(pageOf(''))
    expect(read?.apps['remote-tasks']).toEqual({
      ...apps['remote-tasks'],
      routes: [{ path: '/task/:taskId' }, { path: '/task/new' }],
    })
    expect(read?.apps['remote-wallet']?.active).toEqual(apps['remote-wallet']?.active)
    expect(read?.apps['remote-wallet']?.previous).toEqual([])
  })

  test('lacks a remote whose scripts the page knows: said, so that the whole registry is asked for', () => {
    expect(
      registryInPage(pageOf(JSON.stringify({ integrity: { '/releases/remote-team/1.0.0-0a1b2c3d/x.js': hash } })))
        .problems,
    ).toEqual(['entry_missing remote-team'])
  })

  test.each(['', '{"integrity":{"x":"md5-x"}}'])(
    'without a map that can be believed (%s) has no hashes, so that nothing of it is loaded',
    map => {
      expect(registryInPage(pageOf(map)).registry?.apps['remote-wallet']?.active.integrity).toEqual({})
    },
  )
})

describe('what the shell asks of it', () => {
  const { registry: read } = readRegistry(registry())

  test('a path belongs to the remote that declares it; a literal wins over a parameter', () => {
    const routes = routesOf(read)
    expect(routeOf(routes, '/money')?.app).toBe('remote-wallet')
    expect(routeOf(routes, '/task/17')?.path).toBe('/task/:taskId')
    expect(routeOf(routes, '/task/new')?.path).toBe('/task/new')
    expect(routeOf(routes, '/task')).toBeUndefined()
    expect(routeOf(routes, '/money/x')).toBeUndefined()
  })

  test('tabs are in their order', () => {
    expect(tabsOf(read).map(tab => tab.path)).toEqual(['/home', '/money'])
  })
})

describe('what is asked for anew', () => {
  afterEach(() => vi.unstubAllGlobals())
  /** How each request is answered, by the cache that it names. */
  function answer(bodies: Partial<Record<RequestCache, string>>): string[] {
    const requests: string[] = []
    const fetched = (_url: string, { cache = 'default' }: RequestInit = {}) => {
      requests.push(cache)
      return Promise.resolve(new Response(bodies[cache] ?? '', { status: bodies[cache] === undefined ? 503 : 200 }))
    }
    vi.stubGlobal('fetch', vi.fn(fetched))
    return requests
  }
  const never = new AbortController().signal

  test.each(['{"generation":', '{}'])('%s instead of a registry: once more past the cache', async wrong => {
    const caches = answer({ 'no-cache': wrong, reload: JSON.stringify(registry()) })
    expect(await fetchRegistry(never)).toMatchObject({ problems: [], registry: { generation: 7 } })
    expect(caches).toEqual(['no-cache', 'reload'])
  })

  test('a whole one, or none, is not asked for twice', async () => {
    const whole = answer({ 'no-cache': JSON.stringify(registry()) })
    expect(await fetchRegistry(never)).toMatchObject({ problems: [] })
    expect(whole).toEqual(['no-cache'])
    const none = answer({})
    expect(await fetchRegistry(never)).toBeUndefined()
    expect(none).toEqual(['no-cache'])
  })
})

test('a hundred thousand unknown apps cost a look at three hundred, and one word about the others', () => {
  const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`remote-x${at}`, {}]))
  const known = readRegistry(registry()).registry ?? expect.fail()
  const read = readRegistry({ ...known, apps: { ...known.apps, ...unknown } })
  expect(Object.keys(read.registry?.apps ?? {})).toEqual(Object.keys(known.apps))
  expect(read.problems.length).toBeLessThanOrEqual(301)
  expect(read.problems[0]).toMatch(/^apps_refused \d+$/)
})

describe('which releases are tried', () => {
  const read = readRegistry(registry()).registry as Registry
  const ids = (list: readonly RegistryRelease[]) => list.map(({ version }) => version)
  const none = () => false

  test('the active one, then the previous', () => {
    expect(ids(fallbackOrder(read, 'remote-wallet', none))).toEqual(['1.1.0', '1.0.0'])
  })

  test('never a revoked one, not even when it is active and quarantine leaves nothing else', () => {
    const revoked = { ...read, revoked: ['remote-wallet/1.1.0-0a1b2c3d4e5f'] }
    expect(ids(fallbackOrder(revoked, 'remote-wallet', () => true))).toEqual(['1.0.0'])
  })

  test('a quarantined one last', () => {
    expect(ids(fallbackOrder(read, 'remote-wallet', key => key.includes('1.1.0')))).toEqual(['1.0.0', '1.1.0'])
  })

  test('at most three previous ones, however many there are', () => {
    const app = read.apps['remote-wallet'] ?? expect.fail()
    const previous = Array.from({ length: 1_000 }, (_, at) => release('remote-wallet', `0.0.${at}`))
    const many = { ...read, apps: { 'remote-wallet': { ...app, previous } } }
    expect(ids(fallbackOrder(many, 'remote-wallet', none))).toEqual(['1.1.0', '0.0.0', '0.0.1', '0.0.2'])
  })

  test('nothing for an app that is not there', () => {
    expect(fallbackOrder(read, 'remote-none', none)).toEqual([])
  })
})
