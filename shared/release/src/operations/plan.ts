import type { Generation, Release } from '@adcoin/contract'
import { releaseKey } from '../compose/registry.ts'
import { Refused, type Refusal } from '../refusal.ts'
import type { LiveState } from './live-state.ts'
import { keptPrevious, type Site } from './site.ts'

/** What a command is going to do, as data: printed by `--dry-run`, applied by `goLive`. */
export type Plan = {
  /** The generation that the plan was made for; a store that moved on refuses it. */
  readonly from: number
  readonly next: Generation
  readonly changes: readonly { readonly app: string; readonly from: string | undefined; readonly to: string }[]
}

export type Change = { readonly action: Generation['action']; readonly why: string }

/** Puts releases live. What was live becomes the first to fall back to. */
export function planActivation(
  state: LiveState,
  releases: readonly Release[],
  change: Change,
  site: Pick<Site, 'now' | 'by'>,
): Plan {
  const revoked = state.generation?.revoked ?? []
  const apps = { ...state.generation?.apps }
  for (const { app, id } of releases) {
    refuseGone(state, app, id)
    const before = apps[app]
    if (before?.active === id) throw refuse('already-live', `${app}/${id}`, 'it is live already', 'Nothing to do.')
    const previous = before
      ? [before.active, ...before.previous].filter(each => each !== id).slice(0, keptPrevious)
      : []
    apps[app] = { active: id, previous }
  }
  return planOf(state, apps, revoked, change, site)
}

/**
 * Goes back. The release that is left is not kept to fall back to: it was left because it is not good. Only those that
 * are older than the target stay. `promote` brings it back when it was good after all.
 *
 * @param target  the release to go back to; without it the first of the previous good ones
 */
export function planRollback(
  state: LiveState,
  app: string,
  target: Release | undefined,
  change: Change,
  site: Pick<Site, 'now' | 'by'>,
): Plan {
  const live = state.generation?.apps[app]
  if (!live) throw refuse('never-live', app, 'it was never live', 'Publish it first.')
  const to = target?.id ?? live.previous[0]
  if (to === undefined)
    throw refuse(
      'no-previous',
      app,
      'there is no previous good release',
      'Name one with `--to VERSION` (see `history`), or publish a new release.',
    )
  refuseGone(state, app, to)
  if (to === live.active) throw refuse('already-live', `${app}/${to}`, 'it is live already', 'Nothing to do.')
  const created = target?.created ?? state.releases.get(releaseKey(app, to))?.created ?? ''
  const previous = live.previous.filter(
    id => id !== to && (state.releases.get(releaseKey(app, id))?.created ?? '') < created,
  )
  return planOf(
    state,
    { ...state.generation?.apps, [app]: { active: to, previous } },
    state.generation?.revoked ?? [],
    change,
    site,
  )
}

/** Takes a release out for good: neither a rollback nor a fallback brings it back. A live one is replaced by the first previous one. */
export function planRevocation(
  state: LiveState,
  app: string,
  id: string,
  change: Change,
  site: Pick<Site, 'now' | 'by'>,
): Plan {
  const key = releaseKey(app, id)
  const revoked = state.generation?.revoked ?? []
  if (revoked.includes(key)) throw refuse('already-revoked', key, 'it is revoked already', 'Nothing to do.')
  const live = state.generation?.apps[app]
  if (!live) throw refuse('never-live', app, 'it was never live', 'Publish it first.')
  const [active, ...previous] = [live.active, ...live.previous].filter(each => each !== id)
  if (active === undefined)
    throw refuse(
      'nothing-left',
      key,
      'nothing else of this app is there to take its place',
      'Publish a good release first, then revoke this one.',
    )
  return planOf(state, { ...state.generation?.apps, [app]: { active, previous } }, [...revoked, key], change, site)
}

/** The same releases once more, as a generation of its own: compose has changed, no app has. */
export function planAsItIs(state: LiveState, change: Change, site: Pick<Site, 'now' | 'by'>): Plan {
  return planOf(state, { ...state.generation?.apps }, state.generation?.revoked ?? [], change, site)
}

/** Raises an app's floor: nothing below that version comes back, and what stands by below it goes. */
export function planFloor(
  state: LiveState,
  app: string,
  version: string,
  change: Change,
  site: Pick<Site, 'now' | 'by'>,
): Plan {
  const live = state.generation?.apps[app]
  if (!live) throw refuse('never-live', app, 'it was never live', 'Publish it first.')
  if (isBelow(version, state.generation?.floor?.[app]))
    throw refuse('floor', app, `the floor is ${state.generation?.floor?.[app]} already`, 'A floor is only raised.')
  if (isBelow(versionOf(live.active), version))
    throw refuse(
      'floor',
      `${app}/${live.active}`,
      `the live release is below ${version}`,
      'Publish a newer release first.',
    )
  const previous = live.previous.filter(id => !isBelow(versionOf(id), version))
  const plan = planOf(
    state,
    { ...state.generation?.apps, [app]: { active: live.active, previous } },
    state.generation?.revoked ?? [],
    change,
    site,
  )
  return { ...plan, next: { ...plan.next, floor: { ...state.generation?.floor, [app]: version } } }
}

/** Is a version lower than the floor? Three numbers each. */
export function isBelow(version: string, floor: string | undefined): boolean {
  if (floor === undefined) return false
  const [have, least] = [version, floor].map(each => each.split('.').map(Number))
  for (let at = 0; at < 3; at++) {
    const difference = (have?.[at] ?? 0) - (least?.[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

function versionOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'))
}

/** Neither a publish, a promotion, a rollback nor a fallback brings back what is revoked or below the floor. */
function refuseGone(state: LiveState, app: string, id: string): void {
  if (state.generation?.revoked.includes(releaseKey(app, id)))
    throw refuse('revoked', `${app}/${id}`, 'it was revoked', 'A revoked release never comes back: publish a new one.')
  const floor = state.generation?.floor?.[app]
  if (isBelow(versionOf(id), floor))
    throw refuse(
      'floor',
      `${app}/${id}`,
      `it is below ${floor}, the lowest version of ${app} that may be live`,
      'Publish a newer version.',
    )
}

function planOf(
  state: LiveState,
  apps: Generation['apps'],
  revoked: readonly string[],
  { action, why }: Change,
  { now, by }: Pick<Site, 'now' | 'by'>,
): Plan {
  const next: Generation = {
    schema: 1,
    generation: state.number + 1,
    created: now().toISOString(),
    by,
    why,
    action,
    apps,
    revoked: [...revoked],
    floor: { ...state.generation?.floor },
  }
  const changes = Object.entries(apps).flatMap(([app, { active }]) => {
    const before = state.generation?.apps[app]?.active
    return before === active ? [] : [{ app, from: before, to: active }]
  })
  return { from: state.number, next, changes }
}

function refuse(rule: string, place: string, says: string, remedy: string): Refused {
  const refusal: Refusal = { rule, place, says, remedy }
  return new Refused([refusal])
}
