import { randomBytes } from 'node:crypto'
import { releaseKey, type Release } from '@adcoin/contract'
import { refused } from '../refusal.ts'
import { findRelease } from '../releases/releases-there.ts'
import type { LiveState } from './live-state.ts'
import { hasFailed, leftOf, liveAppOf, planOf, refuseGone, withApp, withLeft, type Plan } from './plan.ts'
import { releasesLeft } from './promote.ts'
import type { ReleaseContext } from './release-context.ts'

/** Puts a release before a share of browsers; what is live stays live for the others. */
export type StartCanary = {
  readonly action: 'canary'
  readonly app: string
  readonly why: string
  /** Without a name the newest one that is neither live nor a fallback, and did not fail. */
  readonly release?: string | undefined
  /** Percent of browsers. */
  readonly share: number
  /** A person decides, not the judge. */
  readonly manual?: boolean | undefined
  /** Also where it lacks addresses of the live one. */
  readonly evenIfUnsafe?: boolean | undefined
}

/** @throws Refused where there is none, for the shell, and for a release that may not come back */
export async function startCanary(context: ReleaseContext, state: LiveState, asked: StartCanary): Promise<Plan> {
  const { app, why, share, manual = false, evenIfUnsafe = false } = asked
  const release =
    asked.release === undefined
      ? await newestStaged(context, state, app)
      : await findRelease(context, app, asked.release)
  const { active, previous } = liveAppOf(state, app)
  if (app === 'shell')
    throw refused(
      'canary-of-remotes',
      app,
      'the page is built around one shell',
      'Publish it; `rollback` brings it back.',
    )
  refuseGone(state, app, release.id)
  if (active === release.id)
    throw refused('already-live', releaseKey(app, release.id), 'it is live already', 'Nothing to do.')
  const terms = { release: release.id, share, salt: saltOf(), manual }
  const canary = { ...terms, since: context.now().toISOString(), number: state.number + 1 }
  const apps = withApp(state, app, { active, previous, canary })
  return planOf(context, state, { action: 'canary', why, acceptsLoss: evenIfUnsafe }, { apps, named: [release] })
}

async function newestStaged(context: ReleaseContext, state: LiveState, app: string): Promise<Release> {
  const live = state.live?.apps[app]
  const known = live ? [live.active, ...live.previous] : []
  const there = await releasesLeft(context, state, app)
  const found = there.find(each => !known.includes(each.id) && !hasFailed(state, each))
  if (found) return found
  const remedy = `Put one there: \`publish ${app} --stage\`.`
  throw refused('release-there', app, 'no release of it waits in this store', remedy)
}

/** Something done to the running canary of an app. */
type OfCanary<Action extends string> = { readonly action: Action; readonly app: string; readonly why: string }

/** The running canary of an app, beside what is live. @throws Refused where none is running */
function runningOf(state: LiveState, app: string) {
  const { active, previous, canary } = liveAppOf(state, app)
  if (canary) return { active, previous, canary }
  throw refused('no-canary', app, 'no canary of it is running', 'See `status` for those that are.')
}

/** Ends it: its candidate is left at once, and no start brings it back. */
export type StopCanary = OfCanary<'stop'>

export function stopCanary(context: ReleaseContext, state: LiveState, { app, why }: StopCanary): Plan {
  const { active, previous, canary } = runningOf(state, app)
  const apps = withApp(state, app, { active, previous, stopped: canary.release })
  const left = withLeft(leftOf(state), state.releases.get(releaseKey(app, canary.release)), 'failed')
  return planOf(context, state, { action: 'stop', why }, { left, apps })
}

/** Pauses the judge, or lets it act again. Browsers keep their group, and counts go on. */
export type PauseCanary = OfCanary<'pause' | 'resume'>

export function pauseCanary(context: ReleaseContext, state: LiveState, { action, app, why }: PauseCanary): Plan {
  const { canary, ...entry } = runningOf(state, app)
  const manual = action === 'pause'
  if (canary.manual === manual) {
    const says = manual ? 'a person decides already' : 'the judge acts already'
    throw refused('nothing-changes', app, says, 'Nothing to do.')
  }
  const apps = withApp(state, app, { ...entry, canary: { ...canary, manual } })
  return planOf(context, state, { action: 'canary', why }, { apps })
}

/** Raises the share: browsers that have the candidate keep it, and all are counted anew. */
export function raiseCanary(
  context: ReleaseContext,
  state: LiveState,
  { app, share, why }: { readonly app: string; readonly share: number; readonly why: string },
): Plan {
  const { active, previous, canary } = runningOf(state, app)
  const step = (Number.parseInt(canary.salt.slice(-2), 36) + 1) % 36 ** 2
  const salt = canary.salt.slice(0, -2) + step.toString(36).padStart(2, '0')
  const raised = { ...canary, share, salt, since: context.now().toISOString(), number: state.number + 1 }
  const apps = withApp(state, app, { active, previous, canary: raised })
  return planOf(context, state, { action: 'canary', why }, { apps })
}

/** Six random characters, then the step: 00 is the first. */
function saltOf(): string {
  const random = BigInt(`0x${randomBytes(8).toString('hex')}`).toString(36)
  return `${random.padStart(6, '0').slice(-6)}00`
}
