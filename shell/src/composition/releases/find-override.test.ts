// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiCodes, type Registry, type RegistryRelease } from '@adcoin/contract'
import { choose, lookUp, readChoice, readWanted } from './find-override.ts'
import { overrideKey } from './override.ts'
import { createOverrides } from './overrides.ts'

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
const published = (more: object = {}) =>
  answers.set(`/published/${app}/${tried.id}.json`, {
    release: { ...tried, ...more },
    routes: [{ path: '/money' }, { path: '/new' }],
    tabs: [],
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
    expect(overrides.in(registry)).toEqual([{ app, id: tried.id, entry: undefined }])
  })
})

it('a version means its newest release; one that was never published is not there', async () => {
  published()
  answers.set('/published.json', { [app]: [{ id: tried.id, created: '2026-01-01T00:00:00.000Z' }] })
  expect(await lookUp(app, '2.0.0')).toMatchObject({ id: tried.id, entry: { active: { id: tried.id } } })
  expect(await lookUp(app, '2.0')).toMatchObject({ entry: undefined })
  expect(await lookUp(app, '9.9.9')).toEqual({ app, id: '9.9.9', entry: undefined })
})

describe('what an address may ask for', () => {
  it.each([tried.id, '2.0.0'])('%s of a remote', word => expect(readWanted(`${app}@${word}`)).toEqual({ app, word }))

  it.each([
    ['nothing', ''],
    ['no app', '@1.2.3'],
    ['no release', 'remote-wallet@'],
    ['the shell', `shell@${tried.id}`],
    ['what is no app', 'wallet@1.2.3'],
    ['a prototype', '__proto__@1.2.3'],
    ['a path out', `remote-wallet@../${tried.id}`],
    ['half an id', 'remote-wallet@1.2.3-'],
    ['two at once', 'remote-wallet@1.2.3@1.2.4'],
    ['a server', 'remote-wallet@http://localhost:3003'],
    ['a script', 'remote-wallet@javascript:alert(1)'],
    ['spaces around', ` remote-wallet@${tried.id} `],
    ['10 kB', `remote-wallet@1.2.3${'a'.repeat(10_000)}`],
  ])('not %s', (_, text) => expect(readWanted(text)).toBeUndefined())
})

describe('what a browser keeps of it', () => {
  it('is one choice for each remote, and nothing at all after the last was left', () => {
    choose(app, older.id)
    choose('remote-team', older.id)
    choose(app, tried.id)
    expect(readChoice()).toEqual({ 'remote-team': older.id, [app]: tried.id })
    choose('remote-team')
    choose(app)
    expect(localStorage.getItem(overrideKey)).toBeNull()
  })

  it.each([
    ['no JSON', '{'],
    ['a list', '[1,2]'],
    ['null', 'null'],
    ['a word', '"remote-wallet"'],
    ['what is no text', '{"remote-wallet":{"a":1}}'],
    ['a server', '{"remote-wallet":"http://localhost:3003"}'],
    ['the shell', `{"shell":"${tried.id}"}`],
    ['a version, which names no bytes', '{"remote-wallet":"1.2.3"}'],
  ])('is nothing where the storage holds %s', (_, text) => {
    localStorage.setItem(overrideKey, text)
    expect(readChoice()).toEqual({})
  })

  it('is what is good where only a part was tampered with', () => {
    localStorage.setItem(overrideKey, JSON.stringify({ [app]: tried.id, 'remote-team': 'javascript:1' }))
    expect(readChoice()).toEqual({ [app]: tried.id })
  })

  it('is nothing where storage is blocked, and a choice is refused', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, clear: () => undefined })
    expect(readChoice()).toEqual({})
    expect(() => choose(app, tried.id)).toThrow('blocked')
  })
})
