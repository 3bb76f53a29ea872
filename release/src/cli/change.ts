import { buildReleaseKey, type SkippedSteps } from '@adcoin/contract'
import { apply, rehearse, type Applied } from '../operations/apply.ts'
import { readLiveState, type LiveState } from '../operations/live-state.ts'
import type { Plan } from '../operations/plan.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { formatRefusal } from '../refusal.ts'
import type { CommandAnswer } from './command-line.ts'

/**
 * Applies a plan, or in a dry run makes every check of `apply` and shows the plan.
 *
 * @param planFor  called again if other apps went live meanwhile
 */
export async function runChange(
  context: ReleaseContext,
  planFor: (state: LiveState) => Plan | Promise<Plan>,
  isDryRun: boolean,
  knownState?: LiveState,
): Promise<CommandAnswer> {
  const state = knownState ?? (await readLiveState(context))
  const plan = await planFor(state)
  if (!isDryRun) return answerApplied(plan, await apply(context, plan, state, planFor))
  await rehearse(context, state, plan)
  return answerPlanned(plan)
}

/** The answer of a dry run: the plan as data. */
export function answerPlanned(plan: Plan): CommandAnswer {
  const { next, change } = plan
  const head = `Dry run: generation ${next.number} would go live (${change.action}); nothing was changed:`
  return answer(plan, true, head, { plan: { ...next, ...change } })
}

/** Shows the live releases; exit code 1 if reading them back finds unsigned bytes. */
export function answerApplied(plan: Plan, { live: next, change, tookMs, seen }: Applied): CommandAnswer {
  const head = `Generation ${next.number} is live (${change.action}, ${tookMs} ms):`
  const { data, lines } = answer({ ...plan, next, change }, false, head, { tookMs, seen })
  const dropped = plan.changes.flatMap(({ app }) =>
    (plan.next.apps[app]?.previous ?? [])
      .filter(id => !next.apps[app]?.previous.includes(id))
      .map(id => `  ${buildReleaseKey(app, id)} is removed from the fallbacks: its files are missing or changed`),
  )
  const wrong = seen.problems.map(each => `  ${formatRefusal(each)}`)
  const read =
    wrong.length > 0
      ? ['Reading it back found problems:', ...wrong]
      : [`  read back: ${seen.files} files, all as signed`]
  const back = describeWayBack(plan)
  const more = back === undefined ? {} : { back }
  return {
    data: { ...(data as object), ...more },
    lines: [...lines, ...dropped, ...read, ...Object.values(more).map(command => `  The way back: ${command}`)],
    isBad: wrong.length > 0,
  }
}

/** The command that makes the former releases live again, all at once; undefined where an app had none or has none. */
function describeWayBack({ changes, next }: Plan): string | undefined {
  if (changes.length === 0 || changes.some(({ from, to }) => from === null || to === null)) return undefined
  const isFallback = changes.every(({ app, from }) => next.apps[app]?.previous[0] === from)
  const former = changes.map(({ app, from }) => (isFallback ? app : `${app} ${from}`)).join(' ')
  return `npm run release -- ${isFallback ? 'rollback' : 'promote'} ${former} ${isFallback ? '' : '--even-if-unsafe '}--why "…"`
}

function answer({ next, change, changes }: Plan, dryRun: boolean, head: string, more: object): CommandAnswer {
  const lines = changes.map(({ app, from, to }) => `  ${app}: ${from ?? 'nothing'} -> ${to ?? 'nothing'}`)
  const { action, why } = change
  return {
    data: { ok: true, dryRun, generation: next.number, action, why, changes, ...more },
    lines: [head, ...(lines.length > 0 ? lines : ['  no live release changes'])],
  }
}

/** The skipped steps of a publish, for a line about the release: `, checks skipped (why)`. */
export function formatSkipped({ untried, unchecked }: SkippedSteps): string {
  return Object.entries({ 'smoke test': untried, checks: unchecked })
    .map(([step, why]) => (why === undefined ? '' : `, ${step} skipped (${why})`))
    .join('')
}
