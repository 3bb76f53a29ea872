import { lt } from 'semver'
import {
  namedReleases,
  releaseKey,
  skippedSteps,
  type AppChoice,
  type LiveChange,
  type Release,
} from '@adcoin/contract'
import type { ReleaseChange } from '@adcoin/contract/operations'
import type { LiveChoice } from '../compose/live.ts'
import { refused } from '../refusal.ts'
import type { Releases } from '../releases/releases.ts'
import type { LiveState } from './live-state.ts'
import type { ReleaseContext } from './site.ts'

/** The plan of a command, as data: printed by `--dry-run`, applied by `goLive`. */
export type Plan = {
  /** The live number that the plan was made for; a store that moved on refuses it. */
  readonly from: number
  readonly next: LiveChoice
  readonly change: LiveChange
  readonly changes: readonly ReleaseChange[]
  /** An operator accepts losses: addresses that are gone, and fallbacks that do not fit the new shell. */
  readonly acceptsLoss?: boolean
}

export type Change = Pick<LiveChange, 'action' | 'why'>
/** Author and time of a change. */
export type Author = Pick<ReleaseContext, 'now' | 'by' | 'overrides'>

/** Differences from what is live. `named`: releases that only the next one names. */
type Differences = Partial<Pick<LiveChoice, 'apps' | 'revoked' | 'floor' | 'overrides'>> & {
  readonly left?: Left
  readonly named?: readonly Release[]
}

/** What goes live next, and the change as operators read it. */
export function planOf(
  state: LiveState,
  { action, why }: Change,
  { now, by, overrides: ofDeployment }: Author,
  differences: Differences = {},
): Plan {
  const { revoked = [], floor = {} } = { ...state.live, ...differences }
  const apps = trustedApps(state, differences.apps ?? state.live?.apps ?? {})
  const more = (differences.named ?? []).map(release => [releaseKey(release.app, release.id), release] as const)
  const skipped = skippedOf(apps, new Map([...state.releases, ...more]))
  const overrides = differences.overrides ?? ofDeployment ?? state.live?.overrides
  const number = state.number + 1
  return {
    from: state.number,
    next: { number, created: now().toISOString(), apps, revoked, floor, overrides },
    change: { by, why, action, left: differences.left ?? leftOf(state), skipped },
    changes: changesBetween(state.live?.apps ?? {}, apps),
  }
}

type Apps = Readonly<Record<string, { readonly active: string }>>

/** Apps whose live release differs between the two. */
export function changesBetween(before: Apps, after: Apps): readonly ReleaseChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap(app => {
    const [from = null, to = null] = [before[app]?.active, after[app]?.active]
    return from === to ? [] : [{ app, from, to }]
  })
}

/** The apps of which one of the two names something else, or nothing. */
export function changedApps(
  before: Pick<LiveChoice, 'apps'> | undefined,
  after: Pick<LiveChoice, 'apps'>,
): readonly string[] {
  const entryIn = (live: Pick<LiveChoice, 'apps'> | undefined, app: string) => JSON.stringify(live?.apps[app])
  const apps = new Set([...Object.keys(after.apps), ...Object.keys(before?.apps ?? {})])
  return [...apps].filter(app => entryIn(before, app) !== entryIn(after, app))
}

/** Sources that operators went back from: by the app's own ones, because an id can change. */
export type Left = Readonly<Record<string, { sources: string; why: 'failed' | 'withdrawn' }[]>>

export function leftOf({ change }: LiveState): Left {
  return change?.left ?? {}
}

/** The same without a release's sources: an operator wants them after all. */
export function withoutLeft(left: Left, { app, ownSources }: Release): Left {
  const { [app]: before = [], ...others } = left
  const sources = before.filter(each => each.sources !== ownSources)
  return sources.length > 0 ? { ...others, [app]: sources } : others
}

