import { checkBeforeLive, goLive, namedReleases } from '../operations/go-live.ts'
import type { LiveState } from '../operations/live-state.ts'
import type { Plan } from '../operations/plan.ts'
import type { Site } from '../operations/site.ts'
import type { Answer } from './answer.ts'

/** Shows a plan after every check that going live would make, or makes it live. */
export async function change(site: Site, state: LiveState, plan: Plan, isDryRun: boolean): Promise<Answer> {
  const began = performance.now()
  if (!isDryRun) {
    await goLive(site, plan, state)
    return madeLive(plan, performance.now() - began)
  }
  await checkBeforeLive(site, state, plan.next, await namedReleases(site, state, plan.next))
  return planned(plan)
}

/** The answer of a dry run: the plan as data. */
export function planned(plan: Plan): Answer {
  return answer(
    plan,
    true,
    `Generation ${plan.next.generation} would be made (${plan.next.action}); nothing was changed:`,
    { plan: plan.next },
  )
}

/** The answer of a change that is live. @param tookMs  milliseconds, rounded for people */
export function madeLive(plan: Plan, tookMs: number): Answer {
  const ms = Math.round(tookMs)
  return answer(plan, false, `Generation ${plan.next.generation} is live (${plan.next.action}, ${ms} ms):`, {
    tookMs: ms,
  })
}

function answer(
  { next, changes }: Plan,
  dryRun: boolean,
  head: string,
  more: Readonly<Record<string, unknown>>,
): Answer {
  const lines = changes.map(({ app, from, to }) => `  ${app}: ${from ?? 'nothing'} -> ${to}`)
  const { generation, action, why } = next
  return {
    data: { ok: true, dryRun, generation, action, why, changes, ...more },
    lines: [head, ...(lines.length > 0 ? lines : ['  no live release changes'])],
  }
}
