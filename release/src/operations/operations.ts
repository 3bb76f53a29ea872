import { refuseUnknownApp } from '../releases/list-releases.ts'
import { planCanaryPause, planCanaryStart, planCanaryStop } from './canary.ts'
import type { PauseCanary, StartCanary, StopCanary } from './canary.ts'
import { refuseChange } from './check-change.ts'
import type { LiveState } from './live-state.ts'
import { listReleaseChanges, type Plan } from './plan.ts'
import { planPromotion, planRetirement, type Promote, type Retire } from './promote.ts'
import type { ReleaseContext } from './release-context.ts'
import { planMinimumVersion, planRevocation, type RaiseMinimumVersion, type Revoke } from './revoke.ts'
import { planRollback, type Rollback } from './rollback.ts'

/** An operation, in words and ids. Command line and operations page share it, so that there is one way. */
export type Operation =
  | Promote
  | Retire
  | Rollback
  | Revoke
  | RaiseMinimumVersion
  | StartCanary
  | StopCanary
  | PauseCanary

type Planner<Wanted> = (context: ReleaseContext, state: LiveState, operation: Wanted) => Plan | Promise<Plan>

/** Each finds its release, plans and refuses; nothing is written. `apply` makes a plan live. */
const operations: { readonly [Action in Operation['action']]: Planner<Extract<Operation, { action: Action }>> } = {
  promote: planPromotion,
  retire: planRetirement,
  rollback: planRollback,
  revoke: planRevocation,
  floor: planMinimumVersion,
  canary: planCanaryStart,
  stop: planCanaryStop,
  pause: planCanaryPause as Planner<never>,
  resume: planCanaryPause as Planner<never>,
}

/**
 * The plan of an operation, or of several that go live as one generation; nothing is written.
 *
 * @throws Refused if one of them may not be done
 */
export async function planOperation(
  context: ReleaseContext,
  state: LiveState,
  ...[first, ...others]: readonly [Operation, ...Operation[]]
): Promise<Plan> {
  const planNext = async (now: LiveState, operation: Operation) => {
    await refuseUnknownApp(context, operation.app, Object.keys(now.live?.apps ?? {}))
    return (operations[operation.action] as Planner<Operation>)(context, now, operation)
  }
  let plan = await planNext(state, first)
  for (const operation of others)
    plan = await planNext({ ...state, live: plan.next, releases: plan.releases, change: plan.change }, operation)
  return refuseChange({ ...plan, changes: listReleaseChanges(state.live?.apps ?? {}, plan.next.apps) }, state)
}
