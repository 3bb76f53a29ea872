import { listNamedReleases, buildReleaseKey } from '@adcoin/contract'
import { createRefusal, type ReleaseRefusal } from '../refusal.ts'
import type { PageReleases } from './candidate.ts'
import type { LiveChoice } from '../compose/live.ts'
import type { Releases } from '../releases/releases.ts'
import { checkEventEmitters } from './rules/events.ts'
import { checkPlatform } from './rules/platform.ts'
import { checkRouteCollisions } from './rules/routes.ts'

/** The rules about releases that one page may combine; applied to everything before it goes live. */
export function checkCoexistence({ apps }: Pick<LiveChoice, 'apps'>, releases: Releases): readonly ReleaseRefusal[] {
  const named = Object.entries(apps).flatMap(([app, entry]) =>
    listNamedReleases(entry).flatMap(id => {
      const release = releases.get(buildReleaseKey(app, id))
      const isLive = id === entry.active
      return release ? [{ app, release, isLive, isFallback: !isLive && id !== entry.canary?.release }] : []
    }),
  )
  const combined: PageReleases = {
    shells: named.filter(({ app }) => app === 'shell'),
    remotes: named.filter(({ app }) => app !== 'shell'),
  }
  if (!named.some(({ app, isLive }) => app === 'shell' && isLive))
    return [
      createRefusal(
        'shell-first',
        'shell',
        'no shell would be live',
        'Publish the shell before or together with the first remote.',
      ),
    ]
  return [checkPlatform, checkRouteCollisions, checkEventEmitters].flatMap(rule => rule(combined))
}
