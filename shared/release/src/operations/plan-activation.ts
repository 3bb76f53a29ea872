import { type GateAllowance, releaseKey, type Generation, type Release } from '@adcoin/contract'
import { allowable } from '../gate/allowances.ts'
import { Refused, refuse } from '../refusal.ts'
import type { LiveState } from './live-state.ts'
import { planOf, type Author, type Change, type Plan, failedOf, refuseGone } from './plan.ts'
import { withFailed, withLeft } from './plan-rollback.ts'

/**
 * Operators sign an exception of an app from a rule about scripts, or withdraw it. It is a generation like any other:
 * signed, numbered, in the history.
 *
 * @param allowance  undefined withdraws it; live releases stay live
 * @throws Refused for a rule without exceptions, without a reason, and if nothing would change
 */
export function planAllowance(
  state: LiveState,
  app: string,
  rule: string,
  allowance: GateAllowance | undefined,
  change: Change,
  author: Author,
): Plan {
  const place = `${app}: ${rule}`
  if (!allowable.includes(rule))
    throw new Refused(
      refuse('allowable', place, 'nobody can sign for that', `Rules with allowances: ${allowable.join(', ')}.`),
    )
  if (allowance?.why.trim() === '')
    throw new Refused(refuse('allowable', place, 'it has no reason', 'Say with --why why the app must do that.'))
  const before = state.generation?.allowed[app] ?? {}
  const { [rule]: known, ...others } = before
  if (known?.places === allowance?.places && known?.why === allowance?.why)
    throw new Refused(refuse('already-so', place, 'that is so already', 'See `status`.'))
  const own = allowance ? { ...others, [rule]: allowance } : others
  return planOf(state, { allowed: { ...state.generation?.allowed, [app]: own } }, change, author)
}

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
      throw new Refused(refuse('already-live', releaseKey(app, id), 'it is live already', 'Nothing to do.'))
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
