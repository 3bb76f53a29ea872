import { refuse, type ReleaseRefusal } from '../refusal.ts'
import type { PageReleases } from './candidate.ts'
import { namedReleases, releaseKey } from '@adcoin/contract'
import type { LiveChoice } from '../compose/live.ts'
import type { Releases } from '../releases/releases.ts'
import { contractAdditive } from './rules/contract-additive.ts'
import { contractRanges, remoteModuleFits, sharedModulesFit, sharedNamesFit } from './rules/shared-packages.ts'
import { eventsHaveSpeakers } from './rules/events.ts'
import { routesCollide, routesKept } from './rules/routes.ts'

/** A tab names an icon that the live shell has; any other would be drawn as a dot, without a word. */
function tabIcons({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
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

/** The rules about releases that one page may combine; applied to everything before it goes live. */
export function checkCoexistence({ apps }: Pick<LiveChoice, 'apps'>, releases: Releases): readonly ReleaseRefusal[] {
  const shell = releases.get(releaseKey('shell', apps['shell']?.active ?? ''))
  if (!shell)
    return [
      refuse(
        'shell-first',
        'shell',
        'no shell would be live',
        'Publish the shell before or together with the first remote.',
      ),
    ]
  const remotes = Object.entries(apps)
    .filter(([app]) => app !== 'shell')
    .flatMap(([app, entry]) =>
      namedReleases(entry).flatMap(id => {
        const release = releases.get(releaseKey(app, id))
        return release ? [{ release, isLive: id === entry.active }] : []
      }),
    )
  const combined: PageReleases = { shell, remotes }
  return [
    contractRanges,
    contractAdditive,
    remoteModuleFits,
    sharedModulesFit,
    sharedNamesFit,
    routesCollide,
    eventsHaveSpeakers,
    tabIcons,
  ].flatMap(rule => rule(combined))
}

/** Addresses of live releases that their successors lack, or the candidates of new canaries: people would lose them. */
export function addressesKept(
  next: Pick<LiveChoice, 'apps'>,
  live: Pick<LiveChoice, 'apps'> | undefined,
  releases: Releases,
): readonly ReleaseRefusal[] {
  return Object.entries(next.apps).flatMap(([app, { active, canary }]) => {
    const before = live?.apps[app]
    const isTrying = canary !== undefined && canary.release !== before?.canary?.release
    const brought = [...(active === before?.active ? [] : [active]), ...(isTrying ? [canary.release] : [])]
    const replaced = releases.get(releaseKey(app, before?.active ?? ''))
    return brought.flatMap(id => {
      const newer = releases.get(releaseKey(app, id))
      return newer ? routesKept(newer, replaced) : []
    })
  })
}
