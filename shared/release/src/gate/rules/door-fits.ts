import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

/** The shell mounts the door that it knows: a remote that exposes another one would be refused in every browser. */
export function doorFits({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return remotes
    .filter(({ release }) => release.door !== shell.door)
    .map(({ release }) =>
      refuse(
        'door',
        `${release.app}/${release.id}`,
        `it exposes a door of version ${release.door}, the shell ${shell.id} mounts version ${shell.door}`,
        'Publish a shell that mounts it first, or build the remote with the live version of @adcoin/remote.',
      ),
    )
}
