import { type BuildJson, shapeOf, releaseKey, type Generation, type Release } from '@adcoin/contract'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { builtFixture } from '../../tests/fixture-apps.ts'
import { packRelease } from '../releases/add-release.ts'
import { checkCoexistence } from './coexistence.ts'

/**
 * Every pair of the last three versions of the five apps, faults.md M13: what a person could meet works, or is refused
 * before it is live.
 * The apps change as real ones do over three versions: the contract moves on, React moves on, the kit gets a component
 * and loses another, an event gets a field and then ends.
 */
type Change = NonNullable<Parameters<typeof builtFixture>[1]>
const versions = ['1.0.0', '1.1.0', '1.2.0'] as const
const paid = (...fields: readonly string[]) =>
  shapeOf(v.object(Object.fromEntries(fields.map(field => [field, v.string()]))))
const event = (way: 'in' | 'out', ...fields: readonly string[]): Change => ({
  card: { events: { in: [], out: [], [way]: ['wallet.balanceChanged@1'] } },
  build: { uses: { calls: {}, events: { 'wallet.balanceChanged@1': paid(...fields) } } },
})
const lives = (from: number, to: number): Change => ({ card: { contract: { from, to } } })
const shell = (contract: { from: number; to: number }, react: string, ...kit: string[]): Change => ({
  build: {
    contract,
    shared: { provides: { react }, needs: {} },
    sharedNames: { react: ['useState'], '@adcoin/ui': kit },
  },
})
const draws = (change: Change, ...kit: string[]): Change => ({
  ...change,
  build: { ...change.build, sharedNames: { '@adcoin/ui': kit } },
})

const apps: Readonly<Record<string, readonly [Change, Change, Change]>> = {
  shell: [
    shell({ from: 1, to: 1 }, '19.3.1', 'Button'),
    shell({ from: 1, to: 2 }, '19.4.0', 'Button', 'Badge'),
    shell({ from: 2, to: 2 }, '20.0.0', 'Badge'),
  ],
  'remote-auth': [lives(1, 1), lives(1, 2), lives(2, 3)],
  'remote-tasks': [
    {},
    { build: { shared: { provides: {}, needs: { react: '^19.4.0' } } } },
    { build: { shared: { provides: {}, needs: { react: '*' } } } },
  ],
  'remote-wallet': [draws(event('out', 'available'), 'Button'), event('out', 'available', 'pending'), {}],
  'remote-team': [event('in', 'available'), draws(event('in', 'available', 'pending'), 'Button', 'Badge'), {}],
}

/**
 * What must be refused, and by which rule; every other pair works. Of remotes that say nothing else: contract 1, react
 * ^19.3.1, no event.
 */
const refusedPairs: Readonly<Record<string, string>> = {
  'shell 1.0.0 + remote-auth 1.2.0': 'contract-range',
  'shell 1.2.0 + remote-auth 1.0.0': 'contract-range',
  'shell 1.0.0 + remote-tasks 1.1.0': 'shared-modules',
  'shell 1.2.0 + remote-tasks 1.1.0': 'shared-modules',
  'shell 1.2.0 + remote-tasks 1.0.0': 'shared-modules',
  'shell 1.0.0 + remote-team 1.1.0': 'shared-names-fit',
  'shell 1.2.0 + remote-team 1.1.0': 'shared-names-fit',
  'shell 1.2.0 + remote-wallet 1.0.0': 'shared-names-fit',
  'remote-wallet 1.0.0 + remote-team 1.1.0': 'contract-additive',
  'remote-wallet 1.2.0 + remote-team 1.0.0': 'events-have-speakers',
  'remote-wallet 1.2.0 + remote-team 1.1.0': 'events-have-speakers',
}

function releaseOf(app: string, at: number): Release {
  const change = apps[app]?.[at] ?? {}
  // What a pair is not about fits whatever stands beside it.
  const anyone: Change =
    app === 'shell'
      ? {}
      : {
          card: { contract: { from: 1, to: 3 }, ...change.card },
          build: {
            shared: { provides: {}, needs: app === 'remote-tasks' && at === 0 ? { react: '^19.3.1' } : {} },
            ...change.build,
          },
        }
  const { build } = builtFixture(app, { version: versions[at] ?? '', ...change, ...anyone })
  return packRelease(build as BuildJson, new Map(), new Date(0)).release
}

function pairRefused(one: Release, other: Release): string {
  const shell = one.app === 'shell' ? [] : [releaseOf('shell', 1)]
  const releases = [...shell, one, other]
  const generation: Generation = {
    schema: 1,
    generation: 1,
    created: '2026-01-01T00:00:00.000Z',
    by: 'ana',
    why: '',
    action: 'publish',
    apps: Object.fromEntries(releases.map(({ app, id }) => [app, { active: id, previous: [] }])),
    revoked: [],
    floor: {},
    rolledBack: {},
    untried: {},
    allowed: {},
  }
  return [
    ...new Set(
      checkCoexistence(
        generation,
        new Map(releases.map(release => [releaseKey(release.app, release.id), release])),
      ).map(({ rule }) => rule),
    ),
  ].join(', ')
}

const names = Object.keys(apps)
const pairs = names.flatMap((one, index) =>
  names
    .slice(index + 1)
    .flatMap(other => versions.flatMap((_, a) => versions.map((__, b) => [one, a, other, b] as const))),
)

describe('every pair of three versions of the five apps', () => {
  it.each(
    pairs.map(([one, a, other, b]) => [`${one} ${versions[a]} + ${other} ${versions[b]}`, one, a, other, b] as const),
  )('%s is as it must be', (pair, one, a, other, b) => {
    expect(pairRefused(releaseOf(one, a), releaseOf(other, b))).toBe(refusedPairs[pair] ?? '')
  })

  it('are ninety, and both kinds are among them', () => {
    expect(pairs).toHaveLength(90)
    expect(
      Object.keys(refusedPairs).filter(
        pair => !pairs.some(([one, a, other, b]) => pair === `${one} ${versions[a]} + ${other} ${versions[b]}`),
      ),
    ).toEqual([])
  })
})
