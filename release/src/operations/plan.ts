import { lt } from 'semver'
import {
  listNamedReleases,
  buildReleaseKey,
  pickSkippedSteps,
  type AppChoice,
  type LiveChange,
  type Release,
} from '@adcoin/contract'
import type { ReleaseChange } from '@adcoin/contract/operations'
import type { LiveChoice } from '../compose/live.ts'
import { createRefused } from '../refusal.ts'
import type { Releases } from '../releases/releases.ts'
import type { LiveState } from './live-state.ts'
import type { ReleaseContext } from './release-context.ts'

/** The plan of an operation as data. `--dry-run` prints it; `apply` makes it live. */
export type Plan = {
  /** The live number that the plan was made for; a store that moved on refuses it. */
  readonly from: number
  readonly next: LiveChoice
  readonly change: LiveChange
  readonly changes: readonly ReleaseChange[]
  readonly accepts: Accepts
  /** The releases that were live and those that the plan brings. */
  readonly releases: Releases
}

/**
 * What an operator accepts. `loss`: missing addresses, stored data that the release cannot read, and fallbacks that do
 * not fit the new shell; `failed`: a release that failed before; `older`: a lower version; `restored`: a key that the
 * live generation has as revoked.
 */
type Accepts = {
  readonly loss?: boolean
  readonly failed?: boolean
  readonly older?: boolean
  readonly restored?: string
}

/** `--even-if-unsafe` */
export const acceptsAll: Accepts = { loss: true, failed: true, older: true }

export type Reason = Pick<LiveChange, 'action' | 'why'> & { readonly accepts?: Accepts }
type Apps = LiveChoice['apps']
/** Differences from what is live. `named`: releases that only the next one names. */
type Differences = Partial<Pick<LiveChoice, 'apps' | 'revoked' | 'floor' | 'overrides'>> & {
  readonly rolledBack?: RolledBackSources
  readonly named?: readonly Release[]
}

/** The plan for these differences from what is live. @throws Refused if no trusted shell would remain */
export function buildPlan(
  { now, by, overrides: ofDeployment }: Pick<ReleaseContext, 'now' | 'by' | 'overrides'>,
  state: LiveState,
  { action, why, accepts = {} }: Reason,
  { named = [], rolledBack = getRolledBackSources(state), ...given }: Differences = {},
): Plan {
  const { apps: before = {}, revoked = [], floor = {} } = state.live ?? {}
  const apps = dropDistrusted(state, given.apps ?? before)
  const known = new Map([...state.releases, ...named.map(each => [buildReleaseKey(each.app, each.id), each] as const)])
  const overrides = given.overrides ?? ofDeployment ?? state.live?.overrides
  return {
    from: state.number,
    next: { number: state.number + 1, created: now().toISOString(), revoked, floor, ...given, apps, overrides },
    change: { by, why, action, left: rolledBack, skipped: collectSkipped(apps, known) },
    changes: listReleaseChanges(before, apps),
    accepts,
    releases: known,
  }
}

/** Apps whose live release differs. */
export function listReleaseChanges(before: Apps, after: Apps): readonly ReleaseChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap(app => {
    const [from = null, to = null] = [before[app]?.active, after[app]?.active]
    return from === to ? [] : [{ app, from, to }]
  })
}

/** The apps of which one of the two names something else, or nothing. */
export function listChangedApps(before: Apps = {}, after: Apps = {}): readonly string[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].filter(app => JSON.stringify(before[app]) !== JSON.stringify(after[app]))
}

/** Sources that operators went back from, by the hash of the app's own folder, because an id can change. */
export type RolledBackSources = Readonly<Record<string, { sources: string; why: 'failed' | 'withdrawn' }[]>>

/** Only here and in `buildPlan` is the stored name `left` (`LiveChange`). */
export function getRolledBackSources({ change }: Pick<LiveState, 'change'>): RolledBackSources {
  return change?.left ?? {}
}

/** The same without a release's sources: an operator wants them after all. */
export function removeRolledBackSource(rolledBack: RolledBackSources, { app, ownSources }: Release): RolledBackSources {
  const { [app]: before = [], ...others } = rolledBack
  const sources = before.filter(each => each.sources !== ownSources)
  return sources.length > 0 ? { ...others, [app]: sources } : others
}

/** The same where operators roll this release back too; what has failed stays so. */
export function addRolledBackSource(
  rolledBack: RolledBackSources,
  release: Release | undefined,
  why: 'failed' | 'withdrawn',
): RolledBackSources {
  if (!release) return rolledBack
  const { app, ownSources: sources } = release
  const hasFailedBefore = rolledBack[app]?.some(each => each.sources === sources && each.why === 'failed')
  const others = removeRolledBackSource(rolledBack, release)
  return { ...others, [app]: [...(others[app] ?? []), { sources, why: hasFailedBefore ? 'failed' : why }] }
}

/** Why operators rolled these sources back, if they have not published them since. */
export function findRollbackReason(state: LiveState, { app, ownSources }: Pick<Release, 'app' | 'ownSources'>) {
  return getRolledBackSources(state)[app]?.find(({ sources }) => sources === ownSources)?.why
}

/** Whether a rollback or a stopped canary marked these sources as failed. */
export function hasFailed(state: LiveState, release: Release): boolean {
  return findRollbackReason(state, release) === 'failed'
}

/** The apps that are live next, one of them with this entry. */
export function withApp({ live }: LiveState, app: string, entry: AppChoice): Apps {
  return { ...live?.apps, [app]: entry }
}

/**
 * The apps without releases whose key was revoked. If such a release is live, the first trusted fallback replaces it; a
 * remote without one leaves the page.
 */
function dropDistrusted({ distrusted }: LiveState, apps: Apps): Apps {
  if (distrusted.size === 0) return apps
  const trusted = Object.entries(apps).flatMap(([app, entry]) => {
    const isTrusted = (id: string) => !distrusted.has(buildReleaseKey(app, id))
    const [active, ...previous] = [entry.active, ...entry.previous].filter(isTrusted)
    if (active === undefined && app === 'shell')
      throw createRefused(
        'nothing-left',
        buildReleaseKey(app, entry.active),
        'no shell signed by a trusted key can replace it',
        'First sign one with a new key: `keys --rotate shell`, then `publish shell` with a higher version.',
      )
    const { canary, ...others } = entry
    const kept = canary && isTrusted(canary.release) ? { canary } : {}
    return active === undefined ? [] : [[app, { ...others, active, previous, ...kept }] as const]
  })
  return Object.fromEntries(trusted)
}

/** The live release of an app and its fallbacks. @throws Refused if the app is not live */
export function requireLiveApp(state: LiveState, app: string): AppChoice {
  const live = state.live?.apps[app]
  if (live) return live
  throw createRefused(
    'not-live',
    app,
    'it is not live',
    `Publish it, or make a stored release live: \`promote ${app}\`.`,
  )
}

/** Is a release of this id, or a version, lower than the minimum version? */
export function isBelow(id: string, minimum: string | undefined): boolean {
  return minimum !== undefined && lt(id.split('-')[0] ?? '', minimum)
}

/** The steps that were skipped for the releases that these apps name. */
function collectSkipped(apps: Apps, releases: Releases): LiveChange['skipped'] {
  const named = Object.entries(apps).flatMap(([app, entry]) =>
    listNamedReleases(entry).map(id => buildReleaseKey(app, id)),
  )
  return Object.fromEntries(
    named.flatMap(key => {
      const skipped = pickSkippedSteps(releases.get(key) ?? {})
      return Object.keys(skipped).length === 0 ? [] : [[key, skipped] as const]
    }),
  )
}
