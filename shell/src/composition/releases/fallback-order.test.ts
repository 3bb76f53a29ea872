// @vitest-environment jsdom
import { browserKey, canaryGroupOf, releaseKey, type Registry, type RegistryRelease } from '@adcoin/contract'
import { beforeEach, expect, test } from 'vitest'
import { fallbackOrder, sideOf, wantedOf } from './fallback-order.ts'

const app = 'remote-team'
const releaseOf = (version: string): RegistryRelease => ({
  ...{ id: `${version}-0a1b2c3d`, version, path: `/releases/${app}/${version}-0a1b2c3d`, entry: 'remoteEntry.js' },
  ...{ integrity: {}, styles: [], locales: {}, preload: {}, groups: {} },
})
const [live, candidate] = [releaseOf('1.5.0'), releaseOf('1.6.0')]
const previous = ['1.4.0', '1.3.0', '1.2.0', '1.1.0'].map(releaseOf)
const canary = { release: candidate, share: 50, salt: '0a1b2c3d' }
const registryOf = (revoked: readonly string[] = [], withCanary = true): Registry => ({
  generation: 1,
  revoked: [...revoked],
  apps: { [app]: { active: live, previous, routes: [], tabs: [], ...(withCanary ? { canary } : {}) } },
})
const versions = (registry: Registry, avoided: readonly RegistryRelease[] = []) =>
  fallbackOrder(registry, app, key => avoided.some(each => releaseKey(app, each.id) === key)).map(each => each.version)

/** A browser on that side of the canary. */
function browserIn(group: ReturnType<typeof canaryGroupOf>): void {
  const numbers = Array.from({ length: 200 }, (_, at) => at.toString(16).padStart(16, '0'))
  localStorage.setItem(browserKey, numbers.find(each => canaryGroupOf(each, app, canary) === group) ?? '')
}
beforeEach(() => browserIn('control'))

test('the candidate goes first in browsers of the canary alone, and the live release follows', () => {
  expect(versions(registryOf())).toEqual(['1.5.0', '1.4.0', '1.3.0', '1.2.0'])
  browserIn('canary')
  expect(versions(registryOf())).toEqual(['1.6.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0'])
  expect(versions(registryOf([], false))).toEqual(['1.5.0', '1.4.0', '1.3.0', '1.2.0'])
})

test('a browser reports its side of a canary that runs, and nothing else', () => {
  const [entry, without] = [registryOf(), registryOf([], false)].map(({ apps }) => apps[app])
  if (!entry || !without) throw new Error('no entry')
  expect([sideOf(app, entry), sideOf(app, without)]).toEqual([{ group: 'control', trial: '0a1b2c3d' }, {}])
  expect(wantedOf(app, entry)).toBe(live)
  browserIn('canary')
  expect([sideOf(app, entry).group, wantedOf(app, entry)]).toEqual(['canary', candidate])
})

test('a revoked release is never tried, an avoided one last, and an unknown app has none', () => {
  browserIn('canary')
  const revoked = [candidate, live, previous[0]].map(each => releaseKey(app, each?.id ?? ''))
  expect(versions(registryOf(revoked))).toEqual(['1.3.0', '1.2.0', '1.1.0'])
  expect(versions(registryOf(), [candidate, live])).toEqual(['1.4.0', '1.3.0', '1.2.0', '1.6.0', '1.5.0'])
  expect(fallbackOrder(registryOf(), 'remote-nobody', () => false)).toEqual([])
})
