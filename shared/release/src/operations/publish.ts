import { releaseKey, type Generation, type Release } from '@adcoin/contract'
import { checkBuild } from '../gate/check-build.ts'
import { checkCoexistence } from '../gate/coexistence.ts'
import { goLive, refusalsOf } from './go-live.ts'
import type { LiveState } from './live-state.ts'
import { planActivation } from './plan-activation.ts'
import type { Change, Plan } from './plan.ts'
import { readRelease } from '../releases/read-release.ts'
import type { ReleaseContext } from './site.ts'
import { Refused } from '../refusal.ts'
import { refuseWithoutKeys } from '../signing/signature.ts'
import type { Releases } from '../releases/releases.ts'
import { addRelease, packRelease, type PackedRelease, type PublishFacts } from '../releases/add-release.ts'
import type { BuiltApp } from '../releases/built-app.ts'

/**
 * Puts a build into the store as a release, through the gate, and trusts it only when it reads back. It is not live
 * yet. A release of this id that is there already is taken as it is: equal sources give an equal id.
 *
 * @throws Refused by the gate, with every reason, and where this machine may not sign for the app
 */
export async function publishBuild(site: ReleaseContext, built: BuiltApp): Promise<Pick<PackedRelease, 'release'>> {
  return addPacked(site, pack(site, built))
}

/**
 * Passes a build through the gate and describes it as a release; nothing is written.
 *
 * @throws Refused with every reason
 */
export function pack(site: ReleaseContext, built: BuiltApp, facts?: PublishFacts): PackedRelease {
  const { build, files } = checkBuild(built)
  return { ...packRelease(build, files, site.now(), facts), maps: built.maps ?? new Map() }
}

/**
 * The plan that makes these packed releases live, checked against everything that is live; nothing is written.
 *
 * @param acceptsLoss  an operator accepts losses: addresses without links, and fallbacks that do not fit the new shell
 * @throws Refused with every reason
 */
export function rehearse(
  site: ReleaseContext,
  state: LiveState,
  packed: readonly Pick<PackedRelease, 'release'>[],
  change: Change,
  acceptsLoss = false,
): Plan {
  const releases = packed.map(each => each.release)
  const plan = planOf(site, state, releases, change, acceptsLoss)
  const refusals = refusalsOf(plan, state, releasesWith(state, releases))
  if (refusals.length > 0) throw new Refused(...refusals)
  return plan
}

/** Publishes packed releases and makes them live as one generation. @throws Refused with every reason */
export async function publishLive(
  site: ReleaseContext,
  state: LiveState,
  packed: readonly PackedRelease[],
  change: Change,
  acceptsLoss = false,
): Promise<Generation> {
  const plan = await addAndPlan(site, state, packed, change, acceptsLoss)
  return goLive(site, plan(state), state, plan)
}

/**
 * Puts packed releases into the store, after every check and with every key at hand. One that cannot go live afterwards
 * stays there, not live: `promote` takes it, `prune` removes it.
 *
 * @returns plans them, for the state that is live then
 */
export async function addAndPlan(
  site: ReleaseContext,
  state: LiveState,
  packed: readonly PackedRelease[],
  change: Change,
  acceptsLoss = false,
): Promise<(state: LiveState) => Plan> {
  rehearse(site, state, packed, change, acceptsLoss)
  await refuseWithoutKeys(site.ring, [...packed.map(({ release }) => release.app), 'ops'])
  const added = await Promise.all(packed.map(each => addPacked(site, each)))
  return now => rehearse(site, now, added, change, acceptsLoss)
}

function planOf(
  site: ReleaseContext,
  state: LiveState,
  releases: readonly Release[],
  change: Change,
  acceptsLoss: boolean,
): Plan {
  const plan = { ...planActivation(state, releases, change, site), acceptsLoss }
  return acceptsLoss ? withoutUnfit(plan, releasesWith(state, releases)) : plan
}

function releasesWith(state: LiveState, releases: readonly Release[]): Releases {
  return new Map([...state.releases, ...releases.map(each => [releaseKey(each.app, each.id), each] as const)])
}

/** Puts a packed release into the store, not live, and trusts it only when it reads back. */
export async function addPacked(site: ReleaseContext, packed: PackedRelease): Promise<Pick<PackedRelease, 'release'>> {
  await addRelease(site.store, site.ring, packed)
  return { release: await readRelease(site, packed.release.app, packed.release.id) }
}

/**
 * The same plan without the fallbacks that do not fit its shell: no page could use them. Only for operators who accept
 * that; else such a shell is rejected.
 */
function withoutUnfit(plan: Plan, releases: Releases): Plan {
  const { shell } = plan.next.apps
  if (!shell) return plan
  const fits = (app: string, id: string): boolean => {
    const alone: Generation['apps'] = { shell, [app]: { active: id, previous: [] } }
    return checkCoexistence({ ...plan.next, apps: alone }, releases).length === 0
  }
  const apps = Object.entries(plan.next.apps).map(([app, entry]) => {
    const kept = app === 'shell' ? entry.previous : entry.previous.filter(id => fits(app, id))
    return [app, { ...entry, previous: kept }] as const
  })
  return { ...plan, next: { ...plan.next, apps: Object.fromEntries(apps) } }
}
