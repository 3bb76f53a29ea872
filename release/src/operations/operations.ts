import { refuseUnknownApp } from '../releases/list-releases.ts'
import { planCanaryPause, planCanaryStart, planCanaryStop } from './canary.ts'
import type { PauseCanary, StartCanary, StopCanary } from './canary.ts'
import { refuseChange } from './check-change.ts'
import type { LiveState } from './live-state.ts'
import type { Plan } from './plan.ts'
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

/** The plan of an operation; nothing is written. @throws Refused if it may not be done */
export async function planOperation(context: ReleaseContext, state: LiveState, operation: Operation): Promise<Plan> {
  await refuseUnknownApp(context, operation.app, Object.keys(state.live?.apps ?? {}))
  return refuseChange(await (operations[operation.action] as Planner<Operation>)(context, state, operation), state)
}
