import type { LiveState } from './live-state.ts'
import { buildPlan, type Plan } from './plan.ts'
import type { ReleaseContext } from './release-context.ts'

/**
 * The same releases as a new generation, signed today.
 *
 * @param acceptsSetBack  newer generations are lost for good: this one goes live again above the highest number ever
 * seen
 */
export async function planRenewal(
  context: ReleaseContext,
  why: string,
  acceptsSetBack: boolean,
): Promise<{ readonly context: ReleaseContext; planFor(state: LiveState): Plan }> {
  const highest = await context.counter.read()
  const planFor = (state: LiveState): Plan => {
    const plan = buildPlan(context, state, { action: 'publish', why })
    const { next } = plan
    const number = Math.max(next.number, highest + 1)
    return acceptsSetBack && number !== next.number ? { ...plan, next: { ...next, number } } : plan
  }
  if (!acceptsSetBack) return { context, planFor }
  return { context: { ...context, counter: { read: async () => 0, raise: context.counter.raise } }, planFor }
}
