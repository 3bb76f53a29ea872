import { idsOf, releaseKey, type Generation, type Release } from '@adcoin/contract'
import { compose } from '../compose/compose.ts'
import { prerenderedOf } from '../compose/prerendered.ts'
import type { Releases } from '../releases/releases.ts'
import { checkCoexistence } from '../gate/coexistence.ts'
import { Refused, refuse } from '../refusal.ts'
import { signAs } from '../signing/signature.ts'
import { layout, storeBusy } from '../store/store.ts'
import { readLiveState, type LiveState } from './live-state.ts'
import type { Plan } from './plan.ts'
import { checkFiles, readRelease } from '../releases/read-release.ts'
import type { Site } from './site.ts'

/**
 * Makes a plan's generation live. Everything is checked, composed and written aside first; the last step is the one
 * atomic move of the pointer. A crash before it leaves the old generation live, after it the new one.
 *
 * @param known  what this process read and believed a moment ago: the same generation is not read and verified twice
 * @throws Refused where the store moved on since the plan was made, or anything that would be live is not good;
 *   nothing is changed then
 */
export async function goLive(site: Site, plan: Plan, known?: LiveState): Promise<Generation> {
  return site.store.exclusively(async () => {
    const state = known && (await stillStands(site, known)) ? known : await readLiveState(site)
    if (state.number !== plan.from) {
      throw new Refused(
        refuse(
          'compare-and-swap',
          `generation ${state.number}`,
          `the plan was made for generation ${plan.from}; somebody was faster`,
          'Look again with `status`, then repeat.',
        ),
      )
    }
    const releases = await namedReleases(site, state, plan.next)
    const next = await checkBeforeLive(site, state, plan.next, releases)
    await writeGeneration(site, next, releases)
    if (!(await site.store.movePointer(plan.from, next.generation))) {
      throw new Refused(
        refuse(
          'compare-and-swap',
          'current',
          'the pointer was moved by somebody else',
          'Look again with `status`, then repeat.',
        ),
      )
    }
    await site.counter.raise(next.generation)
    return next
  })
}

/**
 * Generations and releases never change: while the pointer and the counter stand as they stood, so does what they name.
 */
async function stillStands({ store, counter }: Site, known: LiveState): Promise<boolean> {
  return (await store.pointer()) === known.number && (await counter.read()) <= known.number
}

/**
 * Everything that must hold before a generation may be live: the releases of every app that changes are whole, byte by
 * byte, and all that can stand in one page fit together. The other apps' files were looked at when they went live, and
 * `verify` does again;
 * looking at all of them each time would make a rollback slower with every team.
 *
 * @returns the generation without the releases that stand by and are not whole: nobody could fall back to them, and
 *   one lost file of theirs would stand in the way of every publish
 * @throws Refused with every reason found
 */
export async function checkBeforeLive(
  site: Site,
  state: LiveState,
  next: Generation,
  releases: Releases,
): Promise<Generation> {
  const isChanged = (app: string) => JSON.stringify(next.apps[app]) !== JSON.stringify(state.generation?.apps[app])
  const looked = await Promise.all(
    [...releases.values()]
      .filter(({ app }) => isChanged(app))
      .map(async release => [releaseKey(release.app, release.id), await checkFiles(site, release)] as const),
  )
  const broken = new Map(looked.filter(([, problems]) => problems.length > 0))
  const apps = Object.entries(next.apps).map(([app, entry]) => [
    app,
    { ...entry, previous: entry.previous.filter(id => !broken.has(releaseKey(app, id))) },
  ])
  const whole: Generation = { ...next, apps: Object.fromEntries(apps) }
  const live = Object.entries(next.apps).flatMap(([app, { active }]) => broken.get(releaseKey(app, active)) ?? [])
  const refusals = [...live, ...checkCoexistence(whole, releases)]
  if (refusals.length > 0) throw new Refused(...refusals)
  return whole
}

/** The releases that a generation names, read and believed; those of the live state are not read twice. */
export async function namedReleases(
  site: Site,
  state: LiveState,
  next: Generation,
): Promise<ReadonlyMap<string, Release>> {
  const named = Object.entries(next.apps).flatMap(([app, entry]) => idsOf(entry).map(id => ({ app, id })))
  const read = named.map(
    async ({ app, id }) =>
      [releaseKey(app, id), state.releases.get(releaseKey(app, id)) ?? (await readRelease(site, app, id))] as const,
  )
  return new Map(await Promise.all(read))
}

async function writeGeneration(site: Site, next: Generation, releases: Releases): Promise<void> {
  const { store, ring } = site
  const n = next.generation
  const bytes = Buffer.from(`${JSON.stringify(next, null, 1)}\n`)
  const files = await compose(next, releases, await prerenderedOf(store, next, releases))
  files.set('live.sig', await signAs(ring, 'ops', 'live', String(n), files.get('live.json') ?? Buffer.alloc(0)))
  const signature = await signAs(ring, 'ops', 'generation', String(n), bytes)
  // A number above the pointer was never live: what stands there was left by a crash.
  await Promise.all(
    [layout.live(n), layout.generation(n), layout.generationSignature(n)].map(path => store.remove(path)),
  )
  // In any order: these files are read only once the pointer names them.
  const added = await Promise.all([
    store.addFolder(layout.live(n), files),
    store.addFile(layout.generationSignature(n), signature),
    store.addFile(layout.generation(n), bytes),
  ])
  // What stands there now is not what was checked.
  if (added.includes(false)) throw new Refused(storeBusy)
}
