import { buildReleaseKey, type Release } from '@adcoin/contract'
import type { AppStatus } from '@adcoin/contract/operations'
import { Refused, createRefused } from '../refusal.ts'
import { findRelease } from '../releases/list-releases.ts'
import { findChangeRefusals } from './check-change.ts'
import type { LiveState } from './live-state.ts'
import {
  acceptsAll,
  getRolledBackSources,
  requireLiveApp,
  buildPlan,
  findRollbackReason,
  withApp,
  addRolledBackSource,
  type Plan,
} from './plan.ts'
import { listUnrevokedReleases } from './promote.ts'
import type { ReleaseContext } from './release-context.ts'

/** Rolls back to the previous good release, or to the named one. */
export type Rollback = {
  readonly action: 'rollback'
  readonly app: string
  readonly why: string
  readonly release?: string | undefined
  /** Also if it cannot read data that newer releases stored, or was rolled back before. */
  readonly evenIfUnsafe?: boolean | undefined
}

/** @throws Refused if no release is found */
export async function planRollback(context: ReleaseContext, state: LiveState, operation: Rollback): Promise<Plan> {
  const { app, why, evenIfUnsafe = false } = operation
  const named = operation.release === undefined ? undefined : await findRelease(context, app, operation.release)
  const target = named ?? findPreviousGood(state, app)
  if (!target) throw await createNoPrevious(context, state, app)
  return buildRollbackPlan(context, state, target, why, evenIfUnsafe)
}

/** The first fallback that operators have not rolled back. */
function findPreviousGood(state: LiveState, app: string): Release | undefined {
  return requireLiveApp(state, app)
    .previous.map(id => state.releases.get(buildReleaseKey(app, id)))
    .find(release => release !== undefined && findRollbackReason(state, release) === undefined)
}

/**
 * The release that is rolled back is no fallback, because it failed. Only fallbacks older than the target stay.
 */
function buildRollbackPlan(
  context: ReleaseContext,
  state: LiveState,
  target: Release,
  why: string,
  evenIfUnsafe = false,
): Plan {
  const { app, id, created } = target
  const { active, previous } = requireLiveApp(state, app)
  if (id === active)
    throw createRefused('already-live', buildReleaseKey(app, id), 'it is live already', 'Nothing to do.')
  const findCreated = (each: string) => state.releases.get(buildReleaseKey(app, each))?.created ?? ''
  const older = previous.filter(each => each !== id && findCreated(each) < created)
  return buildPlan(
    context,
    state,
    { action: 'rollback', why, accepts: evenIfUnsafe ? acceptsAll : {} },
    {
      rolledBack: addRolledBackSource(
        getRolledBackSources(state),
        state.releases.get(buildReleaseKey(app, active)),
        'failed',
      ),
      apps: withApp(state, app, { active: id, previous: older }),
      named: [target],
    },
  )
}

/** The refusal names the releases that could be rolled back to, and their state. */
async function createNoPrevious(context: ReleaseContext, state: LiveState, app: string): Promise<Refused> {
  const { active } = requireLiveApp(state, app)
  const choices = (await listUnrevokedReleases(context, state, app)).filter(({ id }) => id !== active)
  const named = choices.map(each => `${each.id}${findRollbackReason(state, each) ? ' (rolled back before)' : ''}`)
  const remedy = `In the store: ${named.join(', ') || 'no other'}. ${describeOtherWays(app)}`
  return createRefused('no-previous', app, 'there is no previous good release', remedy)
}

function describeOtherWays(app: string): string {
  const without = app === 'shell' ? '' : `; \`promote ${app} --none\` removes it from the page`
  return `Choose one with \`--to VERSION\` (see \`history\`), or publish a new release${without}.`
}

/**
 * Whether a rollback is safe: the older release must fit the live shell, and must read all data that the newer ones
 * stored in browsers meanwhile.
 */
export function predictRollback(context: ReleaseContext, state: LiveState, app: string): AppStatus['rollback'] {
  const target = findPreviousGood(state, app)
  if (!target) return { to: null, safe: false, why: `there is no previous good release. ${describeOtherWays(app)}` }
  try {
    const [refusal] = findChangeRefusals(buildRollbackPlan(context, state, target, ''), state)
    if (refusal) return { to: target.id, safe: false, why: `${refusal.place}: ${refusal.says}` }
    return { to: target.id, safe: true, why: 'it fits the live shell and reads the data that newer releases stored' }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { to: null, safe: false, why: error.refusals.map(({ says, remedy }) => `${says}. ${remedy}`).join(' ') }
  }
}
