import { lt } from 'semver'
import { idsOf, releaseKey, type Generation, type Release, type SkippedSteps } from '@adcoin/contract'
import type { ReleaseChange } from '@adcoin/contract/operations'
import { refused } from '../refusal.ts'
import type { Releases } from '../releases/releases.ts'
import type { LiveState } from './live-state.ts'
import type { ReleaseContext } from './site.ts'

/** The plan of a command, as data: printed by `--dry-run`, applied by `goLive`. */
export type Plan = {
  /** The generation that the plan was made for; a store that moved on refuses it. */
  readonly from: number
  readonly next: Generation
  readonly changes: readonly ReleaseChange[]
  /** An operator accepts losses: addresses that are gone, and fallbacks that do not fit the new shell. */
  readonly acceptsLoss?: boolean
}

export type Change = { readonly action: Generation['action']; readonly why: string }
/** Author and time of a change. */
export type Author = Pick<ReleaseContext, 'now' | 'by' | 'overrides'>

/** Differences of the next generation from the live one. `named`: a release that only the next one names. */
type Differences = Partial<Pick<Generation, 'apps' | 'revoked' | 'floor' | 'rolledBack' | 'failed' | 'overrides'>> & {
  readonly named?: readonly Release[]
}

/** The generation after the live one. */
export function planOf(
  state: LiveState,
  { action, why }: Change,
  { now, by, overrides: ofDeployment }: Author,
  differences: Differences = {},
): Plan {
  const { revoked = [], floor = {}, rolledBack, failed } = { ...state.generation, ...marksOf(state), ...differences }
  const apps = trustedApps(state, differences.apps ?? state.generation?.apps ?? {})
  const more = (differences.named ?? []).map(release => [releaseKey(release.app, release.id), release] as const)
  const releases = new Map([...state.releases, ...more])
  const unchecked = skippedBy('unchecked', apps, releases)
  const overrides = differences.overrides ?? ofDeployment ?? state.generation?.overrides
  const next: Generation = {
    schema: 1,
    generation: state.number + 1,
    created: now().toISOString(),
    by,
    why,
    action,
    apps,
    revoked,
    floor,
    rolledBack,
    untried: skippedBy('untried', apps, releases),
    // Left out where it is empty: readers of an older version reject a generation with a field that they do not know.
    ...(Object.keys(unchecked).length === 0 ? {} : { unchecked }),
    ...(overrides === undefined ? {} : { overrides }),
    failed,
  }
  return { from: state.number, next, changes: changesBetween(state.generation?.apps ?? {}, apps) }
}

type Apps = Readonly<Record<string, { readonly active: string }>>

/** Apps whose live release differs between two generations. */
export function changesBetween(before: Apps, after: Apps): readonly ReleaseChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap(app => {
    const [from = null, to = null] = [before[app]?.active, after[app]?.active]
    return from === to ? [] : [{ app, from, to }]
  })
}

/** The apps of which either generation names something else, or nothing. */
export function changedApps(before: Generation | undefined, after: Generation): readonly string[] {
  const entryIn = (generation: Generation | undefined, app: string) => JSON.stringify(generation?.apps[app])
  const apps = new Set([...Object.keys(after.apps), ...Object.keys(before?.apps ?? {})])
  return [...apps].filter(app => entryIn(before, app) !== entryIn(after, app))
}

/** Sources that operators went back from, and those that failed: by the app's own ones, because an id can change. */
type Marks = Readonly<Record<'rolledBack' | 'failed', Generation['rolledBack']>>

/** A generation of an older version has only `rolledBack`. */
export function marksOf({ generation }: LiveState): Marks {
  const { rolledBack = {}, failed = rolledBack } = generation ?? {}
  return { rolledBack, failed }
}

/** The marks with those of a release, or without them. */
export function marksWith({ rolledBack, failed }: Marks, release: Release | undefined, isMarked: boolean): Marks {
  if (!release) return { rolledBack, failed }
  const { app, ownSources } = release
  const changed = ({ [app]: before = [], ...others }: Generation['rolledBack']): Generation['rolledBack'] => {
    const sources = [...before.filter(each => each !== ownSources), ...(isMarked ? [ownSources] : [])]
    return sources.length > 0 ? { ...others, [app]: sources } : others
  }
  return { rolledBack: changed(rolledBack), failed: changed(failed) }
}

/** The marks where operators leave this release. */
export function marksWithLeft(state: LiveState, app: string, id: string): Marks {
  return marksWith(marksOf(state), state.releases.get(releaseKey(app, id)), true)
}

/** Whether operators rolled these sources back, and have not published them since. */
export function wasLeft(state: LiveState, app: string, release: Release | undefined): boolean {
  return release !== undefined && (marksOf(state).rolledBack[app] ?? []).includes(release.ownSources)
}

/** Whether a rollback or a stopped canary marked these sources as failed. */
export function hasFailed(state: LiveState, app: string, release: Release): boolean {
  return (marksOf(state).failed[app] ?? []).includes(release.ownSources)
}

/** The apps of the next generation, one of them with this entry. */
export function withApp({ generation }: LiveState, app: string, entry: Generation['apps'][string]): Generation['apps'] {
  return { ...generation?.apps, [app]: entry }
}

/**
 * The apps without releases whose key was revoked. If such a release is live, the first trusted fallback replaces it; a
 * remote without one leaves the page.
 *
 * @throws Refused if no trusted shell would remain
 */
function trustedApps({ distrusted }: LiveState, apps: Generation['apps']): Generation['apps'] {
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
export function liveOf(state: LiveState, app: string): Generation['apps'][string] {
  const live = state.generation?.apps[app]
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
  if (state.generation?.revoked.includes(key))
    throw refused('revoked', key, 'it was revoked', 'A revoked release never comes back: publish a new one.')
  const floor = state.generation?.floor[app]
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

/** The releases named by these apps that were published without a step, each with the reason. */
function skippedBy(
  step: keyof SkippedSteps,
  apps: Generation['apps'],
  releases: Releases,
): Readonly<Record<string, string>> {
  const named = Object.entries(apps).flatMap(([app, entry]) => idsOf(entry).map(id => releaseKey(app, id)))
  return Object.fromEntries(
    named.flatMap(key => {
      const why = releases.get(key)?.[step]
      return why === undefined ? [] : [[key, why]]
    }),
  )
}
