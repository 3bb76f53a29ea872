// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Registry, RegistryRelease } from '@adcoin/contract'
import { createLiveRegistry, type LiveRegistry } from './live-registry.ts'

const app = 'remote-wallet'
const browser = '00000000000000aa'
const release = (version: string): RegistryRelease => ({
  id: `${version}-0a1b2c3d4e5f`,
  version,
  path: `/releases/${app}/${version}-0a1b2c3d4e5f`,
  entry: 'remoteEntry.js',
  integrity: {},
  styles: [],
  locales: {},
  preload: {},
  groups: {},
})
const registry: Registry = {
  generation: 7,
  revoked: [],
  apps: { [app]: { active: release('1.0.0'), previous: [], routes: [{ path: '/money' }], tabs: [] } },
}
let live: LiveRegistry | undefined
let answer: () => Response

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('adcoin.browser', browser)
  document.body.innerHTML = ''
  answer = () => Response.json(registry)
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => {
  live?.stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a registry that cannot be read is unknown: no route is absent until it is read', async () => {
  answer = () => new Response('', { status: 503 })
  const problems: string[] = []
  live = createLiveRegistry(problem => problems.push(problem))
  await live.ready()
  expect([live.isWhole(), live.routes(), problems]).toEqual([false, [], ['registry_missing']])
  answer = () => Response.json(registry)
  await live.refresh()
  expect([live.isWhole(), live.routes()]).toEqual([true, [{ app, path: '/money' }]])
})

test('the return of the network is handled once: as the browser reports it, and as the registry can be read again', async () => {
  live = createLiveRegistry(() => undefined, registry)
  const returned = vi.fn()
  live.onReturn(returned)
  await live.refresh()
  expect(returned).not.toHaveBeenCalled()
  answer = () => new Response('', { status: 503 })
  await live.refresh()
  answer = () => Response.json(registry)
  await live.refresh()
  await live.refresh()
  expect(returned).toHaveBeenCalledTimes(1)
  dispatchEvent(new Event('online'))
  expect(returned).toHaveBeenCalledTimes(2)
  live.stop()
  dispatchEvent(new Event('online'))
  expect(returned).toHaveBeenCalledTimes(2)
})
