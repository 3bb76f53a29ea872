import { releaseKey, type Release } from '@adcoin/contract'
import { refused } from '../refusal.ts'
import type { LiveState } from './live-state.ts'
import { leftOf, planOf, refuseGone, withLeft, withoutLeft, type Author, type Change, type Plan } from './plan.ts'

/** Previous good releases of an app that stay as fallbacks. */
const keptPrevious = 3

/**
 * Makes releases live. The former live release becomes the first fallback; if the new one is older, this is a rollback,
 * and the former one is no fallback.
 */
export function planActivation(state: LiveState, releases: readonly Release[], change: Change, author: Author): Plan {
  const apps = { ...state.live?.apps }
  let left = leftOf(state)
  for (const release of releases) {
    const { app, id, created } = release
    refuseGone(state, app, id)
    const before = apps[app]
    if (before?.active === id)
      throw refused('already-live', releaseKey(app, id), 'it is live already', 'Nothing to do.')
    const createdOf = (each: string) => state.releases.get(releaseKey(app, each))?.created ?? ''
    const isBack = before !== undefined && createdOf(before.active) > created
    const others = before ? [before.active, ...before.previous].filter(each => each !== id) : []
    const previous = others.filter(each => !isBack || createdOf(each) < created).slice(0, keptPrevious)
    if (isBack) left = withLeft(left, state.releases.get(releaseKey(app, before.active)), 'failed')
    apps[app] = { active: id, previous }
    // An operator wants these sources after all.
    left = withoutLeft(left, release)
  }
  return planOf(state, change, author, { left, apps, named: releases })
}
