import type { Generation, Release } from '@adcoin/contract'
import { checkBuild } from '../gate/check-build.ts'
import { checkCoexistence } from '../gate/coexistence.ts'
import { routesKept } from '../gate/rules/routes-kept.ts'
import { releaseKey } from '../compose/registry.ts'
import { goLive } from '../operations/go-live.ts'
import type { LiveState } from '../operations/live-state.ts'
import { planActivation, type Change, type Plan } from '../operations/plan.ts'
import { readRelease } from '../operations/read-release.ts'
import type { Site } from '../operations/site.ts'
import { Refused } from '../refusal.ts'
import { layout } from '../store/store.ts'
import { addRelease, packRelease, type PackedRelease } from './add-release.ts'
import type { BuiltApp } from './built-app.ts'

/**
 * Puts a build into the store as a release, through the gate, and believes it only when it reads back. It is not live
 * yet. A release of this id that is there already is taken as it is: equal sources give an equal id.
 *
 * @throws Refused by the gate, with every reason; NoKey where this machine may not sign for the app
 */
export async function publishBuild(site: Site, built: BuiltApp): Promise<{ release: Release; isNew: boolean }> {
  return add(site, pack(site, built))
}

/** Passes a build through the gate and describes it as a release; nothing is written. @throws Refused with every reason */
export function pack(site: Site, built: BuiltApp): PackedRelease {
  const { build, files } = checkBuild(built)
  return packRelease(build, files, site.now())
}

/**
 * What making these packed releases live would be, checked against everything that is live; nothing is written.
 *
 * @param mayDropRoutes  an operator knows that nobody links to them any more
 * @throws Refused with every reason
 */
export function rehearse(
  site: Site,
  state: LiveState,
  packed: readonly PackedRelease[],
  change: Change,
  mayDropRoutes = false,
): Plan {
  const releases = packed.map(each => each.release)
  const plan = planActivation(state, releases, change, site)
  const dropped = mayDropRoutes
    ? []
    : releases.flatMap(each =>
        routesKept(each, state.releases.get(releaseKey(each.app, state.generation?.apps[each.app]?.active ?? ''))),
      )
  const refusals = [
    ...dropped,
    ...checkCoexistence(
      plan.next,
      new Map([...state.releases, ...releases.map(each => [releaseKey(each.app, each.id), each] as const)]),
    ),
  ]
  if (refusals.length > 0) throw new Refused(refusals)
  return plan
}

/**
 * Publishes packed releases and makes them live as one generation. When that is refused, what was added for it is taken
 * out again: a refused publish changes nothing.
 */
export async function publishLive(
  site: Site,
  state: LiveState,
  packed: readonly PackedRelease[],
  change: Change,
  mayDropRoutes = false,
): Promise<Generation> {
  rehearse(site, state, packed, change, mayDropRoutes)
  const added: Release[] = []
  try {
    const releases: Release[] = []
    for (const result of await Promise.allSettled(packed.map(each => add(site, each)))) {
      if (result.status === 'rejected') throw result.reason
      if (result.value.isNew) added.push(result.value.release)
      releases.push(result.value.release)
    }
    return await goLive(site, planActivation(state, releases, change, site), state)
  } catch (error) {
    await site.store.exclusively(() => takeOut(site, added))
    throw error
  }
}

async function add(site: Site, packed: PackedRelease): Promise<{ release: Release; isNew: boolean }> {
  const isNew = await addRelease(site.store, site.ring, packed)
  return { release: await readRelease(site, packed.release.app, packed.release.id), isNew }
}

/** Only what did not get live meanwhile: another command may have promoted it. */
async function takeOut(site: Site, added: readonly Release[]): Promise<void> {
  const live = await site.store.pointer()
  const text = (await site.store.read(layout.generation(live)))?.toString('utf8') ?? ''
  for (const { app, id } of added) if (!text.includes(`"${id}"`)) await site.store.remove(layout.release(app, id))
}
