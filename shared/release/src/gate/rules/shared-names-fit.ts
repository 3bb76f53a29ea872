import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

/**
 * The shell must have every export that a remote uses of a shared module. A version cannot guarantee that: it covers a
 * whole package, and is written by hand. Without this rule a remote that was built with newer shared packages is
 * mounted, and fails at the first tap that needs the new export.
 */
export function sharedNamesFit({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  const had = new Map(Object.entries(shell.sharedNames))
  return remotes.flatMap(({ release, isLive }) =>
    Object.entries(release.sharedNames).flatMap(([module, used]) =>
      used
        .filter(name => !had.get(module)?.includes(name))
        .map(name =>
          refuse(
            'shared-names-fit',
            `${release.app}/${release.id}: ${module}: ${name}`,
            `the shell ${shell.id} has no such export${isLive ? '' : ', and a page may fall back to this release'}`,
            `Make a shell live that has ${name} before this remote, or with it; where the shell changes, keep the export in it.`,
          ),
        ),
    ),
  )
}
