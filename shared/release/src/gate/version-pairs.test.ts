import { type BuildJson, shapeOf, releaseKey, type Release } from '@adcoin/contract'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { builtFixture } from '../../tests/fixture-apps.ts'
import { packRelease } from '../releases/add-release.ts'
import { checkCoexistence } from './coexistence.ts'

const balance = 'wallet.balanceChanged@1'
const some = (...of: readonly string[]) => fc.subarray([...of])
const paid = (fields: readonly string[]) => ({
  [balance]: shapeOf(v.object(Object.fromEntries(fields.map(field => [field, v.string()])))),
})

/** A version of the shell, one of a remote that emits an event or does not, and one that hears it. */
const versions = fc.record({
  contract: fc.record({ shell: fc.constantFrom(1, 2), from: fc.constantFrom(1, 2), more: fc.constantFrom(0, 1) }),
  react: fc.record({ has: fc.constantFrom('19.3.1', '19.4.0', '20.0.0'), needs: fc.constantFrom('*', '^19.4.0') }),
  exported: fc.record({ has: some('Button', 'Badge'), uses: some('Button', 'Badge') }),
  event: fc.record({ emits: fc.boolean(), sent: some('available', 'pending'), read: some('available', 'pending') }),
})

function releaseOf(app: string, wanted: Parameters<typeof builtFixture>[1]): Release {
  const { build } = builtFixture(app, { version: '1.0.0', ...wanted })
  return packRelease(build as BuildJson, new Map(), new Date(0)).release
}

function rulesAgainst(releases: readonly Release[]): readonly string[] {
  const apps = Object.fromEntries(releases.map(({ app, id }) => [app, { active: id, previous: [] }]))
  const known = new Map(releases.map(release => [releaseKey(release.app, release.id), release]))
  return [...new Set(checkCoexistence({ apps }, known).map(({ rule }) => rule))].sort()
}

/** faults.md M13: whatever versions meet in a page, they fit or are refused before they are live. */
test('versions that meet are refused exactly where contract, React, shared packages or an event do not fit', () => {
  fc.assert(
    fc.property(versions, ({ contract, react, exported, event }) => {
      const range = { from: contract.from, to: contract.from + contract.more }
      const shell = releaseOf('shell', {
        build: {
          contract: { from: contract.shell, to: contract.shell },
          shared: { provides: { react: react.has }, needs: {} },
          sharedNames: { '@adcoin/ui': exported.has },
        },
      })
      const wallet = releaseOf('remote-wallet', {
        manifest: { contract: { from: 1, to: 2 }, events: { in: [], out: event.emits ? [balance] : [] } },
        build: {
          uses: { calls: {}, events: event.emits ? paid(event.sent) : {} },
          shared: { provides: {}, needs: {} },
          sharedNames: {},
        },
      })
      const team = releaseOf('remote-team', {
        manifest: { contract: range, events: { in: [balance], out: [] } },
        build: {
          shared: { provides: {}, needs: { react: react.needs } },
          sharedNames: { '@adcoin/ui': exported.uses },
          uses: { calls: {}, events: paid(event.read) },
        },
      })
      const isMissing = event.read.some(field => !event.sent.includes(field))
      expect(rulesAgainst([shell, wallet, team])).toEqual(
        [
          contract.shell < range.from || contract.shell > range.to ? 'contract-range' : '',
          react.needs !== '*' && react.has !== '19.4.0' ? 'shared-modules' : '',
          exported.uses.some(name => !exported.has.includes(name)) ? 'shared-names-fit' : '',
          event.emits ? (isMissing ? 'contract-additive' : '') : 'events-have-speakers',
        ]
          .filter(rule => rule !== '')
          .toSorted(),
      )
    }),
    { numRuns: 300 },
  )
})
