// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Live } from '@adcoin/contract'
import { overrideKey } from './live.ts'
import { storeOverride, findOverrides, findOverride, readStoredOverrides, parseOverride } from './overrides.ts'

const app = 'remote-wallet'
const [older, chosen] = ['1.0.0-00000010', '2.0.0-00000020']
const version = {
  ...{ container: 'wallet', entry: 'remoteEntry.js', styles: [], locales: {}, preload: {}, groups: {}, integrity: {} },
}
const allowing: Live = { number: 7, created: '', apps: {}, revoked: [], floor: {}, overrides: true }
const answers = new Map<string, unknown>()

beforeEach(() => {
  localStorage.clear()
  answers.clear()
  vi.stubGlobal('fetch', async (address: string) =>
    answers.has(address) ? Response.json(answers.get(address)) : new Response('', { status: 404 }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const published = { version, routes: [{ path: '/money' }], tabs: [] }

describe('a release that this browser chose', () => {
  it('is described by the gateway', async () => {
    storeOverride(app, chosen)
    answers.set(`/published/${app}/${chosen}.json`, published)
    expect((await findOverrides())(allowing).overrides).toEqual([{ app, id: chosen, found: published }])
  })

  it.each([
    ['is not there', undefined],
    ['is not what a release is', { version: 1 }],
    ['has files elsewhere', { ...published, version: { ...version, entry: '../evil.js' } }],
  ])('is reported, and not used, where it %s', async (_, described) => {
    storeOverride(app, chosen)
    if (described) answers.set(`/published/${app}/${chosen}.json`, described)
    expect((await findOverrides())(allowing).overrides).toEqual([{ app, id: chosen, found: undefined }])
  })
})

it('a version means its newest release; one that was never published is not there', async () => {
  answers.set(`/published/${app}/${chosen}.json`, published)
  answers.set('/published.json', { [app]: [{ id: chosen, created: '2026-01-01T00:00:00.000Z' }] })
  expect(await findOverride(app, '2.0.0')).toEqual({ app, id: chosen, found: published })
  expect(await findOverride(app, '9.9.9')).toEqual({ app, id: '9.9.9', found: undefined })
})

describe('what an address may ask for', () => {
  it.each([chosen, '2.0.0'])('%s of a remote', word => expect(parseOverride(`${app}@${word}`)).toEqual({ app, word }))

  it.each([
    ['nothing', ''],
    ['no app', '@1.2.3'],
    ['no release', 'remote-wallet@'],
    ['the shell', `shell@${chosen}`],
    ['what is no app', 'wallet@1.2.3'],
    ['a prototype', '__proto__@1.2.3'],
    ['a path out', `remote-wallet@../${chosen}`],
    ['half an id', 'remote-wallet@1.2.3-'],
    ['two at once', 'remote-wallet@1.2.3@1.2.4'],
    ['a server', 'remote-wallet@http://localhost:3003'],
    ['a script', 'remote-wallet@javascript:alert(1)'],
    ['spaces around', ` remote-wallet@${chosen} `],
    ['10 kB', `remote-wallet@1.2.3${'a'.repeat(10_000)}`],
  ])('not %s', (_, text) => expect(parseOverride(text)).toBeUndefined())
})

describe('what a browser keeps of it', () => {
  it('is one choice for each remote, and nothing at all after the last was left', () => {
    storeOverride(app, older)
    storeOverride('remote-team', older)
    storeOverride(app, chosen)
    expect(readStoredOverrides()).toEqual({ 'remote-team': older, [app]: chosen })
    storeOverride('remote-team')
    storeOverride(app)
    expect(localStorage.getItem(overrideKey)).toBeNull()
  })

  it.each([
    ['no JSON', '{'],
    ['a list', '[1,2]'],
    ['null', 'null'],
    ['a word', '"remote-wallet"'],
    ['what is no text', '{"remote-wallet":{"a":1}}'],
    ['a server', '{"remote-wallet":"http://localhost:3003"}'],
    ['the shell', `{"shell":"${chosen}"}`],
    ['a version, which names no bytes', '{"remote-wallet":"1.2.3"}'],
  ])('is nothing where the storage holds %s', (_, text) => {
    localStorage.setItem(overrideKey, text)
    expect(readStoredOverrides()).toEqual({})
  })

  it('is what is good where only a part was tampered with', () => {
    localStorage.setItem(overrideKey, JSON.stringify({ [app]: chosen, 'remote-team': 'javascript:1' }))
    expect(readStoredOverrides()).toEqual({ [app]: chosen })
  })

  it('is nothing where storage is blocked, and a choice is refused', () => {
    const throwBlocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: throwBlocked, setItem: throwBlocked, clear: () => undefined })
    expect(readStoredOverrides()).toEqual({})
    expect(() => storeOverride(app, chosen)).toThrow('blocked')
  })
})
