import { satisfies } from 'semver'
import type { Release } from '@adcoin/contract'
import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

/**
 * A shell that people have, live or as a canary, must bring all that each release of a remote takes of the platform:
 * pages fall back to these too. A shell that stands by may come back at any time: it must find one release of each
 * remote that fits.
 */
export function platformFits({ shells, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return shells.flatMap(({ release: shell, standsBy }) => {
    const unfit = remotes.filter(({ release }) => !fits(shell, release))
    if (!standsBy) return unfit.map(({ release }) => refusalOf(shell, release, 'which people have'))
    const fitting = new Set(remotes.filter(({ release }) => fits(shell, release)).map(({ release }) => release.app))
    return unfit
      .filter(({ release, isLive }) => isLive && !fitting.has(release.app))
      .map(({ release }) => refusalOf(shell, release, 'which may come back, and no release of the remote fits it'))
  })
}

function fits(shell: Release, remote: Release): boolean {
  return satisfies(shell.platform, `^${remote.platform}`)
}

function refusalOf(shell: Release, remote: Release, whose: string): ReleaseRefusal {
  return refuse(
    'platform',
    `${remote.app}/${remote.id}`,
    `it takes what platform ${remote.platform} has; the shell ${shell.id}, ${whose}, has platform ${shell.platform}`,
    `Make a shell live that fits first, or with it; or build the remote without what is newer. Where the shell changes, publish the remote for it first.`,
  )
}
