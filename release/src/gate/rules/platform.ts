import { satisfies } from 'semver'
import type { Release } from '@adcoin/contract'
import { createRefusal, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

/**
 * A shell in use, live or as a canary, must have the platform of each release of a remote, fallbacks included. A
 * fallback shell may go live at any time: it needs one fitting release of each remote.
 */
export function checkPlatform({ shells, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return shells.flatMap(({ release: shell, isFallback }) => {
    const unfit = remotes.filter(({ release }) => !isCompatible(shell, release))
    if (!isFallback) return unfit.map(({ release }) => createPlatformRefusal(shell, release, 'in use'))
    const fitting = new Set(
      remotes.filter(({ release }) => isCompatible(shell, release)).map(({ release }) => release.app),
    )
    return unfit
      .filter(({ release, isLive }) => isLive && !fitting.has(release.app))
      .map(({ release }) =>
        createPlatformRefusal(shell, release, 'a fallback that no other release of this remote fits'),
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
    `it needs platform ${remote.platform}; the shell ${shell.id}, ${whose}, has platform ${shell.platform}`,
    'First make a shell live that has this platform, or build the remote for the older platform. ' +
      'If the new release is a shell, first publish the remote for its platform.',
  )
}
