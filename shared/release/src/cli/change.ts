import { releaseKey, type Generation } from '@adcoin/contract'
import { doneAndSeen, planAct, rehearsePlan, type Act } from '../operations/acts.ts'
import { goLive } from '../operations/go-live.ts'
import { readLiveState, type LiveState } from '../operations/live-state.ts'
import type { Plan } from '../operations/plan.ts'
import type { Seen } from '../operations/seen-by-browser.ts'
import type { Site } from '../operations/site.ts'
import { sentence } from '../refusal.ts'
import type { Answer } from './command.ts'

/** Shows what an act would do, or does it. */
export async function doAct(site: Site, act: Act, isDryRun: boolean, known?: LiveState): Promise<Answer> {
  const state = known ?? (await readLiveState(site))
  return change(site, state, await planAct(site, state, act), isDryRun)
}

/** Shows a plan after every check that going live would make, or makes it live and looks at it as a browser would. */
export async function change(site: Site, state: LiveState, plan: Plan, isDryRun: boolean): Promise<Answer> {
  if (!isDryRun) return makeLive(site, plan, () => goLive(site, plan, state))
  await rehearsePlan(site, state, plan)
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

/** Makes a plan live by `work`, then looks from outside: what went wrong unseen is said at once, with exit code 1. */
export async function makeLive(site: Site, plan: Plan, work: () => Promise<Generation>): Promise<Answer> {
  let made = plan.next
  const { tookMs, seen } = await doneAndSeen(site, plan, async () => {
    made = await work()
  })
  const { generation, action } = plan.next
  const live = answer(plan, false, `Generation ${generation} is live (${action}, ${tookMs} ms):`, { tookMs, seen })
  return {
    ...live,
    lines: [...live.lines, ...toldLeftOut(plan.next, made), ...toldSeen(seen)],
    isBad: seen.problems.length > 0,
  }
}

function toldLeftOut(planned: Generation, made: Generation): readonly string[] {
  return Object.entries(planned.apps).flatMap(([app, { previous }]) =>
    previous
      .filter(id => !made.apps[app]?.previous.includes(id))
      .map(id => `  ${releaseKey(app, id)} no longer stands by: files of it are missing or changed`),
  )
}

function toldSeen({ files, problems }: Seen): readonly string[] {
  if (problems.length === 0) return [`  seen as a browser would: the page and ${files} files, all as signed`]
  return ['But as a browser would see it:', ...problems.map(each => `  ${sentence(each)}`)]
}

function answer(
  { next, changes }: Plan,
  dryRun: boolean,
  head: string,
  more: Readonly<Record<string, unknown>>,
): Answer {
  const lines = changes.map(({ app, from, to }) => `  ${app}: ${from ?? 'nothing'} -> ${to ?? 'nothing'}`)
  const { generation, action, why } = next
  return {
    data: { ok: true, dryRun, generation, action, why, changes, ...more },
    lines: [head, ...(lines.length > 0 ? lines : ['  no live release changes'])],
  }
}
