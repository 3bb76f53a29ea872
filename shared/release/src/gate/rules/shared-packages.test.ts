import { describe, expect, it } from 'vitest'
import { builtFixture } from '../../../tests/fixture-apps.ts'
import { checkBuild } from '../check-build.ts'
import { packRelease } from '../../releases/add-release.ts'
import { sharedModulesFit } from './shared-packages.ts'

/** A shell that provides this version of a module, beside a remote that needs this range of it. */
function fits(version: string, range: string): boolean {
  const releaseOf = (app: string, shared: { provides: Record<string, string>; needs: Record<string, string> }) => {
    const { build, files } = checkBuild(builtFixture(app, { build: { shared } }))
    return packRelease(build, files, new Date(0)).release
  }
  const shell = releaseOf('shell', { provides: { module: version }, needs: {} })
  const remote = releaseOf('remote-team', { provides: {}, needs: { module: range } })
  return sharedModulesFit({ shell, remotes: [{ release: remote, isLive: true }] }).length === 0
}

describe('a version in a range', () => {
  it.each([
    ['19.3.1', '19.3.1'],
    ['19.3.1', '=19.3.1'],
    ['19.3.1', '*'],
    ['19.4.0', '^19.3.1'],
    ['19.3.9', '~19.3.1'],
    ['20.0.0', '>=19.3.1'],
    ['0.3.2', '^0.3.1'],
    ['0.0.3', '^0.0.3'],
    ['19.3.1', '19.x'],
    ['19.3.1', '^18 || ^19'],
  ])('%s is in %s', (version, range) => expect(fits(version, range)).toBe(true))

  it.each([
    ['19.3.0', '^19.3.1'],
    ['20.0.0', '^19.3.1'],
    ['19.4.0', '~19.3.1'],
    ['19.3.0', '>=19.3.1'],
    ['0.4.0', '^0.3.1'],
    ['0.0.4', '^0.0.3'],
    ['19.3.1', '19.3.2'],
    ['19.3.1-rc.1', '^19.3.0'],
    ['19.3.1', ''],
    ['19.3.1', 'latest'],
    ['19.3.1', '^17 || ^18'],
  ])('%s is not in %s', (version, range) => expect(fits(version, range)).toBe(false))
})
