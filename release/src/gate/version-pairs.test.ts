import { type AppChoice, type BuildJson, buildReleaseKey, type Release } from '@adcoin/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFixtureBuild } from '../../tests/fixture-apps.ts'
import { packRelease } from '../releases/add-release.ts'
import { checkCoexistence } from './coexistence.ts'

const platform = fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(0, 4, 10))
type Platform = readonly [major: number, minor: number]
const named = fc.record({
  active: platform,
  canary: fc.option(platform, { nil: undefined }),
  previous: fc.array(platform, { maxLength: 2 }),
})
type Named = {
  readonly active: Platform
  readonly canary?: Platform | undefined
  readonly previous: readonly Platform[]
}

function releasesOf(app: string, { active, canary, previous }: Named): readonly Release[] {
  return [active, ...(canary ? [canary] : []), ...previous].map((platforms, index) => {
    const build = { platform: `${platforms.join('.')}.0` }
    return packRelease(
      createFixtureBuild(app, { version: `1.0.${index}`, build }).build as BuildJson,
      new Map(),
      new Date(0),
    ).release
  })
}

function entryOf(releases: readonly Release[], { canary }: Named): AppChoice {
  const [active = '', ...others] = releases.map(({ id }) => id)
  const [tried = '', ...previous] = canary ? others : ['', ...others]
  const terms = { share: 5, salt: '0a1b2c3d', since: '2026-01-01T00:00:00.000Z', number: 1, manual: false }
  return { active, previous, ...(canary ? { canary: { release: tried, ...terms } } : {}) }
}

const isCompatible = ([major, minor]: Platform, [needed, least]: Platform) => major === needed && minor >= least
const listShown = ({ active, canary }: Named) => [active, ...(canary ? [canary] : [])]

/** faults.md M13: whatever versions meet in a page, they fit or are refused before they are live. */
test('refuses exactly where people would get a remote that their shell cannot carry', () => {
  fc.assert(
    fc.property(named, named, (shell, team) => {
      const [shells, remotes] = [releasesOf('shell', shell), releasesOf('remote-team', team)]
      const apps = { shell: entryOf(shells, shell), 'remote-team': entryOf(remotes, team) }
      const known = new Map([...shells, ...remotes].map(release => [buildReleaseKey(release.app, release.id), release]))
      const all = [...listShown(team), ...team.previous]
      const isGood =
        listShown(shell).every(each => all.every(needed => isCompatible(each, needed))) &&
        shell.previous.every(each => all.some(needed => isCompatible(each, needed)))
      const refusals = checkCoexistence({ apps }, known)
      expect(refusals.map(({ rule }) => rule)).toEqual(refusals.map(() => 'platform'))
      expect(refusals.length === 0).toBe(isGood)
    }),
    { numRuns: 500 },
  )
})
