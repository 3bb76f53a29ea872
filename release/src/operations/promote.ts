import { releaseKey, type Release } from '@adcoin/contract'
import { Refused, refuse, refused } from '../refusal.ts'
import { findRelease, releasesThere } from '../releases/releases-there.ts'
import type { LiveState } from './live-state.ts'
import {
  hasFailed,
  leftOf,
  liveAppOf,
  planOf,
  refuseGone,
  withLeft,
  withoutLeft,
  type Plan,
  type Reason,
} from './plan.ts'
import type { ReleaseContext } from './release-context.ts'

/** Makes a release of the store live; without a name the newest that neither failed nor was revoked. */
export type Promote = {
  readonly action: 'promote'
  readonly app: string
  readonly why: string
  readonly release?: string | undefined
  /** An operator chose this very release: a mark that it failed is cleared. */
  readonly isChosen?: boolean
  /** Also one that failed, or that lacks addresses of the live one. */
  readonly evenIfUnsafe?: boolean | undefined
}

/** @throws Refused where there is none, it is live, revoked, below the minimum version, or failed before */
export async function promote(context: ReleaseContext, state: LiveState, asked: Promote): Promise<Plan> {
  const { app, why, isChosen = false, evenIfUnsafe = false } = asked
  const release = await releaseToPromote(context, state, app, asked.release)
  if (hasFailed(state, release) && !isChosen && !evenIfUnsafe) throw new Refused(failedBefore(release))
  return planActivation(context, state, [release], { action: 'promote', why, acceptsLoss: evenIfUnsafe })
}

/** Takes a remote out of the page, whole. Its releases stay in the store, and `promote` brings it back. */
export type Retire = { readonly action: 'retire'; readonly app: string; readonly why: string }

/** @throws Refused for the shell, and for an app that is not live */
export function retire(context: ReleaseContext, state: LiveState, { app, why }: Retire): Plan {
  if (app === 'shell')
    throw refused(
      'shell-first',
      app,
      'every other app is mounted in its frame',
      'Publish another shell, or roll it back.',
    )
  const { active } = liveAppOf(state, app)
  const { [app]: _, ...apps } = state.live?.apps ?? {}
  const left = withLeft(leftOf(state), state.releases.get(releaseKey(app, active)), 'withdrawn')
  return planOf(context, state, { action: 'retire', why }, { apps, left })
}

/** The named release; without a name the newest that neither failed nor was revoked. @throws Refused for none */
export async function releaseToPromote(
  context: ReleaseContext,
  state: LiveState,
  app: string,
  named?: string,
): Promise<Release> {
  if (named !== undefined) return findRelease(context, app, named)
  const there = await releasesLeft(context, state, app)
  const release = there.find(each => !hasFailed(state, each))
  if (release) return release
  if (there[0]) throw new Refused(failedBefore(there[0]))
  throw refused('release-there', app, 'no release of it is in this store', 'Publish one first.')
}

/** The releases of an app in the store, newest first, without those that were revoked. */
export async function releasesLeft(context: ReleaseContext, { live }: LiveState, app: string) {
  return (await releasesThere(context, app)).filter(({ id }) => !live?.revoked.includes(releaseKey(app, id)))
}

function failedBefore({ app, id }: Release) {
  return refuse(
    'failed',
    releaseKey(app, id),
    'it failed: it was rolled back, or its canary was stopped',
    `Publish a fix. Where it is good after all: \`promote ${app} ${id} --even-if-unsafe\` clears the mark.`,
  )
}

/** Previous good releases of an app that stay as fallbacks. */
const keptPrevious = 3

/**
 * Makes releases live. The former live release becomes the first fallback; if the new one is older, this is a rollback,
 * and the former one is no fallback.
 *
 * @throws Refused for one that is live, revoked, or below the minimum version
 */
export function planActivation(
  context: ReleaseContext,
  state: LiveState,
  releases: readonly Release[],
  reason: Reason,
): Plan {
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
  return planOf(context, state, reason, { left, apps, named: releases })
}