/** The same where operators leave this release too; what has failed stays so. */
export function withLeft(left: Left, release: Release | undefined, why: 'failed' | 'withdrawn'): Left {
  if (!release) return left
  const { app, ownSources: sources } = release
  const failed = left[app]?.some(each => each.sources === sources && each.why === 'failed')
  const others = withoutLeft(left, release)
  return { ...others, [app]: [...(others[app] ?? []), { sources, why: failed ? 'failed' : why }] }
}

/** Whether operators left these sources, and have not published them since. */
export function wasLeft(state: LiveState, app: string, release: Release | undefined): boolean {
  return (leftOf(state)[app] ?? []).some(({ sources }) => sources === release?.ownSources)
}

/** Whether a rollback or a stopped canary marked these sources as failed. */
export function hasFailed(state: LiveState, app: string, release: Release): boolean {
  return (leftOf(state)[app] ?? []).some(({ sources, why }) => sources === release.ownSources && why === 'failed')
}

/** The apps that are live next, one of them with this entry. */
export function withApp({ live }: LiveState, app: string, entry: AppChoice): LiveChoice['apps'] {
  return { ...live?.apps, [app]: entry }
}

/**
 * The apps without releases whose key was revoked. If such a release is live, the first trusted fallback replaces it; a
 * remote without one leaves the page.
 *
 * @throws Refused if no trusted shell would remain
 */
function trustedApps({ distrusted }: LiveState, apps: LiveChoice['apps']): LiveChoice['apps'] {
  if (distrusted.size === 0) return apps
  const trusted = Object.entries(apps).flatMap(([app, entry]) => {
    const isTrusted = (id: string) => !distrusted.has(releaseKey(app, id))
    const [active, ...previous] = [entry.active, ...entry.previous].filter(isTrusted)
    if (active === undefined && app === 'shell')
      throw refused(
        'nothing-left',
        releaseKey(app, entry.active),
        'no shell of a trusted key is there to take its place',
        'Publish one with the key of today first: `keys --rotate shell`, then `publish shell` under a higher version.',
      )
    const { canary, ...others } = entry
    const kept = canary && isTrusted(canary.release) ? { canary } : {}
    return active === undefined ? [] : [[app, { ...others, active, previous, ...kept }] as const]
  })
  return Object.fromEntries(trusted)
}

/** The live release of an app and its fallbacks. @throws Refused if the app is not live */
export function liveAppOf(state: LiveState, app: string): AppChoice {
  const live = state.live?.apps[app]
  if (!live)
    throw refused('not-live', app, 'it is not live', `Publish it, or promote a release of it: \`promote ${app}\`.`)
  return live
}

/**
 * Neither a publish, a promotion, a rollback nor a fallback brings back what is revoked or below the minimum version.
 *
 * @throws Refused
 */
export function refuseGone(state: LiveState, app: string, id: string): void {
  const key = releaseKey(app, id)
  if (state.live?.revoked.includes(key))
    throw refused('revoked', key, 'it was revoked', 'A revoked release never comes back: publish a new one.')
  const floor = state.live?.floor[app]
  if (isBelow(versionOf(id), floor))
    throw refused(
      'floor',
      key,
      `it is below ${floor}, the lowest version of ${app} that may be live`,
      'Publish a newer version.',
    )
}

/** Is a version lower than the minimum version? */
export function isBelow(version: string, minimum: string | undefined): boolean {
  return minimum !== undefined && lt(version, minimum)
}

/** The version that a release's id begins with. */
export function versionOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'))
}

/** The steps that were skipped for the releases that these apps name. */
function skippedOf(apps: LiveChoice['apps'], releases: Releases): LiveChange['skipped'] {
  const named = Object.entries(apps).flatMap(([app, entry]) => namedReleases(entry).map(id => releaseKey(app, id)))
  return Object.fromEntries(
    named.flatMap(key => {
      const skipped = skippedSteps(releases.get(key) ?? {})
      return Object.keys(skipped).length === 0 ? [] : [[key, skipped] as const]
    }),
  )
}
