import { refuse, type ReleaseRefusal } from '../refusal.ts'
import type { PageReleases } from './candidate.ts'
import { namedReleases, releaseKey } from '@adcoin/contract'
import type { LiveChoice } from '../compose/live.ts'
import type { Releases } from '../releases/releases.ts'
import { eventsHaveSpeakers } from './rules/events.ts'
import { platformFits } from './rules/platform.ts'
import { routesCollide, routesKept } from './rules/routes.ts'

/** The rules about releases that one page may combine; applied to everything before it goes live. */
export function checkCoexistence({ apps }: Pick<LiveChoice, 'apps'>, releases: Releases): readonly ReleaseRefusal[] {
  const named = Object.entries(apps).flatMap(([app, entry]) =>
    namedReleases(entry).flatMap(id => {
      const release = releases.get(releaseKey(app, id))
      const isLive = id === entry.active
      return release ? [{ app, release, isLive, standsBy: !isLive && id !== entry.canary?.release }] : []
    }),
  )
  const combined: PageReleases = {
    shells: named.filter(({ app }) => app === 'shell'),
    remotes: named.filter(({ app }) => app !== 'shell'),
  }
  if (!named.some(({ app, isLive }) => app === 'shell' && isLive))
    return [
      refuse(
        'shell-first',
        'shell',
        'no shell would be live',
        'Publish the shell before or together with the first remote.',
      ),
    ]
  return [platformFits, routesCollide, eventsHaveSpeakers].flatMap(rule => rule(combined))
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
