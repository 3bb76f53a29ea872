import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'

/** A tab names an icon that the live shell has; any other would be drawn as a dot, without a word. */
export function tabIcons({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return remotes
    .filter(({ isLive }) => isLive)
    .flatMap(({ release }) =>
      release.tabs
        .filter(({ icon }) => !shell.icons.includes(icon))
        .map(({ icon, path }) =>
          refuse(
            'tab-icons',
            `${release.app}/${release.id}: remote.json: tab ${path}`,
            `the live shell has no icon "${icon}"`,
            `Use one of ${shell.icons.join(', ')}; or publish a shell first that has it.`,
          ),
        ),
    )
}
