import { releaseKey, type Release } from '@adcoin/contract'
import { refused } from '../refusal.ts'
import type { LiveState } from './live-state.ts'
import { isBelow, leftOf, liveAppOf, planOf, refuseGone, versionOf, wasLeft, withApp, withLeft } from './plan.ts'
import type { Author, Change, Plan } from './plan.ts'

/**
 * Goes back. The release that is left is not kept to fall back to: it was left because it is not good. Only those that
 * are older than the target stay. `promote` brings it back when it was good after all.
 *
 * @param target  the release to go back to; without it the first of the previous good ones
 */
export function planRollback(
  state: LiveState,
  app: string,
  target: Release | undefined,
  change: Change,
  author: Author,
): Plan {
  const live = liveAppOf(state, app)
  const to =
    target?.id ??
    live.previous.find(id => {
      const release = state.releases.get(releaseKey(app, id))
      return release !== undefined && !wasLeft(state, app, release)
    })
  if (to === undefined)
    throw refused(
      'no-previous',
      app,
      'there is no previous good release',
      `Name one with \`--to VERSION\` (see \`history\`), or publish a new release${app === 'shell' ? '' : `; \`promote ${app} --none\` takes it out of the page`}.`,
    )
  refuseGone(state, app, to)
  if (to === live.active) throw refused('already-live', releaseKey(app, to), 'it is live already', 'Nothing to do.')
  const createdOf = (id: string) => state.releases.get(releaseKey(app, id))?.created ?? ''
  const created = target?.created ?? createdOf(to)
  const previous = live.previous.filter(id => id !== to && createdOf(id) < created)
  return planOf(state, change, author, {
    left: withLeft(leftOf(state), state.releases.get(releaseKey(app, live.active)), 'failed'),
    apps: withApp(state, app, { active: to, previous }),
    named: target ? [target] : [],
  })
}

/**
 * Takes a release out for good: neither a rollback nor a fallback brings it back. A live one is replaced by the first
 * previous one.
 */
export function planRevocation(state: LiveState, app: string, id: string, change: Change, author: Author): Plan {
  const key = releaseKey(app, id)
  const revoked = state.live?.revoked ?? []
  if (revoked.includes(key)) throw refused('already-revoked', key, 'it is revoked already', 'Nothing to do.')
  const live = liveAppOf(state, app)
  const isTrusted = (each: string) => state.releases.has(releaseKey(app, each))
  const [active, ...previous] = [live.active, ...live.previous].filter(each => each !== id && isTrusted(each))
  if (active === undefined)
    throw refused(
      'nothing-left',
      key,
      'nothing else of this app is there to take its place',
      'Publish a good release first, then revoke this one.',
    )
  const left = live.active === id ? withLeft(leftOf(state), state.releases.get(key), 'withdrawn') : leftOf(state)
  const apps = withApp(state, app, { active, previous })
  return planOf(state, change, author, { apps, left, revoked: [...revoked, key] })
}

/**
 * Takes a remote out of the page, whole: its routes, tabs and listeners. Its releases stay in the store, and `promote`
 * brings it back; no start does, unless its sources change.
 */
export function planRetirement(state: LiveState, app: string, change: Change, author: Author): Plan {
  if (app === 'shell')
    throw refused(
      'shell-first',
      app,
      'every other app is mounted in its frame',
      'Publish another shell, or roll it back.',
    )
  const live = liveAppOf(state, app)
  const { [app]: _, ...apps } = state.live?.apps ?? {}
  const left = withLeft(leftOf(state), state.releases.get(releaseKey(app, live.active)), 'withdrawn')
  return planOf(state, change, author, { apps, left })
}

/** Raises an app's lowest version: nothing older comes back, and older fallbacks are dropped. */
export function planMinimumVersion(
  state: LiveState,
  app: string,
  version: string,
  change: Change,
  author: Author,
): Plan {
  const live = liveAppOf(state, app)
  const floor = state.live?.floor ?? {}
  if (isBelow(version, floor[app]))
    throw refused('floor', app, `the minimum version is ${floor[app]} already`, 'A minimum version is only raised.')
  if (isBelow(versionOf(live.active), version))
    throw refused(
      'floor',
      releaseKey(app, live.active),
      `the live release is below ${version}`,
      'Publish a newer release first.',
    )
  const previous = live.previous.filter(id => !isBelow(versionOf(id), version))
  const apps = withApp(state, app, { active: live.active, previous })
  return planOf(state, change, author, { apps, floor: { ...floor, [app]: version } })
}
