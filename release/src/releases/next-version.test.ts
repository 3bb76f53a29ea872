import { expect, it } from 'vitest'
import type { Release } from '@adcoin/contract'
import { computeNextVersion } from './next-version.ts'

const release = (paths: readonly string[], out: readonly string[] = [], version = '1.2.3') =>
  ({ version, manifest: { routes: paths.map(path => ({ path })), events: { out, in: [] } } }) as unknown as Release

it.each([
  ['the same from outside', release(['/team']), '1.2.4'],
  ['a new address', release(['/team', '/team/:id']), '1.3.0'],
  ['a new event', release(['/team'], ['team.inviterBound@1']), '1.3.0'],
  ['an address is gone', release(['/teams']), '2.0.0'],
  ['the shell, which has no manifest', { version: '3.0.0' }, '2.0.0'],
])('%s', (_, next, version) => expect(computeNextVersion(release(['/team']), next)).toBe(version))
