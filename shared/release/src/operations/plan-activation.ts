import { releaseKey, type Generation, type Release } from '@adcoin/contract'
import { refused } from '../refusal.ts'
import type { LiveState } from './live-state.ts'
import { planOf, type Author, type Change, type Plan, failedOf, refuseGone } from './plan.ts'
import { withFailed, withLeft } from './plan-rollback.ts'

/** Previous good releases of an app that stay as fallbacks. */
const keptPrevious = 3

/**
 * Makes releases live. The former live release becomes the first fallback; if the new one is older, this is a rollback,
 * and the former one is no fallback.
 */
export function planActivation(state: LiveState, releases: readonly Release[], change: Change, author: Author): Plan {
  const apps = { ...state.generation?.apps }
  let rolledBack = { ...state.generation?.rolledBack }
  let failed = { ...failedOf(state) }
  for (const { app, id, ownSources, created } of releases) {
    refuseGone(state, app, id)
    const before = apps[app]
    if (before?.active === id)
      throw refused('already-live', releaseKey(app, id), 'it is live already', 'Nothing to do.')
    const createdOf = (each: string) => state.releases.get(releaseKey(app, each))?.created ?? ''
    const isBack = before !== undefined && createdOf(before.active) > created
    const others = before ? [before.active, ...before.previous].filter(each => each !== id) : []
    const previous = others.filter(each => !isBack || createdOf(each) < created).slice(0, keptPrevious)
    if (isBack) {
      rolledBack = { ...rolledBack, [app]: withLeft(state, app, before.active)[app] ?? [] }
      failed = { ...failed, [app]: withFailed(state, app, before.active)[app] ?? [] }
    }
    apps[app] = { active: id, previous }
    // An operator wants these sources after all.
    rolledBack = withoutSources(rolledBack, app, ownSources)
    failed = withoutSources(failed, app, ownSources)
  }
  const named = new Map(releases.map(release => [releaseKey(release.app, release.id), release]))
  return planOf(state, { apps, rolledBack, failed }, change, author, named)
}

function withoutSources(all: Generation['rolledBack'], app: string, sources: string): Generation['rolledBack'] {
  const { [app]: own = [], ...others } = all
  const still = own.filter(each => each !== sources)
  return still.length > 0 ? { ...others, [app]: still } : others
}
