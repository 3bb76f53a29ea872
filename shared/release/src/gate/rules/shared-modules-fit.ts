import { satisfies } from 'semver'
import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

/**
 * Every shared module that a remote needs must be what the shell provides: `strictVersion` would refuse it in the
 * browser.
 */
export function sharedModulesFit({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return remotes.flatMap(({ release }) =>
    Object.entries(release.shared.needs).flatMap(([name, range]) => {
      const provided = shell.shared.provides[name]
      if (provided !== undefined && range !== '' && satisfies(provided, range)) return []
      return [
        refuse(
          'shared-modules',
          `${release.app}/${release.id}: ${name}`,
          provided === undefined
            ? `it needs ${name} ${range}, which the shell ${shell.id} does not provide`
            : `it needs ${range}, the shell ${shell.id} provides ${provided}`,
          'Build the remote against the live shell, or publish a shell that provides it first.',
        ),
      ]
    }),
  )
}
