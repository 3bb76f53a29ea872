import type { ReleaseOperation, ReleaseOperationResult, ReleasePlan } from '@adcoin/contract/operations'
import { apply, rehearse } from '../operations/apply.ts'
import { planOperation, type Operation } from '../operations/operations.ts'
import { readLiveState } from '../operations/live-state.ts'
import type { Plan } from '../operations/plan.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { createRefused } from '../refusal.ts'

/** Plans an operation and makes every check, like `--dry-run`. @throws Refused with every reason */
export async function planForPage(context: ReleaseContext, operation: ReleaseOperation): Promise<ReleasePlan> {
  const state = await readLiveState(context)
  const plan = await planOperation(context, state, toOperation(operation, ''))
  await rehearse(context, state, plan)
  return toReleasePlan(plan, operation.app)
}

/**
 * Applies the shown plan, and reads the result back.
 *
 * @param from  the generation that the shown plan was made for
 * @throws Refused if another operation went live first: an unseen plan is never applied
 */
export async function applyShownPlan(
  context: ReleaseContext,
  operation: ReleaseOperation,
  why: string,
  from: number,
): Promise<ReleaseOperationResult> {
  const state = await readLiveState(context)
  if (state.number !== from)
    throw createRefused(
      'compare-and-swap',
      `generation ${state.number}`,
      `the plan that you saw was for generation ${from}; another operation went live first`,
      'Read the new state, then decide again.',
    )
  const plan = await planOperation(context, state, toOperation(operation, why))
  const { live, tookMs, seen } = await apply(context, plan, state)
  return { generation: live.number, tookMs, seenFiles: seen.files, problems: [...seen.problems] }
}

/** The operator chose this release and gives a reason. That clears its failed mark, but accepts no loss. */
function toOperation(operation: ReleaseOperation, why: string): Operation {
  return operation.action === 'promote' ? { ...operation, why, isChosen: true } : { ...operation, why }
}

function toReleasePlan({ from, next, changes }: Plan, app: string): ReleasePlan {
  const canary = next.apps[app]?.canary
  return {
    from,
    generation: next.number,
    changes: [...changes],
    canary: canary ? { release: canary.release, share: canary.share, manual: canary.manual } : null,
    fallbacks: [...(next.apps[app]?.previous ?? [])],
    revoked: [...next.revoked],
  }
}
