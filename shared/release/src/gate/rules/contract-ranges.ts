import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

/**
 * Shell and remote must share a major version of the contract, previous releases too: they are what a page falls back
 * to.
 */
export function contractRanges({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return remotes
    .filter(({ release }) => release.contract.to < shell.contract.from || release.contract.from > shell.contract.to)
    .map(({ release }) =>
      refuse(
        'contract-range',
        `${release.app}/${release.id}`,
        `it lives with contract ${release.contract.from} to ${release.contract.to}, the shell ${shell.id} with ${shell.contract.from} to ${shell.contract.to}`,
        release.contract.from > shell.contract.to
          ? 'Publish a shell that knows the newer contract first.'
          : 'Publish the remote for the newer contract first.',
      ),
    )
}
