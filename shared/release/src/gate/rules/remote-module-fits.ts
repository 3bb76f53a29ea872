import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

/** The shell mounts the module that it knows: a remote that exposes another one would be refused in every browser. */
export function remoteModuleFits({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return remotes
    .filter(({ release }) => release.moduleVersion !== shell.moduleVersion)
    .map(({ release }) =>
      refuse(
        'remote-module',
        `${release.app}/${release.id}`,
        `it exposes a module of version ${release.moduleVersion}, the shell ${shell.id} mounts version ${shell.moduleVersion}`,
        'Publish a shell that mounts it first, or build the remote with the live version of @adcoin/remote.',
      ),
    )
}
