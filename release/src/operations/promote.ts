import { buildReleaseKey, type Release } from '@adcoin/contract'
import { Refused, createRefused } from '../refusal.ts'
import { findRelease, listReleases } from '../releases/list-releases.ts'
import { createFailedRefusal } from './check-change.ts'
import type { LiveState } from './live-state.ts'
import {
  acceptsAll,
  hasFailed,
  getRolledBackSources,
  requireLiveApp,
  buildPlan,
  addRolledBackSource,
  removeRolledBackSource,
  type Plan,
  type Reason,
} from './plan.ts'
import type { ReleaseContext } from './release-context.ts'

/** Makes a stored release live, by default the newest that neither failed nor was revoked. */
export type Promote = {
  readonly action: 'promote'
  readonly app: string
  readonly why: string
  readonly release?: string | undefined
  /** An operator chose this very release: a mark that it failed is cleared. */
  readonly isChosen?: boolean
  /** Also one that failed, is of a lower version, or lacks addresses of the live one. */
  readonly evenIfUnsafe?: boolean | undefined
}

/** @throws Refused if no release is found, or it is live */
export async function planPromotion(context: ReleaseContext, state: LiveState, operation: Promote): Promise<Plan> {
  const { app, why, isChosen = false, evenIfUnsafe = false } = operation
  const release = await findReleaseToPromote(context, state, app, operation.release)
  const accepts = evenIfUnsafe ? acceptsAll : { failed: isChosen }
  return planActivation(context, state, [release], { action: 'promote', why, accepts })
}

/** Removes a remote from the page. Its releases stay in the store, and `promote` restores it. */
export type Retire = { readonly action: 'retire'; readonly app: string; readonly why: string }

/** @throws Refused for the shell, and for an app that is not live */
export function planRetirement(context: ReleaseContext, state: LiveState, { app, why }: Retire): Plan {
  if (app === 'shell')
    throw createRefused(
      'shell-first',
      app,
      'the page needs a shell: every remote is mounted in it',
      'Publish another shell, or roll it back.',
    )
  const { active } = requireLiveApp(state, app)
  const { [app]: _, ...apps } = state.live?.apps ?? {}
  const rolledBack = addRolledBackSource(
    getRolledBackSources(state),
    state.releases.get(buildReleaseKey(app, active)),
    'withdrawn',
  )
  return buildPlan(context, state, { action: 'retire', why }, { apps, rolledBack })
}

/** The named release; without a name the newest that neither failed nor was revoked. @throws Refused for none */
export async function findReleaseToPromote(
  context: ReleaseContext,
  state: LiveState,
  app: string,
  named?: string,
): Promise<Release> {
  if (named !== undefined) return findRelease(context, app, named)
  const releases = await listUnrevokedReleases(context, state, app)
  const release = releases.find(each => !hasFailed(state, each))
  if (release) return release
  if (releases[0]) throw new Refused(createFailedRefusal(releases[0]))
  throw createRefused('release-there', app, 'this store has no release of it', 'Publish one first.')
}

/** The releases of an app in the store, newest first, without those that were revoked. */
export async function listUnrevokedReleases(context: ReleaseContext, { live }: LiveState, app: string) {
  return (await listReleases(context, app)).filter(({ id }) => !live?.revoked.includes(buildReleaseKey(app, id)))
}

/** Previous good releases of an app that stay as fallbacks. */
const keptPrevious = 3

/**
 * Makes releases live. The former live release becomes the first fallback; if the new one is older, this is a rollback,
 * and the former one is no fallback.
 *
 * @throws Refused for one that is live
 */
export function planActivation(
  context: ReleaseContext,
  state: LiveState,
  releases: readonly Release[],
  reason: Reason,
): Plan {
  const apps = { ...state.live?.apps }
  let rolledBack = getRolledBackSources(state)
  for (const release of releases) {
    const { app, id, created } = release
    const before = apps[app]
    if (before?.active === id)
      throw createRefused('already-live', buildReleaseKey(app, id), 'it is live already', 'Nothing to do.')
    const findCreated = (each: string) => state.releases.get(buildReleaseKey(app, each))?.created ?? ''
    const isBack = before !== undefined && findCreated(before.active) > created
    const others = before ? [before.active, ...before.previous].filter(each => each !== id) : []
    const previous = others.filter(each => !isBack || findCreated(each) < created).slice(0, keptPrevious)
    if (isBack)
      rolledBack = addRolledBackSource(rolledBack, state.releases.get(buildReleaseKey(app, before.active)), 'failed')
    apps[app] = { active: id, previous }
    // An operator wants these sources after all.
    rolledBack = removeRolledBackSource(rolledBack, release)
  }
  return buildPlan(context, state, reason, { rolledBack, apps, named: releases })
}
