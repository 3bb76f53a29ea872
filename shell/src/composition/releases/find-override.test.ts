// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiCodes, type Registry, type RegistryRelease } from '@adcoin/contract'
import { overrideKey } from './override.ts'
import { createOverrides } from './overrides.ts'

/** The page of these tests hands out one shared module. */
vi.mock('./offered.ts', () => ({
  offered: async (name: string) => (name === '@adcoin/ui' ? { version: '1.2.0', exports: { Button: 1 } } : undefined),
}))

const app = 'remote-wallet'
const release = (id: string): RegistryRelease => ({
  id,
  version: id.split('-')[0] ?? '',
  path: `/releases/${app}/${id}`,
  container: 'wallet',
  entry: 'remoteEntry.js',
  integrity: {},
  styles: [],
  locales: Object.fromEntries(apiCodes.map(code => [code, `${code}.json`])) as RegistryRelease['locales'],
  preload: {},
  groups: {},
})
const [live, older, tried] = ['1.1.0-00000011', '1.0.0-00000010', '2.0.0-00000020'].map(release) as [
  RegistryRelease,
  RegistryRelease,
  RegistryRelease,
]
const registry: Registry = {
  generation: 7,
  apps: { [app]: { active: live, previous: [older], routes: [{ path: '/money' }], tabs: [] } },
  revoked: [],
  overrides: true,
}
const answers = new Map<string, unknown>()
const fetched = vi.fn(async (address: string) =>
  answers.has(address) ? Response.json(answers.get(address)) : new Response('', { status: 404 }),
)

beforeEach(() => {
  localStorage.clear()
  answers.clear()
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

const chosen = (word: string) => localStorage.setItem(overrideKey, JSON.stringify({ [app]: word }))
const published = (more: object = {}, needs?: object) =>
  answers.set(`/published/${app}/${tried.id}.json`, {
    release: { ...tried, ...more },
    routes: [{ path: '/money' }, { path: '/new' }],
    tabs: [],
    needs,
  })

async function over(given: Registry = registry) {
  const overrides = createOverrides()
  await overrides.prepare(given)
  return { overrides, entry: overrides.over(given).apps[app] }
}

describe('a release that this browser chose', () => {
  it('is in front of what is live, with its own routes, and what is live is what it falls back to', async () => {
    chosen(tried.id)
    published()
    const { overrides, entry } = await over()
    expect(entry?.active).toMatchObject({ id: tried.id })
    expect(entry?.previous.map(({ id }) => id)).toEqual([live.id, older.id])
    expect(entry?.routes.map(({ path }) => path)).toEqual(['/money', '/new'])
    expect(overrides.over({ ...registry, overrides: false }).apps[app]?.active.id).toBe(live.id)
  })

  it('is not looked for where the deployment does not allow it, or nothing was chosen', async () => {
    const { overrides: _, ...strict } = registry
    chosen(tried.id)
    published()
    expect((await over(strict)).entry?.active.id).toBe(live.id)
    localStorage.clear()
    expect((await over()).entry?.active.id).toBe(live.id)
    expect(fetched).not.toHaveBeenCalled()
  })

  it('is left at once when it is revoked', async () => {
    chosen(tried.id)
    published()
    const { overrides } = await over()
    const revoked = { ...registry, revoked: [`${app}/${tried.id}`] }
    expect([overrides.over(revoked).apps[app]?.active.id, overrides.in(revoked)]).toEqual([live.id, []])
  })

  it.each([
    ['is not there', () => undefined],
    ['says it is another', () => published({ id: older.id })],
    ['has its files elsewhere', () => published({ path: `/releases/remote-team/${tried.id}` })],
    ['is not what a release is', () => answers.set(`/published/${app}/${tried.id}.json`, { release: 1 })],
  ])('is told, and not used, where it %s', async (_, prepare) => {
    chosen(tried.id)
    prepare()
    const { overrides, entry } = await over()
    expect(entry?.active.id).toBe(live.id)
    expect(overrides.in(registry)).toEqual([{ app, word: tried.id, entry: undefined }])
  })
})

describe('a release that was built with newer shared packages than this page has', () => {
  const needs = (...names: string[]) => ({ modules: { '@adcoin/ui': '^1.3.0' }, names: { '@adcoin/ui': names } })

  it('is not used, and the missing export is named with the package, both versions and what to do', async () => {
    const consoleMock = vi.spyOn(console, 'error').mockReturnValue(undefined)
    chosen(tried.id)
    published({}, needs('Button', 'Badge'))
    const { overrides, entry } = await over()
    const lacks = 'Badge of @adcoin/ui (needs ^1.3.0, this page has 1.2.0)'
    expect([entry?.active.id, overrides.in(registry)]).toEqual([
      live.id,
      [{ app, word: tried.id, entry: undefined, lacks }],
    ])
    expect(consoleMock.mock.calls.flat().join()).toBe(
      `${app} ${tried.id} is not used: it needs ${lacks}. Make a shell live that has it, or build the remote against the live one.`,
    )
    consoleMock.mockRestore()
  })

  it('is used where it takes nothing that is missing, and an unknown module refuses nothing', async () => {
    chosen(tried.id)
    published({}, { ...needs('Button'), names: { ...needs('Button').names, '@adcoin/http': ['unknown'] } })
    expect((await over()).entry?.active.id).toBe(tried.id)
  })
})

describe('a server on this device', () => {
  const address = 'http://localhost:3003'
  const answer = { app, entry: 'remoteEntry.js', styles: [], groups: {}, routes: [{ path: '/money' }], tabs: [] }

  it('uses a number of its own, under its own address', async () => {
    chosen(address)
    answers.set(`${address}/dev-release.json`, answer)
    expect((await over()).entry?.active).toMatchObject({ id: '0.0.0-00003003', path: address })
  })

  it('is not used where it serves another remote', async () => {
    chosen(address)
    answers.set(`${address}/dev-release.json`, { ...answer, app: 'remote-team' })
    expect((await over()).entry?.active.id).toBe(live.id)
  })

  it('is not used where its sources import what this page does not have', async () => {
    const consoleMock = vi.spyOn(console, 'error').mockReturnValue(undefined)
    chosen(address)
    const needs = { modules: { '@adcoin/ui': '^1.0.0' }, names: { '@adcoin/ui': ['Badge'] } }
    answers.set(`${address}/dev-release.json`, { ...answer, needs })
    expect((await over()).entry?.active.id).toBe(live.id)
    expect(consoleMock.mock.calls.flat().join()).toContain('Badge of @adcoin/ui (needs ^1.0.0, this page has 1.2.0)')
    consoleMock.mockRestore()
  })
})
