import { satisfies } from 'semver'
import { refuse, type Refusal } from '../../refusal.ts'
import type { Standing } from '../candidate.ts'

/**
 * Every shared module that a remote needs must be what the shell provides: `strictVersion` would refuse it in the
 * browser.
 */
export function sharedModulesFit({ shell, remotes }: Standing): readonly Refusal[] {
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
