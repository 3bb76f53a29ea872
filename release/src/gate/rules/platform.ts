import { satisfies } from 'semver'
import type { Release } from '@adcoin/contract'
import { createRefusal, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

/**
 * A shell that people have, live or as a canary, must bring all that each release of a remote takes of the platform:
 * pages fall back to these too. A shell that stands by may come back at any time: it must find one release of each
 * remote that fits.
 */
export function checkPlatform({ shells, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return shells.flatMap(({ release: shell, isFallback }) => {
    const unfit = remotes.filter(({ release }) => !isCompatible(shell, release))
    if (!isFallback) return unfit.map(({ release }) => createPlatformRefusal(shell, release, 'which people have'))
    const fitting = new Set(
      remotes.filter(({ release }) => isCompatible(shell, release)).map(({ release }) => release.app),
    )
    return unfit
      .filter(({ release, isLive }) => isLive && !fitting.has(release.app))
      .map(({ release }) =>
        createPlatformRefusal(shell, release, 'which may come back, and no release of the remote fits it'),
      )
  })
}

function isCompatible(shell: Release, remote: Release): boolean {
  return satisfies(shell.platform, `^${remote.platform}`)
}

function createPlatformRefusal(shell: Release, remote: Release, whose: string): ReleaseRefusal {
  return createRefusal(
    'platform',
    `${remote.app}/${remote.id}`,
    `it takes what platform ${remote.platform} has; the shell ${shell.id}, ${whose}, has platform ${shell.platform}`,
    `Make a shell live that fits first, or with it; or build the remote without what is newer. Where the shell changes, publish the remote for it first.`,
  )
}
