import { buildReleaseKey } from '@adcoin/contract'
import { createRefused } from '../refusal.ts'
import { findReleaseId } from '../releases/list-releases.ts'
import type { LiveState } from './live-state.ts'
import {
  isBelow,
  getRolledBackSources,
  requireLiveApp,
  buildPlan,
  withApp,
  addRolledBackSource,
  type Plan,
} from './plan.ts'
import type { ReleaseContext } from './release-context.ts'

/** Removes a release for good: no rollback and no fallback uses it again. */
export type Revoke = { readonly action: 'revoke'; readonly app: string; readonly why: string; readonly release: string }

/** A live release is replaced by the first previous one. @throws Refused if it is revoked, or no fallback exists */
export async function planRevocation(context: ReleaseContext, state: LiveState, operation: Revoke): Promise<Plan> {
  const { app, why } = operation
  // A release that is no longer trusted can be revoked too: it is not read.
  const id = findReleaseId(app, await context.store.list(`releases/${app}`), operation.release)
  const key = buildReleaseKey(app, id)
  const revoked = state.live?.revoked ?? []
  if (revoked.includes(key)) throw createRefused('already-revoked', key, 'it is revoked already', 'Nothing to do.')
  const live = requireLiveApp(state, app)
  const isTrusted = (each: string) => state.releases.has(buildReleaseKey(app, each))
  const [active, ...previous] = [live.active, ...live.previous].filter(each => each !== id && isTrusted(each))
  if (active === undefined)
    throw createRefused(
      'nothing-left',
      key,
      'the app has no other release to replace it',
      'Publish a good release first, then revoke this one.',
    )
  const rolledBack =
    live.active === id
      ? addRolledBackSource(getRolledBackSources(state), state.releases.get(key), 'withdrawn')
      : getRolledBackSources(state)
  const apps = withApp(state, app, { active, previous })
  return buildPlan(context, state, { action: 'revoke', why }, { apps, rolledBack, revoked: [...revoked, key] })
}

/** Raises an app's minimum version: no older release goes live again, and older fallbacks are removed. */
export type RaiseMinimumVersion = {
  readonly action: 'floor'
  readonly app: string
  readonly why: string
  readonly below: string
}

/** @throws Refused if it is lower than before, or above what is live */
export function planMinimumVersion(
  context: ReleaseContext,
  state: LiveState,
  { app, why, below }: RaiseMinimumVersion,
): Plan {
  const { active, previous } = requireLiveApp(state, app)
  const floor = state.live?.floor ?? {}
  if (isBelow(below, floor[app]))
    throw createRefused(
      'floor',
      app,
      `the minimum version is ${floor[app]} already`,
      'A minimum version can only be raised.',
    )
  if (isBelow(active, below))
    throw createRefused(
      'floor',
      buildReleaseKey(app, active),
      `the live release is below ${below}`,
      'Publish a newer release first.',
    )
  const apps = withApp(state, app, { active, previous: previous.filter(id => !isBelow(id, below)) })
  return buildPlan(context, state, { action: 'revoke', why }, { apps, floor: { ...floor, [app]: below } })
}
