import { randomBytes } from 'node:crypto'
import { buildReleaseKey, type Release } from '@adcoin/contract'
import { createRefused } from '../refusal.ts'
import { findRelease } from '../releases/list-releases.ts'
import type { LiveState } from './live-state.ts'
import {
  acceptsAll,
  hasFailed,
  getRolledBackSources,
  requireLiveApp,
  buildPlan,
  withApp,
  addRolledBackSource,
  type Plan,
} from './plan.ts'
import { listUnrevokedReleases } from './promote.ts'
import type { ReleaseContext } from './release-context.ts'

/** Gives a release to a share of browsers; the others keep the live release. */
export type StartCanary = {
  readonly action: 'canary'
  readonly app: string
  readonly why: string
  /** By default the newest one that is neither live nor a fallback, and did not fail. */
  readonly release?: string | undefined
  /** Percent of browsers. */
  readonly share: number
  /** A person decides, not the judge. */
  readonly manual?: boolean | undefined
  /** Also if it failed, is of a lower version, or lacks addresses of the live one. */
  readonly evenIfUnsafe?: boolean | undefined
}

/** @throws Refused if no release is found, for the shell, and for the live release */
export async function planCanaryStart(
  context: ReleaseContext,
  state: LiveState,
  operation: StartCanary,
): Promise<Plan> {
  const { app, why, share, manual = false, evenIfUnsafe = false } = operation
  const release =
    operation.release === undefined
      ? await findNewestStaged(context, state, app)
      : await findRelease(context, app, operation.release)
  const { active, previous } = requireLiveApp(state, app)
  if (app === 'shell')
    throw createRefused(
      'canary-of-remotes',
      app,
      'the shell cannot be a canary: a page has one shell',
      'Publish it; `rollback` undoes that.',
    )
  if (active === release.id)
    throw createRefused('already-live', buildReleaseKey(app, release.id), 'it is live already', 'Nothing to do.')
  const terms = { release: release.id, share, salt: createSalt(), manual }
  const canary = { ...terms, since: context.now().toISOString(), number: state.number + 1 }
  const apps = withApp(state, app, { active, previous, canary })
  const accepts = evenIfUnsafe ? acceptsAll : {}
  return buildPlan(context, state, { action: 'canary', why, accepts }, { apps, named: [release] })
}

async function findNewestStaged(context: ReleaseContext, state: LiveState, app: string): Promise<Release> {
  const live = state.live?.apps[app]
  const known = live ? [live.active, ...live.previous] : []
  const releases = await listUnrevokedReleases(context, state, app)
  const found = releases.find(each => !known.includes(each.id) && !hasFailed(state, each))
  if (found) return found
  const remedy = `Stage one: \`publish ${app} --stage\`.`
  throw createRefused('release-there', app, 'this store has no staged release of it', remedy)
}

/** An operation on the running canary of an app. */
type CanaryOperation<Action extends string> = { readonly action: Action; readonly app: string; readonly why: string }

/** The running canary of an app and its live release. @throws Refused if no canary is running */
function requireRunning(state: LiveState, app: string) {
  const { active, previous, canary } = requireLiveApp(state, app)
  if (canary) return { active, previous, canary }
  throw createRefused('no-canary', app, 'no canary of it is running', '`status` lists the running canaries.')
}

/** Ends the canary: browsers leave the candidate at once, and `npm start` does not publish it again. */
export type StopCanary = CanaryOperation<'stop'>

export function planCanaryStop(context: ReleaseContext, state: LiveState, { app, why }: StopCanary): Plan {
  const { active, previous, canary } = requireRunning(state, app)
  const apps = withApp(state, app, { active, previous, stopped: canary.release })
  const rolledBack = addRolledBackSource(
    getRolledBackSources(state),
    state.releases.get(buildReleaseKey(app, canary.release)),
    'failed',
  )
  return buildPlan(context, state, { action: 'stop', why }, { rolledBack, apps })
}

/** Pauses the judge, or lets it act again. Browsers keep their group, and counts go on. */
export type PauseCanary = CanaryOperation<'pause' | 'resume'>

export function planCanaryPause(context: ReleaseContext, state: LiveState, { action, app, why }: PauseCanary): Plan {
  const { canary, ...entry } = requireRunning(state, app)
  const manual = action === 'pause'
  if (canary.manual === manual) {
    const message = manual ? 'a person decides already' : 'the judge acts already'
    throw createRefused('nothing-changes', app, message, 'Nothing to do.')
  }
  const apps = withApp(state, app, { ...entry, canary: { ...canary, manual } })
  return buildPlan(context, state, { action: 'canary', why }, { apps })
}

/** Raises the share: browsers that have the candidate keep it, and counting begins again. */
export function planCanaryRaise(
  context: ReleaseContext,
  state: LiveState,
  { app, share, why }: { readonly app: string; readonly share: number; readonly why: string },
): Plan {
  const { active, previous, canary } = requireRunning(state, app)
  const step = (Number.parseInt(canary.salt.slice(-2), 36) + 1) % 36 ** 2
  const salt = canary.salt.slice(0, -2) + step.toString(36).padStart(2, '0')
  const raised = { ...canary, share, salt, since: context.now().toISOString(), number: state.number + 1 }
  const apps = withApp(state, app, { active, previous, canary: raised })
  return buildPlan(context, state, { action: 'canary', why }, { apps })
}

/** Six random characters, then the step: 00 is the first. */
function createSalt(): string {
  const random = BigInt(`0x${randomBytes(8).toString('hex')}`).toString(36)
  return `${random.padStart(6, '0').slice(-6)}00`
}
