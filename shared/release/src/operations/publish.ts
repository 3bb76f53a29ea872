import { releaseKey, type Release } from '@adcoin/contract'
import { checkBuild } from '../gate/check-build.ts'
import { checkCoexistence } from '../gate/coexistence.ts'
import { goLive, refusalsOf } from './go-live.ts'
import type { LiveRecord, LiveState } from './live-state.ts'
import { planActivation } from './plan-activation.ts'
import type { Change, Plan } from './plan.ts'
import type { ReleaseContext } from './site.ts'
import { Refused } from '../refusal.ts'
import { refuseWithoutKeys } from '../signing/signature.ts'
import type { Releases } from '../releases/releases.ts'
import { addRelease, packRelease, type PackedRelease, type PublishFacts } from '../releases/add-release.ts'
import type { BuiltApp } from '../releases/built-app.ts'

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
  releases: readonly Release[],
  change: Change,
  acceptsLoss = false,
): Plan {
  const named = new Map([...state.releases, ...releases.map(each => [releaseKey(each.app, each.id), each] as const)])
  const activated = { ...planActivation(state, releases, change, site), acceptsLoss }
  const plan = acceptsLoss ? withoutUnfit(activated, named) : activated
  const refusals = refusalsOf(plan, state, named)
  if (refusals.length > 0) throw new Refused(...refusals)
  return plan
}

/** Publishes packed releases and makes them live as one change. @throws Refused with every reason */
export async function publishLive(
  site: ReleaseContext,
  state: LiveState,
  packed: readonly PackedRelease[],
  change: Change,
  acceptsLoss = false,
): Promise<LiveRecord> {
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
  const releases = packed.map(({ release }) => release)
  rehearse(site, state, releases, change, acceptsLoss)
  await refuseWithoutKeys(site.ring, [...releases.map(({ app }) => app), 'ops'])
  const added = await Promise.all(packed.map(each => addRelease(site, each)))
  return now => rehearse(site, now, added, change, acceptsLoss)
}

/**
 * The same plan without the fallbacks that do not fit: remotes that its shell cannot carry, shells that no longer find
 * a release of each remote. Only for operators who accept that; else such a release is rejected.
 */
function withoutUnfit(plan: Plan, releases: Releases): Plan {
  const { shell, ...remotes }: Plan['next']['apps'] = plan.next.apps
  if (!shell) return plan
  const fits = (apps: Plan['next']['apps']) => checkCoexistence({ apps }, releases).length === 0
  const kept = Object.entries(remotes).map(([app, entry]) => {
    const previous = entry.previous.filter(id =>
      fits({ shell: { ...shell, previous: [] }, [app]: { active: id, previous: [] } }),
    )
    return [app, { ...entry, previous }] as const
  })
  const apps = Object.fromEntries(kept)
  const previous = shell.previous.filter(id => fits({ ...apps, shell: { ...shell, previous: [id] } }))
  return { ...plan, next: { ...plan.next, apps: { ...apps, shell: { ...shell, previous } } } }
}
