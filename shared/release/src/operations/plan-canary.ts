import { randomBytes } from 'node:crypto'
import { releaseKey, type LiveCanary, type Release } from '@adcoin/contract'
import { refused } from '../refusal.ts'
import type { LiveState } from './live-state.ts'
import {
  leftOf,
  liveAppOf,
  planOf,
  refuseGone,
  withApp,
  withLeft,
  type Author,
  type Change,
  type Plan,
} from './plan.ts'

/** Terms of a canary: percent of browsers, and whether a person decides. */
type CanaryTerms = Pick<LiveCanary, 'share' | 'manual'>

/** Puts a release before a share of browsers; what is live stays live for the others. */
export function planCanary(state: LiveState, release: Release, terms: CanaryTerms, why: string, author: Author): Plan {
  const { app, id } = release
  const live = liveAppOf(state, app)
  if (app === 'shell')
    throw refused(
      'canary-of-remotes',
      app,
      'the page is built around one shell',
      'Publish it; `rollback` brings it back.',
    )
  refuseGone(state, app, id)
  if (live.active === id) throw refused('already-live', releaseKey(app, id), 'it is live already', 'Nothing to do.')
  const canary = {
    release: id,
    ...terms,
    salt: saltOf(),
    since: author.now().toISOString(),
    number: state.number + 1,
  }
  const apps = withApp(state, app, { active: live.active, previous: live.previous, canary })
  return planOf(state, { action: 'canary', why }, author, { apps, named: [release] })
}

/** The running canary of an app, beside what is live. @throws Refused where none is running */
function runningOf(state: LiveState, app: string) {
  const { active, previous, canary } = liveAppOf(state, app)
  if (canary) return { active, previous, canary }
  throw refused('no-canary', app, 'no canary of it is running', 'See `status` for those that are.')
}

/** Pauses the judge of a running canary, or lets it act again. Browsers keep their group, and counts go on. */
export function planPause(state: LiveState, app: string, isPaused: boolean, change: Change, author: Author): Plan {
  const { canary, ...entry } = runningOf(state, app)
  if (canary.manual === isPaused)
    throw refused(
      'nothing-changes',
      app,
      isPaused ? 'a person decides already' : 'the judge acts already',
      'Nothing to do.',
    )
  const apps = withApp(state, app, { ...entry, canary: { ...canary, manual: isPaused } })
  return planOf(state, change, author, { apps })
}

/** Raises the share of a running canary: browsers that have the candidate keep it, and all are counted anew. */
export function planRaise(state: LiveState, app: string, share: number, change: Change, author: Author): Plan {
  const { active, previous, canary } = runningOf(state, app)
  const step = (Number.parseInt(canary.salt.slice(-2), 36) + 1) % 36 ** 2
  const raised = {
    ...canary,
    share,
    salt: canary.salt.slice(0, -2) + step.toString(36).padStart(2, '0'),
    since: author.now().toISOString(),
    number: state.number + 1,
  }
  return planOf(state, change, author, { apps: withApp(state, app, { active, previous, canary: raised }) })
}

/** Ends a canary: its candidate is left at once, and no start brings it back. */
export function planStop(state: LiveState, app: string, change: Change, author: Author): Plan {
  const { active, previous, canary } = runningOf(state, app)
  const apps = withApp(state, app, { active, previous, stopped: canary.release })
  const left = withLeft(leftOf(state), state.releases.get(releaseKey(app, canary.release)), 'failed')
  return planOf(state, change, author, { left, apps })
}

/** Six random characters, then the step: 00 is the first. */
function saltOf(): string {
  const random = BigInt(`0x${randomBytes(8).toString('hex')}`).toString(36)
  return `${random.padStart(6, '0').slice(-6)}00`
}
