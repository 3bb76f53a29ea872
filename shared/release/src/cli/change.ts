import { releaseKey, type SkippedSteps } from '@adcoin/contract'
import type { LiveChoice } from '../compose/live.ts'
import { apply, rehearsePlan, type Applied } from '../operations/operations.ts'
import { readLiveState, type LiveState } from '../operations/live-state.ts'
import type { Plan } from '../operations/plan.ts'
import type { ReleaseContext } from '../operations/site.ts'
import { sentence } from '../refusal.ts'
import type { CommandAnswer } from './command-line.ts'

/**
 * Shows a plan after every check that going live would make, or makes it live.
 *
 * @param planFor  made again where other apps went live meanwhile
 */
export async function change(
  site: ReleaseContext,
  planFor: (state: LiveState) => Plan | Promise<Plan>,
  isDryRun: boolean,
  known?: LiveState,
): Promise<CommandAnswer> {
  const state = known ?? (await readLiveState(site))
  const plan = await planFor(state)
  if (!isDryRun) return answerApplied(plan, await apply(site, plan, state, planFor))
  await rehearsePlan(site, state, plan)
  return answerPlanned(plan)
}

/** The answer of a dry run: the plan as data. */
export function answerPlanned(plan: Plan): CommandAnswer {
  const head = `Generation ${plan.next.number} would be made (${plan.change.action}); nothing was changed:`
  return answer(plan, true, head, { plan: plan.next })
}

/** Shows the live releases; exit code 1 if they do not read back as signed. */
export function answerApplied(plan: Plan, { made, tookMs, seen }: Applied): CommandAnswer {
  const { number } = made.live
  const live = answer(
    { ...plan, next: made.live, change: made.change },
    false,
    `Generation ${number} is live (${made.change.action}, ${tookMs} ms):`,
    {
      tookMs,
      seen,
    },
  )
  return {
    ...live,
    lines: [...live.lines, ...linesLeftOut(plan, made.live), ...linesSeen(seen)],
    isBad: seen.problems.length > 0,
  }
}

function linesLeftOut({ next, changes }: Plan, made: LiveChoice): readonly string[] {
  return changes.flatMap(({ app }) =>
    (next.apps[app]?.previous ?? [])
      .filter(id => !made.apps[app]?.previous.includes(id))
      .map(id => `  ${releaseKey(app, id)} is no fallback any more: files of it are missing or changed`),
  )
}

function linesSeen({ files, problems }: Applied['seen']): readonly string[] {
  if (problems.length === 0) return [`  read back: the page and ${files} files, all as signed`]
  return ['But read back:', ...problems.map(each => `  ${sentence(each)}`)]
}

function answer(
  { next, change, changes }: Plan,
  dryRun: boolean,
  head: string,
  more: Readonly<Record<string, unknown>>,
): CommandAnswer {
  const lines = changes.map(({ app, from, to }) => `  ${app}: ${from ?? 'nothing'} -> ${to ?? 'nothing'}`)
  const { action, why } = change
  return {
    data: { ok: true, dryRun, generation: next.number, action, why, changes, ...more },
    lines: [head, ...(lines.length > 0 ? lines : ['  no live release changes'])],
  }
}

/** The skipped steps of a publish, for a line about the release: `, checks skipped (why)`. */
export function skippedText({ untried, unchecked }: SkippedSteps): string {
  return Object.entries({ 'smoke test': untried, checks: unchecked })
    .map(([step, why]) => (why === undefined ? '' : `, ${step} skipped (${why})`))
    .join('')
}
